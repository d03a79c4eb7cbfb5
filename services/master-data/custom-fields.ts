/** Building blocks of the forms of an installation's own tables: a column's Postgres type says what it takes. */
import { z } from 'zod';
import { isoWithOffset } from '../contracts/dates.ts';
import { given } from '../contracts/filters.ts';
import {
  NUMBERS,
  addressMeasure,
  chosenId,
  kept,
  tooLarge,
  tooSmall,
  wireDay,
  wireMoment,
  wireWhole,
} from '../contracts/values.ts';

/** Blank, null and absent are null. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable());

/** `missing` answers what is no whole number. */
export const whole = (type: 'int2' | 'int4' | 'int8', missing = '请输入整数') => wireWhole(type, missing);

type Measure = 'decimal' | 'unitPrice' | 'weight' | 'carat';
/**
 * numeric(`digits`, `places`) of a kind of the table of values: what fits both, with as many decimals as travel of the kind;
 * `missing` answers what is no number.
 */
const measured =
  (kind: Measure) =>
  (digits = 13, places: number = NUMBERS[kind].places, missing = '请输入数字') => {
    const { min, max, places: ofKind } = NUMBERS[kind];
    const shown = Math.min(places, ofKind);
    const [least, largest] = [min / 10 ** ofKind, max / 10 ** ofKind];
    const most = Math.min(10 ** (digits - places) - 10 ** -shown, largest);
    const fits = (value: number): boolean => Math.abs(value * 10 ** shown - Math.round(value * 10 ** shown)) < 1e-4;
    return kept(
      kind,
      z
        .number({ error: missing })
        .gte(Math.max(-most, least), -most <= least ? tooSmall(kind) : `不能小于${-most}`)
        .lte(most, most === largest ? tooLarge(kind) : `不能大于${most}`)
        .refine(fits, `最多${shown}位小数`),
    );
  };
export const decimal = measured('decimal');
/** Yuan, as prices, costs and fees of the house. */
export const money = measured('unitPrice');
export const grams = measured('weight');
export const carats = measured('carat');
/** The number of a row elsewhere; `missing` answers what is none. */
export const rowNumber = (name: 'id' | 'partnerId', missing = '请选择') => chosenId(name, missing);
/** 0: at the root of a tree. */
export const rowOrRoot = (name: 'id' | 'partnerId') => z.union([z.literal(0), chosenId(name)]);
/** A number that a list is filtered by. */
export const filterDecimal = () => given(addressMeasure('decimal'));
export const yes = () => z.boolean({ error: '请选择是或否' });
export const day = () => wireDay();

const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}(:\d{2})?$/;
/** ISO 8601 with an offset, or the shops' own time as people write it: 2026-11-25 18:30:00. */
export const moment = () =>
  z
    .preprocess(
      (value) => (typeof value === 'string' && LOCAL.test(value) ? `${value.replace(' ', 'T')}+08:00` : value),
      wireMoment(),
    )
    .transform((value) => isoWithOffset(new Date(value)));
