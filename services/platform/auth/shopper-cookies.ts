/** Cookies of shoppers' browsers (R159): only the shopper calls get them, scripts never. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The session; and the secret of a browser that its sign-in is bound to. */
export const SHOPPER_COOKIE = 'jewel_shopper';
export const BROWSER_COOKIE = 'jewel_wx';
export const SESSION_DAYS = 30;
const DAY_S = 24 * 3600;
/** A browser's secret outlives the state that is bound to it by far; it says nothing. */
const BROWSER_DAYS = 1;
const TOKEN = /^[\w-]{43}$/;
/** 32 random bytes. */
export const newToken = (): string => randomBytes(32).toString('base64url');

const cookie = (name: string, value: string, { seconds, secure }: { seconds: number; secure: boolean }): string =>
  `${name}=${value}; Path=/api/v1/wx; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
const signatureOf = (token: string, key: Buffer): Buffer =>
  createHmac('sha256', key).update(`shopper-session/${token}`).digest();

/** `secure`: the browser came over https and sends the cookie nowhere else. */
export const sessionCookie = (token: string, key: Buffer, secure: boolean): string =>
  cookie(SHOPPER_COOKIE, `${token}.${signatureOf(token, key).toString('base64url')}`, {
    seconds: SESSION_DAYS * DAY_S,
    secure,
  });
export const endedSessionCookie = (secure: boolean): string => cookie(SHOPPER_COOKIE, '', { seconds: 0, secure });
/** The token of a cookie that this house signed; null for every other text. */
export const signedToken = (text: string | undefined, key: Buffer): string | null => {
  const [token = '', signature = ''] = (text ?? '').split('.');
  if (!TOKEN.test(token)) return null;
  const given = Buffer.from(signature, 'base64url');
  const wanted = signatureOf(token, key);
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? token : null;
};

export const browserCookie = (secret: string, secure: boolean): string =>
  cookie(BROWSER_COOKIE, secret, { seconds: BROWSER_DAYS * DAY_S, secure });
/** '' for what is no secret of a browser. */
export const browserSecret = (text: string | undefined): string => (TOKEN.test(text ?? '') ? String(text) : '');
