/** Passwords as argon2id (node:crypto), in the usual `$argon2id$v=19$m=…,t=…,p=…$salt$hash` form. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_LENGTH = 32;
const ENCODED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

/** A password for an installation or a reset: no letters that look alike. */
export const randomPassword = (length = 12): string => {
  const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  return [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('');
};

export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, tagLength: TAG_LENGTH, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
};

/** False also for a stored text that is no hash. */
export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, parallelism, salt = '', hash = ''] = ENCODED.exec(stored) ?? [];
  if (hash === '') return false;
  const expected = Buffer.from(hash, 'base64');
  const tag = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
};

let decoy: Promise<string> | undefined;
/** Costs as much as a real check and is always false: an unknown user takes as long as a wrong password. */
export const verifyNobody = async (password: string): Promise<false> => {
  decoy ??= hashPassword(randomPassword());
  await verifyPassword(password, await decoy);
  return false;
};
