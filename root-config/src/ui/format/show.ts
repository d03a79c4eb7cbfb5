/** How values read on screen: ¥ and separators, g, 克拉, yyyy-MM-dd, one dash for nothing. */
import { CARAT, GRAM, isNone, isStonePrice, pricedPer, withUnit } from 'services/contracts/field-units';
import type { ValueKind } from './kinds.ts';

export const NOTHING = '—';
const byPlaces = new Map<number, Intl.NumberFormat>();
const places = (count: number): Intl.NumberFormat => {
  let format = byPlaces.get(count);
  if (format === undefined) {
    format = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: count, maximumFractionDigits: count });
    byPlaces.set(count, format);
  }
  return format;
};
const plain = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 4 });

const asNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
};
const numbered = (value: unknown, write: (number: number) => string): string => {
  const number = asNumber(value);
  return number === undefined ? NOTHING : write(number);
};

/** Yuan → `¥1,234.50`; negatives `-¥1,234.50`. */
export const money = (yuan: unknown): string =>
  numbered(yuan, (number) => `${number < 0 ? '-' : ''}¥${places(2).format(Math.abs(number))}`);
/** Grams → `3.215 g`. */
export const weight = (grams: unknown): string => numbered(grams, (number) => `${places(3).format(number)} ${GRAM}`);
/** Carats → `0.305 克拉`; plain gold has none, which is nothing and not 0.000. */
export const carat = (carats: unknown): string =>
  numbered(carats, (number) => (number === 0 ? NOTHING : `${places(3).format(number)} ${CARAT}`));
export const count = (value: unknown): string => numbered(value, (number) => places(0).format(number));
export const percent = (value: unknown): string => numbered(value, (number) => `${plain.format(number)}%`);
export const number = (value: unknown): string => numbered(value, (figure) => plain.format(figure));
/** `yyyy-MM-dd`, whatever stands behind it. */
export const day = (value: unknown): string =>
  typeof value === 'string' && value !== '' ? value.slice(0, 10) : NOTHING;

const clock = new Intl.DateTimeFormat('zh-CN', {
  timeZone: 'Asia/Shanghai',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
/** ISO 8601 → `2026-11-01 18:30` in the shops' time. */
export const moment = (value: unknown): string => {
  if (typeof value !== 'string' || value === '') return NOTHING;
  const at = new Date(value);
  return Number.isNaN(at.getTime()) ? value : clock.format(at).replaceAll('/', '-');
};
/** Anything else as words; objects never show as [object Object]. */
export const words = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? NOTHING : value;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (Array.isArray(value)) return value.length === 0 ? NOTHING : value.map((item) => words(item)).join('、');
  return NOTHING;
};

const BY_KIND: Partial<Record<ValueKind, (value: unknown) => string>> = {
  money,
  weight,
  carat,
  count,
  percent,
  number,
  day,
  moment,
};
export const show = (kind: ValueKind, value: unknown): string => (BY_KIND[kind] ?? words)(value);
/** A figure of a table: its title names the unit; what a stone costs says what it is per, and what is not there is a dash. */
export const showIn = (field: string, kind: ValueKind, row: object, value: unknown): string => {
  if (isNone(field, kind, value)) return NOTHING;
  const text = show(kind, value);
  if (isStonePrice(field)) return text === NOTHING ? text : withUnit(text, pricedPer(field, row));
  return kind === 'weight' || kind === 'carat' ? text.replace(/ \D+$/, '') : text;
};
/** What a row may have none of: a fee that is not taken, a part that an order has not. A price or a difference of 0 is a figure. */
const PARTS: ReadonlySet<string> = new Set([
  'workFee',
  'fineWorkFee',
  'piceWorkFee',
  'partCost',
  'cerifCost',
  'goldCost',
  'todayGoldCost',
  'amount',
  'sellFee',
  'changeFee',
  'oldFee',
  'recycleFee',
  'giftFee',
  'cleanFee',
  'roundFee',
  'points',
  'sellerPoints',
  'rebateInte',
  'inFee',
  'outFee',
]);
/** A figure of a list or report: beside those that have it, a row without it says so by a dash. */
export const showInList = (field: string, kind: ValueKind, row: object, value: unknown): string =>
  (kind === 'weight' || PARTS.has(field)) && asNumber(value) === 0 ? NOTHING : showIn(field, kind, row, value);
export const isNumeric = (kind: ValueKind): boolean =>
  kind === 'money' ||
  kind === 'weight' ||
  kind === 'carat' ||
  kind === 'count' ||
  kind === 'percent' ||
  kind === 'number';

/** Px a column needs when nobody says. */
export const WIDTH_OF: Record<ValueKind, number> = {
  text: 140,
  money: 116,
  weight: 104,
  carat: 108,
  count: 76,
  number: 92,
  percent: 84,
  day: 108,
  moment: 148,
  status: 88,
  picture: 60,
  dict: 100,
  shop: 120,
};
/** File names of a picture field: the JSON text list of the wire, a list, or one name. */
export const pictureNames = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === 'string' && name !== '');
  if (typeof value !== 'string' || value.trim() === '') return [];
  if (!value.trimStart().startsWith('[')) return value.split(',').filter((name) => name !== '');
  try {
    return pictureNames(JSON.parse(value));
  } catch {
    return [];
  }
};
