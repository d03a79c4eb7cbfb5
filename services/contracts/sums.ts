/** Sums over many documents, exact of any size. */
import { z } from 'zod';

/**
 * A sum over many documents: it has no range. Postgres adds up as numeric and gives whole units as text; on the wire it
 * is a number where a double holds it exactly, else a decimal string.
 */
export const SumText = z.string().regex(/^-?\d{1,40}$/);
export const WireSum = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]);
export type WireSum = z.infer<typeof WireSum>;
export const wireSum = (units: string, places: number): WireSum => {
  const exact = BigInt(units);
  const size = exact < 0n ? -exact : exact;
  if (size <= BigInt(Number.MAX_SAFE_INTEGER)) return Number(units) / 10 ** places;
  const digits = String(size).padStart(places + 1, '0');
  const sign = exact < 0n ? '-' : '';
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
};
