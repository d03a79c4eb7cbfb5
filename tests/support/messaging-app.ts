/**
 * Plays the messaging app: its authorize page keeps to its own rules (order of parameters, letters of the state), hands out codes, and
 * its token call answers JSON under text/plain; codes are good once and for five minutes.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export type MessagingApp = {
  /** For the house's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What the browser of this shopper is sent back with, for an address that the house gave; throws what the app would show. */
  readonly authorize: (
    url: string,
    openId: string,
  ) => { readonly code: string; readonly state: string; readonly back: URL };
  /** Who holds the phone: whoever opens the authorize page comes back as this one. */
  visitor: string;
  /** Exchanges that were asked for. */
  readonly asked: string[];
  /** The next answers instead of the true ones, first to last: an errcode, or silence for so many milliseconds. */
  readonly instead: ({ readonly errcode: number } | { readonly silentMs: number })[];
  readonly stop: () => Promise<void>;
};
const ORDER = ['appid', 'redirect_uri', 'response_type', 'scope', 'state'];
const APP_ID = 'wx0123456789abcdef';
const SECRET = 'the-secret-of-the-account';
const AUTHORIZE = '/connect/oauth2/authorize';
const CODE_MS = 5 * 60_000;

export const messagingApp = async (publicUrl: string): Promise<MessagingApp> => {
  const codes = new Map<string, { readonly openId: string; readonly at: number; used: boolean }>();
  const asked: string[] = [];
  const instead: MessagingApp['instead'] = [];
  const answerTo = (query: URLSearchParams): object => {
    if (query.get('appid') !== APP_ID) return { errcode: 40_013, errmsg: 'invalid appid' };
    if (query.get('secret') !== SECRET) return { errcode: 40_125, errmsg: 'invalid appsecret' };
    if (query.get('grant_type') !== 'authorization_code') return { errcode: 40_002, errmsg: 'invalid grant_type' };
    const given = codes.get(query.get('code') ?? '');
    if (given === undefined || Date.now() - given.at > CODE_MS) return { errcode: 40_029, errmsg: 'invalid code' };
    if (given.used) return { errcode: 40_163, errmsg: 'code been used' };
    given.used = true;
    return { access_token: 'token', expires_in: 7200, openid: given.openId, scope: 'snsapi_base' };
  };
  const server = http.createServer((request, response) => {
    const { pathname, search, searchParams: query } = new URL(request.url ?? '', 'http://here');
    if (pathname === AUTHORIZE) {
      leadBack(response, `${app.env['WX_AUTHORIZE_URL']}${search}#wechat_redirect`);
      return;
    }
    asked.push(query.get('code') ?? '');
    const other = instead.shift();
    const send = (answer: object): void =>
      void response.setHeader('content-type', 'text/plain').end(JSON.stringify(answer));
    if (other === undefined) send(answerTo(query));
    else if ('errcode' in other) send({ errcode: other.errcode, errmsg: 'refused' });
    else setTimeout(() => send(answerTo(query)), other.silentMs).unref();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const leadBack = (response: http.ServerResponse, url: string): void => {
    try {
      response.writeHead(302, { location: app.authorize(url, app.visitor).back.href }).end();
    } catch (error) {
      response.writeHead(400, { 'content-type': 'text/plain; charset=utf-8' }).end(String(error));
    }
  };
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const app: MessagingApp = {
    visitor: 'open-of-a-visitor',
    asked,
    instead,
    env: {
      WX_APP_ID: APP_ID,
      WX_APP_SECRET: SECRET,
      WX_AUTHORIZE_URL: `${base}${AUTHORIZE}`,
      WX_TOKEN_URL: `${base}/sns/oauth2/access_token`,
      PUBLIC_URL: publicUrl,
    },
    authorize: (address, openId) => {
      const url = new URL(address);
      const names = [...url.searchParams.keys()];
      const state = url.searchParams.get('state') ?? '';
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      if (names.join() !== ORDER.join() || url.hash !== '#wechat_redirect')
        throw new Error(`参数错误：${names.join()}`);
      if (url.searchParams.get('appid') !== APP_ID) throw new Error('AppID 参数错误');
      if (!/^[0-9A-Za-z]{1,128}$/.test(state)) throw new Error('state 参数错误');
      if (back.origin !== new URL(publicUrl).origin) throw new Error('redirect_uri 域名与后台配置不一致');
      const code = `code-${codes.size + 1}-${openId}`;
      codes.set(code, { openId, at: Date.now(), used: false });
      back.searchParams.set('code', code);
      back.searchParams.set('state', state);
      return { code, state, back };
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return app;
};
