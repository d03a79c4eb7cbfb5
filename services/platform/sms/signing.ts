/** What both providers sign with. */
import { createHash, createHmac } from 'node:crypto';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
export const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** Headers of a request to be signed: names in small letters, in their order, a line each, and the list of the names. */
export const signedHeaders = (headers: Readonly<Record<string, string>>): { lines: string; names: string } => {
  const sorted = Object.entries(headers).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    lines: sorted.map(([name, value]) => `${name}:${value.trim()}\n`).join(''),
    names: sorted.map(([name]) => name).join(';'),
  };
};
