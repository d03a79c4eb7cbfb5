/** Typed numbers: what people type, an input method makes or Excel copies becomes a number or a clear message. */
import type { ValueKind } from './kinds.ts';

export type NumberRule = {
  /** Places after the point; 0 means whole numbers. */
  readonly decimals: number;
  /** null allows negatives. */
  readonly min?: number | null | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
};
export type Parsed =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly message: string };

const UNIT_OF: Partial<Record<ValueKind, string>> = {
  money: '元',
  weight: 'g',
  carat: '克拉',
  percent: '%',
};
const DECIMALS_OF: Partial<Record<ValueKind, number>> = {
  money: 2,
  weight: 3,
  carat: 3,
  count: 0,
  percent: 2,
  number: 2,
};
export const unitOf = (kind: ValueKind): string | undefined => UNIT_OF[kind];
export const decimalsOf = (kind: ValueKind): number => DECIMALS_OF[kind] ?? 2;

/** Full-width digits, 。 as the point, separators, ¥ and units taken away: `￥１，２３４。５０元` → `1234.50`. */
export const cleanNumber = (text: string): string =>
  text
    .replaceAll('。', '.')
    .normalize('NFKC')
    .replaceAll(/[\s,、'¥￥]/gu, '')
    .replace(/(元|克拉|克|分|件|ct|g|%)$/iu, '')
    .replace(/^[−–—]/u, '-');

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

const outside = (value: number, rule: NumberRule): string | undefined => {
  const min = rule.min === undefined ? 0 : rule.min;
  const unit = rule.unit ?? '';
  if (min !== null && value < min) return `不能小于${min}${min === 0 ? '' : unit}`;
  if (rule.max !== undefined && value > rule.max) return `不能大于${rule.max}${unit}`;
  return undefined;
};

/** Empty text is an empty value; everything else is a number inside the rule or a message for the field. */
export const parseNumber = (text: string, rule: NumberRule): Parsed => {
  const clean = cleanNumber(text);
  if (clean === '') return { ok: true, value: undefined };
  if (!NUMBER.test(clean)) return { ok: false, message: rule.decimals === 0 ? '请输入整数' : '请输入数字' };
  const places = clean.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (places > rule.decimals) {
    return { ok: false, message: rule.decimals === 0 ? '请输入整数' : `最多${rule.decimals}位小数` };
  }
  const value = Number(clean);
  const message = outside(value, rule);
  return message === undefined ? { ok: true, value } : { ok: false, message };
};
