/**
 * The `state` that travels to the messaging app and back (R159): what for, since when, a nonce that is used once, and a signature
 * over these and the browser that asked. The app takes letters and digits alone, at most 128 of them.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { PURPOSES, type Purpose } from './landing.ts';

/** How long a state is good for, and how far a clock may be ahead that made it. */
const VALID_MS = 10 * 60_000;
const AHEAD_MS = 60_000;
const LETTERS: Readonly<Record<Purpose, string>> = { bill: 'b', userinfo: 'u', giveaway: 'g' };
const TIME_DIGITS = 9;
const NONCE = /^[0-9a-f]{32}$/;
/** Letter, time in base 36, nonce, signature in hexadecimal: 106 characters. */
const PARTS = /^([bug])([0-9a-z]{9})([0-9a-f]{32})([0-9a-f]{64})$/;

type Signing = {
  readonly key: Buffer;
  /** Secret of the browser that asked: its cookie, which no address shows. */
  readonly browser: string;
};
type StateFacts = {
  readonly purpose: Purpose;
  /** 32 hexadecimal digits, random. */
  readonly nonce: string;
  readonly now: Date;
};
const signatureOf = (text: string, { key, browser }: Signing): Buffer =>
  createHmac('sha256', key).update(`shopper-state/${text}/${browser}`).digest();

/** @throws {RangeError} for a nonce that is none. */
export const stateFor = ({ purpose, nonce, now }: StateFacts, signing: Signing): string => {
  if (!NONCE.test(nonce)) throw new RangeError('a nonce has 32 hexadecimal digits');
  const text = `${LETTERS[purpose]}${now.getTime().toString(36).padStart(TIME_DIGITS, '0')}${nonce}`;
  return `${text}${signatureOf(text, signing).toString('hex')}`;
};

export type StateReading =
  | { readonly ok: true; readonly purpose: Purpose; readonly nonce: string }
  /** `foreign`: of another house, another browser, or altered; nothing tells these apart. */
  | { readonly ok: false; readonly why: 'foreign' | 'expired' };
const FOREIGN: StateReading = { ok: false, why: 'foreign' };

/** What a state says, where this house made it for this browser within ten minutes. That it is used once is the desk's to see. */
export const readState = (state: string, signing: Signing, now: Date): StateReading => {
  const parts = PARTS.exec(state);
  if (parts === null || signing.browser === '') return FOREIGN;
  const [letter, time, nonce, signature] = parts.slice(1) as [string, string, string, string];
  const purpose = PURPOSES.find((one) => LETTERS[one] === letter);
  if (purpose === undefined) return FOREIGN;
  const wanted = signatureOf(`${letter}${time}${nonce}`, signing);
  if (!timingSafeEqual(wanted, Buffer.from(signature, 'hex'))) return FOREIGN;
  const age = now.getTime() - Number.parseInt(time, 36);
  return age > VALID_MS || age < -AHEAD_MS ? { ok: false, why: 'expired' } : { ok: true, purpose, nonce };
};
