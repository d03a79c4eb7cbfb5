/** GET /wx/points, /wx/balance, /wx/consents, /wx/data-copy: of the bound customer alone (R28). */
import { isoWithOffset, momentInWords } from 'services/contracts/dates';
import { isRefusal, refuse, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { ShopperDesk } from 'services/contracts/shopper-desk';
import { OpenIdQuery } from 'services/shopper/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { ownConsents } from './consents.ts';
import { DataCopy, OwnBalance, OwnConsents, OwnPageQuery, OwnPoints } from './contract.ts';
import { dataCopy } from './data-copy.ts';
import { ownBalance, ownPoints } from './ledgers.ts';

const everyone = { everyone: 'public' } as const;
const NO_RECORD = refuse('not-found', 'shopper.no_record', '您还没有绑定会员资料，或资料已停用，请到门店办理');

type PageRoute<Data> = {
  readonly path: string;
  readonly summary: string;
  readonly data: Parameters<typeof route>[0]['data'];
  readonly of: (deps: QueryDeps, query: OwnPageQuery, customerId: number) => Promise<Data>;
};
const pageRoute = <Data extends object>(
  deps: QueryDeps,
  desk: ShopperDesk,
  { path, summary, data, of }: PageRoute<Data>,
): Route =>
  route({
    method: 'GET',
    path,
    summary,
    allow: everyone,
    query: OwnPageQuery,
    ...(data !== undefined && { data }),
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId } = shopper;
      return { data: { ...(await of(deps, call.query, customerId)), customerId } };
    },
  });

/** A copy is ten tables of all that a person did: nobody reads that all day. */
const COPIES = { most: 5, withinMs: 86_400_000 };
const MINUTE_MS = 60_000;
/** To the minute that is full, so that it may be asked for when it is said. */
const notBefore = (again: Date, now: Date): Refusal => {
  const minute = new Date(Math.ceil(again.getTime() / MINUTE_MS) * MINUTE_MS);
  const [, month = '', day = '', clock = ''] = /-(\d\d)-(\d\d) (\d\d:\d\d)/.exec(momentInWords(minute)) ?? [];
  const when = `${Number(month)}月${Number(day)}日 ${clock}`;
  const retryAfter = Math.ceil((minute.getTime() - now.getTime()) / 1000);
  const message = `个人信息副本24小时内可以看${COPIES.most}次，请在${when}之后再看`;
  return refuse('too-many', 'shopper.copies', message, { data: { retryAfter } });
};

/** Taken along, it is in his log, which counts how often. */
const copyRoute = (deps: QueryDeps, desk: ShopperDesk): Route =>
  route({
    method: 'GET',
    path: '/wx/data-copy',
    summary: '个人信息副本',
    allow: everyone,
    query: OpenIdQuery,
    data: DataCopy,
    handler: async (call) => {
      const shopper = await desk.ask(call, call.query.openId);
      if (isRefusal(shopper)) return shopper;
      const { customerId, openId } = shopper;
      if (customerId === 0) return NO_RECORD;
      const note = { act: 'data-copy', customerId, openId, what: '查看个人信息副本' } as const;
      const again = await deps.shopperLog?.noteWithin(note, call, COPIES);
      if (again != null) return notBefore(again, call.now);
      return { data: { customerId, at: isoWithOffset(call.now), parts: await dataCopy(deps, customerId) } };
    },
  });

/** None where no shopper asks. */
export default (deps: QueryDeps): Route[] => {
  const { shoppers: desk } = deps;
  if (desk === undefined) return [];
  return [
    pageRoute(deps, desk, { path: '/wx/points', summary: '我的积分', data: OwnPoints, of: ownPoints }),
    pageRoute(deps, desk, { path: '/wx/balance', summary: '我的储值', data: OwnBalance, of: ownBalance }),
    pageRoute(deps, desk, { path: '/wx/consents', summary: '我的授权', data: OwnConsents, of: ownConsents }),
    copyRoute(deps, desk),
  ];
};
