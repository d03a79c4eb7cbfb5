/** A cell of a workbook as its writer meant it: its value, and what the value alone does not tell (R150). */
import { SSF, type CellObject } from 'xlsx';
import type { Cell, CellMark } from './table.ts';

export type Read = { readonly value: Cell; readonly mark?: CellMark };
const NOTHING: Read = { value: null };

/** The first section of a format, where 0"分" says the unit. */
const firstPart = (format: string): string => format.split(';')[0] ?? '';
const literalsOf = (format: string): string =>
  [...firstPart(format).matchAll(/"([^"]*)"|\\(.)/g)]
    .map(([, quoted, single]) => quoted ?? single ?? '')
    .join('')
    .trim();
const FOREIGN = /US\$|HK\$|[$€£₩฿]|USD|HKD|EUR|GBP|JPY/i;
/** `[$HK$-C04]`, `"US$"`; of a bare $ nobody knows where the file was written: programs store ¥ by its number so. */
const isForeign = (format: string): boolean => {
  const named = [...format.matchAll(/\[\$([^\]-]+)(?:-[^\]]*)?\]/g)].map(([, sign]) => sign ?? '').join('');
  return FOREIGN.test(named) || /US\$|HK\$|[€£]/i.test(literalsOf(format));
};
/** 12345 shown as 1.2万: the unit is of what is shown. */
const isScaled = (format: string): boolean =>
  /[0#?],+(?![0#?])|!\.|\\\./.test(firstPart(format).replaceAll(/"[^"]*"/g, ''));
const UNIT = /^(克|g|毫克|mg|千克|公斤|kg|克拉|ct|cts|分|钱|两|元|千元|万元|万|千|件|粒|颗|倍)$/i;

/** Numbers stay numbers, except zero-padded codes, which are what they look like, and those whose format says a unit. */
const numberOf = ({ v, w, z }: CellObject): Read => {
  const format = typeof z === 'string' ? z : '';
  if (SSF.is_date(format) && w !== undefined) return { value: w, mark: 'date' };
  if (/^0{2,}$/.test(format) && w !== undefined) return { value: w };
  const value = Number(v);
  if (isForeign(format)) return { value, mark: 'foreign' };
  if (
    firstPart(format)
      .replaceAll(/"[^"]*"/g, '')
      .includes('%')
  )
    return { value, mark: 'percent' };
  const unit = literalsOf(format);
  return UNIT.test(unit) && !isScaled(format) ? { value: `${value}${unit}` } : { value };
};
const isUnworked = ({ v, t, f, w }: CellObject): boolean =>
  (f !== undefined && (t === 'z' || v === undefined || (typeof v === 'number' && Number.isNaN(v)))) ||
  (t === 'e' && v === undefined && w === undefined);

const valueOf = (cell: CellObject): Read => {
  const { v, t, w } = cell;
  if (t === 'e') return { value: w ?? '#ERROR!' };
  if (typeof v === 'boolean') return { value: v ? '是' : '否' };
  if (typeof v === 'number') return Number.isNaN(v) ? NOTHING : numberOf(cell);
  const text = String(v ?? '').trim();
  return text === '' ? NOTHING : { value: text };
};
export const readCell = (cell: CellObject | undefined): Read => {
  if (cell === undefined) return NOTHING;
  if (isUnworked(cell)) return { value: '', mark: 'formula' };
  return cell.v == null ? NOTHING : valueOf(cell);
};
