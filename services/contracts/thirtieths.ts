/** Streams fall into thirty parts by their names, so that a count of one part a night has counted all of them in a month (R167). */
import { createHash } from 'node:crypto';

export const THIRTIETHS = 30;
/** Of the digest's first digits, as {@link thirtiethIn} reckons it. */
const DIGITS = 7;
export const thirtiethOf = (stream: string): number =>
  Number.parseInt(createHash('md5').update(stream).digest('hex').slice(0, DIGITS), 16) % THIRTIETHS;
/** The same in SQL, of a column: an index is made of it, so it never changes. */
export const thirtiethIn = (column: string): string =>
  `(('x0' || substr(md5(${column}), 1, ${DIGITS}))::bit(32)::int % ${THIRTIETHS})`;
export const isThirtieth = (number: number): boolean => Number.isInteger(number) && number >= 0 && number < THIRTIETHS;
