/** Codes that gifts are handed over against. */
import { randomInt } from 'node:crypto';

const DIGITS_AT_ONCE = 1_000_000;
const six = (): string => String(randomInt(DIGITS_AT_ONCE)).padStart(6, '0');
/** Whoever knows the code gets the gift: twelve digits cannot be guessed at a counter. */
export const newCode = (): string => `HX${six()}${six()}`;
