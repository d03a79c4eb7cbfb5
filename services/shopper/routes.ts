/** Shoppers sign in: where to go, the way back, who they are, and the end (R28, R159). */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { isoWithOffset } from '../contracts/dates.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { route, type Route } from '../contracts/route.ts';
import {
  browserCookie,
  browserSecret,
  newToken,
  sessionCookie,
  signedToken,
} from '../platform/auth/shopper-cookies.ts';
import { yuanFromFen } from '../contracts/units.ts';
import type { Log } from '../platform/base/log.ts';
import type { SliceDeps } from '../platform/slice/slice.ts';
import { appFor, type App } from './app.ts';
import { cardCodeOf } from './new-card-code.ts';
import { AuthUrl, AuthUrlQuery, CodeQuery, DemoShopper, OpenIdQuery, ShopperCard, SignedIn } from './contract.ts';
import { demoCustomerOf, type DemoShoppers } from './demo.ts';
import { isSecure, type ShopperCall, type ShopperDesk } from './desk.ts';
import { storedFenOf, usablePointsOf } from './live-checks.ts';
import type { ProviderRefusal } from './provider-refusal.ts';
import { shopperOf, type Shopper } from './sessions.ts';
import { comeBack } from './sign-in.ts';
import { stateFor } from './signed-state.ts';

export type ShopperDeps = Pick<SliceDeps, 'master' | 'lookup' | 'secrets' | 'config' | 'clock' | 'shopperLog'> & {
  readonly log: Log;
  readonly desk: ShopperDesk;
  readonly demo: DemoShoppers;
  readonly key: () => Promise<Buffer>;
  /** In a demonstration whoever the stand-in names has his record at once. */
  readonly bindDemo: (customerId: number, now: Date) => Promise<void>;
};
const everyone = { everyone: 'public' } as const;
const UNSET: Readonly<Record<string, string>> = {
  none: '本店还没有开通微信登录，请用手机号和短信验证码',
  'no-secret': '微信登录暂不可用，请联系门店',
  'no-public-url': '微信登录暂不可用，请联系门店',
};
type SetApp = Exclude<App, { kind: 'unset' }>;
const setApp = async (deps: ShopperDeps, call: ShopperCall): Promise<SetApp | Refusal> => {
  const app = await appFor(deps, call.client);
  if (app.kind !== 'unset') return app;
  const message = UNSET[app.why] ?? '';
  // A house without a public account has nothing here, now or in a minute.
  if (app.why === 'none') return refuse('not-found', 'shopper.unset', message);
  deps.log.warn('shoppers cannot sign in: the public account is not set up', { why: app.why });
  return refuse('unavailable', 'shopper.unset', message);
};

const authUrlRoute = (deps: ShopperDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/get-auth-url',
    summary: '微信授权网址',
    allow: everyone,
    query: AuthUrlQuery,
    data: AuthUrl,
    handler: async (call) => {
      const early = deps.desk.pace(call);
      if (early !== null) return early;
      const app = await setApp(deps, call);
      if (isRefusal(app)) return app;
      // The secret of a browser stays, so that two tabs can be on their way.
      const browser = browserSecret(call.client.shopper?.browser) || newToken();
      const nonce = randomBytes(16).toString('hex');
      const signing = { key: await deps.key(), browser };
      const state = stateFor({ purpose: call.query.state, nonce, now: call.now }, signing);
      const url = app.provider.authorizeUrl({ redirectUri: `${app.origin}/wx/code`, state });
      return { data: { url }, cookie: browserCookie(browser, isSecure(call.client, deps.config)) };
    },
  });

