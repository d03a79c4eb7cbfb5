/** Units of the house (R15): whole numbers inside, decimals only on the wire. */
import { z } from 'zod';
import { MAX_COUNT, MAX_GRAMS, MAX_YUAN } from './limits.ts';

/** Money in whole fen; 12.34 yuan is 1234. May be negative where a sum may be. */
export const AmountFen = z.int();
/** A price, cost or fee in whole fen, never negative. */
export const PriceFen = z.int().nonnegative();
/** Weight in whole milligrams; 3.215 g is 3215. */
export const WeightMg = z.int().nonnegative();
/** Weight change in whole milligrams; negative where gold was cut off (R24). */
export const WeightDeltaMg = z.int();
/** Carats in whole thousandths; 0.305 ct is 305. */
export const CaratMilli = z.int().nonnegative();
/** A rate in basis points; 100 % or factor 1 is 10000. */
export const RateBp = z.int().nonnegative();
/** Number of identical pieces. */
export const Quantity = z.int().positive();

const decimals = (value: number, places: number): boolean => {
  const scaled = value * 10 ** places;
  return Math.abs(scaled - Math.round(scaled)) < 1e-4;
};
const NUMBER = '请输入数字';
const wire = (places: number, max: number, unit: string) =>
  z
    .number({ error: NUMBER })
    .min(0, '不能小于0')
    .max(max, `不能大于${max}${unit}`)
    .refine((value) => decimals(value, places), `最多${places}位小数`);

/** Yuan on the wire, 2 decimals, 0 … MAX_YUAN. */
export const Yuan = wire(2, MAX_YUAN, '元');
/** Yuan on the wire that may be negative (the shop pays, R17). */
export const SignedYuan = z
  .number({ error: NUMBER })
  .min(-MAX_YUAN, `不能小于-${MAX_YUAN}元`)
  .max(MAX_YUAN, `不能大于${MAX_YUAN}元`)
  .refine((value) => decimals(value, 2), '最多2位小数');
/** Grams on the wire, 3 decimals. */
export const Grams = wire(3, MAX_GRAMS, '克');
/** Grams on the wire that may be negative (cutDown, R24). */
export const SignedGrams = z
  .number({ error: NUMBER })
  .min(-MAX_GRAMS, `不能小于-${MAX_GRAMS}克`)
  .max(MAX_GRAMS, `不能大于${MAX_GRAMS}克`)
  .refine((value) => decimals(value, 3), '最多3位小数');
/** Carats on the wire, 3 decimals. */
export const Carats = wire(3, MAX_GRAMS, '克拉');
/** A count on the wire, whole, 0 or more. */
export const Count = z.int({ error: '请输入整数' }).min(0, '不能小于0').max(MAX_COUNT, `不能大于${MAX_COUNT}`);

export const fenFromYuan = (yuan: number): number => Math.round(yuan * 100);
export const yuanFromFen = (fen: number): number => fen / 100;
export const mgFromGrams = (grams: number): number => Math.round(grams * 1000);
export const gramsFromMg = (mg: number): number => mg / 1000;
export const milliFromCarats = (carats: number): number => Math.round(carats * 1000);
export const caratsFromMilli = (milli: number): number => milli / 1000;

/**
 * `a × b × … ÷ divisor` on whole numbers, rounded half up (away from zero for negatives) once.
 * Exact: the product is computed in BigInt, so no intermediate is lost above 2^53.
 */
export const mulDiv = (factors: readonly number[], divisor: number): number => {
  const product = factors.reduce((total, factor) => total * BigInt(factor), 1n);
  const by = BigInt(divisor);
  const size = product < 0n ? -product : product;
  const rounded = (size * 2n + by) / (by * 2n);
  return Number(product < 0n ? -rounded : rounded);
};
