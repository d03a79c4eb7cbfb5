/** Building blocks of the forms of an installation's own tables: a column's Postgres type says what it takes. */
import { z } from 'zod';
import { isoWithOffset } from '../contracts/dates.ts';
import { given } from '../contracts/filters.ts';
import {
  NUMBERS,
  addressMeasure,
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

const { max, places: MOST_PLACES } = NUMBERS.decimal;
const MOST = max / 10 ** MOST_PLACES;
/** numeric(`digits`, `places`), of which four decimals travel; `missing` answers what is no number. */
export const decimal = (digits = 13, places: number = MOST_PLACES, missing = '请输入数字') => {
  const shown = Math.min(places, MOST_PLACES);
  const most = Math.min(10 ** (digits - places) - 10 ** -shown, MOST);
  const fits = (value: number): boolean => Math.abs(value * 10 ** shown - Math.round(value * 10 ** shown)) < 1e-4;
  return kept(
    'decimal',
    z
      .number({ error: missing })
      .gte(-most, most === MOST ? tooSmall('decimal') : `不能小于${-most}`)
      .lte(most, most === MOST ? tooLarge('decimal') : `不能大于${most}`)
      .refine(fits, `最多${shown}位小数`),
  );
};
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
