/** Codes of an authenticator app (RFC 6238: SHA-1, six digits, 30 s) and the codes for when the telephone is lost. */
import { createHash, randomBytes } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

const STEP_S = 30;
const RECOVERY_CODES = 10;
/** 80 bits each: a plain hash of them is as good as a slow one. */
const RECOVERY_BYTES = 10;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As the app takes it: typed (base32) or scanned. */
export type Enrolment = { readonly secret: string; readonly otpauth: string };
export const newEnrolment = (issuer: string, username: string): Enrolment => {
  const secret = generateSecret();
  return { secret, otpauth: generateURI({ issuer, label: username, secret, period: STEP_S }) };
};

/** What was meant: Chinese input methods type wide digits, people type blanks and hyphens. */
const plain = (code: string): string => code.normalize('NFKC').replaceAll(/[\s-]/g, '').toUpperCase();
export const isTotp = (code: string): boolean => /^\d{6}$/.test(plain(code));

/** The step (30 s since 1970) that the code is for, one step early or late at most; null when it is none. */
export const stepOf = (secret: string, code: string, now: Date): number | null => {
  const token = plain(code);
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const found = verifySync({ secret, token, epoch, period: STEP_S, epochTolerance: STEP_S });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
};

const encoded = (bytes: Buffer): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('');
};
/** `ABCD-EFGH-IJKL-MNOP`. */
export const newRecoveryCodes = (): readonly string[] =>
  Array.from({ length: RECOVERY_CODES }, () => (encoded(randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join('-'));
export const recoveryHash = (code: string): Buffer => createHash('sha256').update(plain(code)).digest();