const codeRoute = (deps: ShopperDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/code',
    summary: '微信登录',
    allow: everyone,
    changes: true,
    logged: false,
    query: CodeQuery,
    data: SignedIn,
    handler: async (call) => {
      const early = deps.desk.pace(call);
      if (early !== null) return early;
      const app = await setApp(deps, call);
      if (isRefusal(app)) return app;
      const { client, now, query } = call;
      const key = await deps.key();
      const { provider } = app;
      const { master: db, secrets, shopperLog, log } = deps;
      const refused = async ({ detail, reason }: ProviderRefusal): Promise<void> => {
        log.warn('the messaging app refused a sign-in', { reason, detail });
        const what = `微信没有确认身份：${detail}`;
        await shopperLog.note({ act: 'sign-in', customerId: null, openId: '', what, isDone: false }, call);
      };
      const returning = {
        ...query,
        browser: browserSecret(client.shopper?.browser),
        before: signedToken(client.shopper?.session, key),
      };
      const entry = await comeBack({ db, secrets, key, provider, refused }, returning, now);
      if (isRefusal(entry)) return entry;
      const { openId, purpose, token, isRepeat } = entry;
      if (app.kind === 'demo') await deps.bindDemo(demoCustomerOf(openId), now);
      const customerId = (await shopperOf(db, token, now))?.customerId ?? 0;
      if (!isRepeat) await shopperLog.note({ act: 'sign-in', customerId, openId, what: '微信登录' }, call);
      const cookie = sessionCookie(token, key, isSecure(client, deps.config));
      return { data: { openId, customerId, state: purpose }, msg: '登录成功', cookie };
    },
  });

/** What the counter scans as his proof (R136); outside the app nobody is bound. */
const proofCodeOf = async (
  { master: db, secrets }: ShopperDeps,
  openId: string,
  now: Date,
): Promise<{ readonly cardCode?: string; readonly until?: string }> => {
  if (openId === '') return {};
  const { code, until } = await cardCodeOf({ db, secrets }, { openId, kind: 'MP' }, now);
  return { cardCode: code, until: isoWithOffset(until) };
};
const cardOf = async (deps: ShopperDeps, { openId, customerId }: Shopper, now: Date): Promise<ShopperCard> => {
  if (customerId === 0) {
    if (openId === '') return { customerId: 0 };
    const { code, until } = await cardCodeOf({ db: deps.master, secrets: deps.secrets }, { openId, kind: 'BD' }, now);
    return { customerId: 0, bindCode: code, until: isoWithOffset(until) };
  }
  const customer = await deps.lookup.customer(customerId);
  const mobile = customer?.mobile ?? '';
  const [usablePoints, balance] = [
    await usablePointsOf(deps.master, customerId),
    yuanFromFen(await storedFenOf(deps.master, customerId)),
  ];
  const card = { customerId, name: customer?.name ?? '', mobile, barcode: mobile, usablePoints, balance };
  return { ...card, ...(await proofCodeOf(deps, openId, now)) };
};
const userInfoRoute = (deps: ShopperDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/user-info',
    summary: '我的名片',
    allow: everyone,
    query: OpenIdQuery,
    data: ShopperCard,
    handler: async (call) => {
      const shopper = await deps.desk.ask(call, call.query.openId);
      return isRefusal(shopper) ? shopper : { data: await cardOf(deps, shopper, call.now) };
    },
  });

const demoRoute = (deps: ShopperDeps): Route =>
  route({
    method: 'GET',
    path: '/wx/demo-shoppers',
    summary: '演示顾客',
    allow: everyone,
    data: z.object({ list: z.array(DemoShopper) }),
    handler: async (call) => {
      const early = deps.desk.pace(call);
      if (early !== null) return early;
      const app = await appFor(deps, call.client);
      if (app.kind !== 'demo') return refuse('not-found', 'shopper.no_demo', '没有演示顾客');
      return { data: { list: [...(await deps.demo.list())] } };
    },
  });

export const signInRoutes = (deps: ShopperDeps): readonly Route[] => [
  authUrlRoute(deps),
  codeRoute(deps),
  userInfoRoute(deps),
  demoRoute(deps),
];
