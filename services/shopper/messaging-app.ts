/** The messaging app's OAuth: where the browser is sent, and which openId a code stands for. */
import { z } from 'zod';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { OPEN_ID, type Exchange, type ShopperProvider } from './provider.ts';
import { awayBecause, refusalOf } from './provider-refusal.ts';

export type AppSettings = {
  readonly appId: string;
  readonly secret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
};
/** Where the app itself answers, unless the settings say otherwise. */
export const AUTHORIZE_URL = 'https://open.weixin.qq.com/connect/oauth2/authorize';

const encoded = (parameters: readonly (readonly [string, string])[]): string =>
  parameters.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
/** The app refuses these parameters in any other order, and an address without its mark at the end. */
export const authorizeAddress = (
  { authorizeUrl, appId }: Pick<AppSettings, 'authorizeUrl' | 'appId'>,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
): string =>
  `${authorizeUrl}?${encoded([
    ['appid', appId],
    ['redirect_uri', redirectUri],
    ['response_type', 'code'],
    ['scope', 'snsapi_base'],
    ['state', state],
  ])}#wechat_redirect`;
const tokenAddress = ({ tokenUrl, appId, secret }: AppSettings, code: string): string =>
  `${tokenUrl}?${encoded([
    ['appid', appId],
    ['secret', secret],
    ['code', code],
    ['grant_type', 'authorization_code'],
  ])}`;

const Answer = z.union([
  z.object({ errcode: z.int().refine((code) => code !== 0) }),
  z.object({ openid: z.string().regex(OPEN_ID) }),
]);
const UNREADABLE: Exchange = { refusal: awayBecause('微信的应答无法读取') };
/** JSON, whatever its content type says: the app calls it text/plain. */
export const exchangeOf = (text: string): Exchange => {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    return UNREADABLE;
  }
  const { data: answer } = Answer.safeParse(said);
  if (answer === undefined) return UNREADABLE;
  return 'errcode' in answer ? { refusal: refusalOf(answer.errcode) } : { openId: answer.openid };
};

/** A page in the app waits no longer; a code burnt meanwhile is asked for anew. */
const TIMEOUT_MS = 5_000;
/** Of an answer; a longer one is none of the app's. */
const MAX_CHARACTERS = 20_000;
type Calling = { readonly call: Outbound; readonly timeoutMs?: number };
export const messagingApp = (settings: AppSettings, { call, timeoutMs = TIMEOUT_MS }: Calling): ShopperProvider => ({
  authorizeUrl: (asked) => authorizeAddress(settings, asked),
  exchange: async (code) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await call(tokenAddress(settings, code), { signal });
      const text = await response.text();
      return response.ok && text.length <= MAX_CHARACTERS ? exchangeOf(text) : UNREADABLE;
    } catch {
      // The cause may name the address, and that has the secret in it.
      return { refusal: awayBecause(signal.aborted ? '微信没有应答' : '无法连接微信') };
    }
  },
});
