/** What a JSON feed answers, as far as it can be believed. Pure. */
import { z } from 'zod';
import { isInMoments } from '../contracts/values.ts';
import { FALLING, RISING, type FeedAnswer, type MetalPrice } from './contract.ts';

const MOST_ROWS = 100;
const MOST_YUAN = 10_000_000;
const price = z
  .union([z.number(), z.string().trim().min(1).transform(Number)])
  .refine((value) => Number.isFinite(value) && value >= 0 && value <= MOST_YUAN)
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);
const style = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => (value === RISING || value === FALLING ? value : ''));
const Row = z.object({
  name: z.string().trim().min(1).max(60),
  recycle: price,
  sell: price,
  rise: price,
  fall: price,
  recycle_style: style,
  sell_style: style,
});

/** `[…]`, `{list: […]}` or either below `data`. */
const rowsIn = (answer: unknown): readonly unknown[] | null => {
  if (Array.isArray(answer)) return answer as unknown[];
  if (typeof answer !== 'object' || answer === null) return null;
  if ('list' in answer && Array.isArray(answer.list)) return answer.list as unknown[];
  return 'data' in answer ? rowsIn(answer.data) : null;
};
const momentIn = (answer: unknown): Date | null => {
  if (typeof answer !== 'object' || answer === null) return null;
  const said = 'at' in answer ? answer.at : 'data' in answer ? momentIn(answer.data) : null;
  if (said instanceof Date) return said;
  const moment = typeof said === 'string' ? new Date(said) : new Date(Number.NaN);
  return Number.isNaN(moment.getTime()) || !isInMoments(moment) ? null : moment;
};
const saysSomething = ({ recycle, sell }: MetalPrice): boolean => (recycle ?? 0) > 0 || (sell ?? 0) > 0;

/**
 * Rows without a name or without any price are left out.
 * @throws {TypeError} when nothing is left: then it was no price list.
 */
export const feedAnswer = (answer: unknown): FeedAnswer => {
  const rows = rowsIn(answer) ?? [];
  const said = rows
    .slice(0, MOST_ROWS)
    .flatMap((one) => Row.safeParse(one).data ?? [])
    .filter(saysSomething);
  if (said.length === 0) throw new TypeError('the feed answered no prices');
  return { rows: said, at: momentIn(answer) };
};
