/** What every shopper call passes first: how often, from which page, who (R159). */
import { createHash } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import type { Client } from '../contracts/client.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { Shopper, ShopperCall, ShopperDesk } from '../contracts/shopper-desk.ts';
import { browserSecret, signedToken } from '../platform/auth/shopper-cookies.ts';
import { signingKey } from '../platform/auth/signing-key.ts';
import { networkOf } from '../platform/auth/throttle.ts';
import type { Config } from '../platform/process/config.ts';
import { CallCounter, type CallLimit } from './call-limit.ts';
import { shopperOf } from './sessions.ts';

export type { ShopperCall, ShopperDesk } from '../contracts/shopper-desk.ts';

const MINUTE_MS = 60_000;
/** A shop's customers share its address: two hundred that claim a gift there and wait for it ask so often. */
const ADDRESS: CallLimit = { most: 3_000, withinMs: MINUTE_MS };
const SHOPPER: CallLimit = { most: 120, withinMs: MINUTE_MS };
/** Codes and numbers that are tried (R140). */
const TRIED_FROM: CallLimit = { most: 60, withinMs: 10 * MINUTE_MS };
const TRIED_BY: CallLimit = { most: 10, withinMs: 10 * MINUTE_MS };

export const tooOften = (waitMs: number): Refusal => {
  const retryAfter = Math.ceil(waitMs / 1000);
  return refuse('too-many', 'shopper.throttled', `操作过于频繁，请${retryAfter}秒后再试`, { data: { retryAfter } });
};
const SIGNED_OUT = refuse('unauthenticated', 'shopper.signed_out', '请从微信公众号进入');
const FOREIGN = refuse('forbidden', 'shopper.foreign', '只能查看本人的资料，请从公众号重新进入');
const OTHER_PAGE = refuse('forbidden', 'shopper.other_page', '请在本店的页面中操作');

/** Short name of who asks, which says nothing of him: openId, or browser. */
export const nameOf = (kind: 'open-id' | 'browser', text: string): string =>
  `${kind}:${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
/** https on the way to the browser: its cookies go nowhere else. */
export const isSecure = ({ origin }: Client, { behindTls }: Pick<Config, 'behindTls'>): boolean =>
  behindTls || origin?.startsWith('https:') === true;

type Deps = {
  readonly shopperOf: (token: string, now: Date) => Promise<Shopper | null>;
  readonly key: () => Promise<Buffer>;
  readonly config: Pick<Config, 'publicUrl'>;
};
const markOf = ({ shopper }: Client): string => shopper?.session ?? browserSecret(shopper?.browser);

const refusedAfter = (wait: number): Refusal | null => (wait > 0 ? tooOften(wait) : null);
const paces = (): Pick<ShopperDesk, 'pace' | 'paceTries'> => {
  const counters = {
    address: new CallCounter(ADDRESS),
    shopper: new CallCounter(SHOPPER),
    triedFrom: new CallCounter(TRIED_FROM),
    triedBy: new CallCounter(TRIED_BY),
  };
  return {
    pace: ({ client, now }) => {
      const mark = markOf(client);
      const own = mark === '' ? 0 : counters.shopper.enter(nameOf('browser', mark), now.getTime());
      return refusedAfter(Math.max(own, counters.address.enter(networkOf(client.ip), now.getTime())));
    },
    paceTries: ({ client, now }, shopper) => {
      const from = counters.triedFrom.enter(networkOf(client.ip), now.getTime());
      return refusedAfter(Math.max(from, counters.triedBy.enter(shopper, now.getTime())));
    },
  };
};
const finding =
  ({ shopperOf, key }: Deps): ShopperDesk['find'] =>
  async ({ client, now }, openId) => {
    const token = signedToken(client.shopper?.session, await key());
    const shopper = token === null ? null : await shopperOf(token, now);
    if (shopper === null) return openId === '' ? null : SIGNED_OUT;
    return openId === '' || openId === shopper.openId ? shopper : FOREIGN;
  };

export const shopperDesk = (deps: Deps): ShopperDesk => {
  const { pace, paceTries } = paces();
  const find = finding(deps);
  const { publicUrl } = deps.config;
  const publicOrigin = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin;
  const whyOtherPage = ({ origin, shopper }: Client): Refusal | null => {
    const page = shopper?.page;
    return page === undefined || page === origin || page === publicOrigin ? null : OTHER_PAGE;
  };
  const ask = async (call: ShopperCall, openId: string): Promise<Shopper | Refusal> =>
    (await find(call, openId)) ?? SIGNED_OUT;
  const paceWrite: ShopperDesk['paceWrite'] = (call) => pace(call) ?? whyOtherPage(call.client);
  return {
    pace,
    paceWrite,
    paceTries,
    find,
    writer: async (call, openId) => paceWrite(call) ?? (await find(call, openId)),
    ask: async (call, openId) => pace(call) ?? (await ask(call, openId)),
    askWrite: async (call, openId) => paceWrite(call) ?? (await ask(call, openId)),
  };
};

/** The desk of a house over its database. */
export const createShopperDesk = (db: DatabasePool, config: Deps['config']): ShopperDesk =>
  shopperDesk({ shopperOf: (token, now) => shopperOf(db, token, now), key: signingKey(db, 'shopper'), config });
