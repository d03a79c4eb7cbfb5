/** A shopper's browser: it keeps the cookies that the house sends, as a browser would. */
import type { App, Method, Reply } from './app.ts';
import type { MessagingApp } from './messaging-app.ts';

export type ShopperBrowser = {
  readonly cookies: Map<string, string>;
  readonly call: (method: Method, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>;
  readonly get: (path: string) => Promise<Reply>;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Reply>;
  /** Goes to the app as this shopper and comes back. */
  readonly signIn: (openId: string, state?: string) => Promise<Reply>;
  /** As far as the app's answer; the address is not opened yet. */
  readonly leave: (openId: string, state?: string) => Promise<string>;
};
export const shopperBrowser = (app: App, messaging?: MessagingApp): ShopperBrowser => {
  const cookies = new Map<string, string>();
  const call: ShopperBrowser['call'] = async (method, path, body, headers = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.call(method, path, {
      token: null,
      headers: { ...headers, ...(cookie === '' ? {} : { cookie }) },
      ...(body === undefined ? {} : { body }),
    });
    for (const sent of reply.headers.getSetCookie()) {
      const [pair = ''] = sent.split(';');
      const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (/Max-Age=0\b/.test(sent)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return reply;
  };
  const leave: ShopperBrowser['leave'] = async (openId, state = 'bill') => {
    const reply = await call('GET', `/wx/get-auth-url?state=${state}`);
    if (reply.status !== 200) throw new Error(reply.text);
    const { url } = reply.body.data as { url: string };
    if (messaging === undefined) throw new Error('this browser knows no messaging app');
    return messaging.authorize(url, openId).back.search;
  };
  return {
    cookies,
    call,
    leave,
    get: (path) => call('GET', path),
    post: (path, body, headers) => call('POST', path, body, headers),
    signIn: async (openId, state) => call('GET', `/wx/code${await leave(openId, state)}`),
  };
};
