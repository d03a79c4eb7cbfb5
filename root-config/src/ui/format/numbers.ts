/** Typed numbers: what people type, an input method makes or Excel copies becomes a number or a clear message. */
import { CARAT, GRAM } from 'services/contracts/field-units';
import { MAX_CARATS, MAX_COUNT, MAX_GRAMS, MAX_YUAN } from 'services/contracts/limits';
import { isPlainNumber, plainNumber, type NumberKind } from 'services/contracts/typed-number';
import type { ValueKind } from './kinds.ts';

export type NumberRule = {
  /** Places after the point; 0 means whole numbers. */
  readonly decimals: number;
  /** Default 0; null allows negatives down to −max. */
  readonly min?: number | null | undefined;
  readonly max?: number | undefined;
  readonly unit?: string | undefined;
  /** Which units may be typed behind it; default none but `unit`. */
  readonly kind?: NumberKind | undefined;
};
export type NumberReading =
  | { readonly ok: true; readonly value: number | undefined }
  | { readonly ok: false; readonly message: string };

const UNIT_OF: Partial<Record<ValueKind, string>> = {
  money: '元',
  weight: GRAM,
  carat: CARAT,
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
/** As the server takes them; of a kind that is not named, what still stands in a field as it was typed. */
const MAX_OF: Partial<Record<ValueKind, number>> = { weight: MAX_GRAMS, carat: MAX_CARATS, count: MAX_COUNT };
const NUMBER_KINDS: readonly string[] = [
  'money',
  'weight',
  'carat',
  'count',
  'percent',
  'number',
] satisfies NumberKind[];
const isNumberKind = (kind: ValueKind): kind is ValueKind & NumberKind => NUMBER_KINDS.includes(kind);
export const unitOf = (kind: ValueKind): string | undefined => UNIT_OF[kind];
/** What a field or column of that kind takes, unless it says otherwise itself. */
export const ruleOf = (kind: ValueKind, own: Omit<Partial<NumberRule>, 'kind'> = {}): NumberRule => ({
  decimals: own.decimals ?? DECIMALS_OF[kind] ?? 2,
  min: own.min,
  max: own.max ?? MAX_OF[kind] ?? MAX_YUAN,
  unit: own.unit ?? unitOf(kind),
  kind: isNumberKind(kind) ? kind : undefined,
});

const outside = (value: number, rule: NumberRule): string | undefined => {
  const min = rule.min === undefined ? 0 : (rule.min ?? -(rule.max ?? Infinity));
  const unit = rule.unit ?? '';
  if (value < min) return `不能小于${min}${min === 0 ? '' : unit}`;
  if (rule.max !== undefined && value > rule.max) return `不能大于${rule.max}${unit}`;
  return undefined;
};

/** Empty text is an empty value; everything else is a number inside the rule or a message for the field. */
export const parseNumber = (text: string, rule: NumberRule): NumberReading => {
  const clean = plainNumber(text, rule.kind, rule.unit);
  if (clean === '') return { ok: true, value: undefined };
  if (!isPlainNumber(clean)) return { ok: false, message: rule.decimals === 0 ? '请输入整数' : '请输入数字' };
  const places = clean.split('.')[1]?.replace(/0+$/, '').length ?? 0;
  if (places > rule.decimals) {
    return { ok: false, message: rule.decimals === 0 ? '请输入整数' : `最多${rule.decimals}位小数` };
  }
  const value = Number(clean);
  const message = outside(value, rule);
  return message === undefined ? { ok: true, value } : { ok: false, message };
};
