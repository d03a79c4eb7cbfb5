/** What a cell of a supplier's table says: the value its form field would carry, and how that reads. Pure. */
import { CARAT, GRAM, pricedPer, unitInTitle } from '../../contracts/field-units.ts';
import { isPlainNumber, plainNumber, type NumberKind } from '../../contracts/typed-number.ts';
import type { FieldKind } from '../fields.ts';
import { inPoints, type ImportField } from './contract.ts';

/** A cell as text, whatever a row of a body holds. */
export const cellText = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell);

/** Why a cell is refused, in words. */
export class BadCell extends Error {}

const EXCEL_ERROR = /^#(REF|N\/A|VALUE|DIV\/0|NAME|NUM|NULL|ERROR)[!?]?$/i;
/** What people write where nothing is. */
const DASHES = /^[-–—―－_/／\\]+$/;
const NOTHING = /^(无|没有|n\/a|null|none)$/i;
/** Of these dictionaries 无 is a word: a piece without a stone says so. */
const KNOWS_NONE = 'stoneName';
/** Beyond 15 digits a number cell has lost the rest of a code. */
const MAX_CODE = 999_999_999_999_999;
const NUMBER_KINDS: Readonly<Partial<Record<FieldKind, NumberKind>>> = {
  grams: 'weight',
  carats: 'carat',
  yuan: 'money',
  count: 'count',
};
/** 560元/克 in a column of prices is 560. */
const PER = /\s*\/\s*(克|g|件|粒|克拉|ct)$/i;
const PRICE_MODES: Readonly<Record<string, string>> = {
  '1': '1',
  一口价: '1',
  按件: '1',
  计件: '1',
  '2': '2',
  按克: '2',
  计克: '2',
  按克重: '2',
  计重: '2',
};

const isEmpty = (cell: unknown, { dict }: ImportField): boolean => {
  if (cell === null || cell === undefined || cell === '') return true;
  if (typeof cell !== 'string') return false;
  const text = cell.trim();
  return text === '' || DASHES.test(text) || (NOTHING.test(text) && !(text === '无' && dict === KNOWS_NONE));
};

const isWords = ({ kind }: ImportField): boolean => kind === 'text' || kind === 'choice';
const textValue = (cell: unknown): unknown => {
  if (typeof cell !== 'number') return cell;
  if (Math.abs(cell) > MAX_CODE) throw new BadCell('数字过长已丢失精度，请把该列设为文本格式');
  return String(cell);
};
const modeValue = (cell: unknown): unknown => {
  const mode = PRICE_MODES[cellText(cell).normalize('NFKC').trim()];
  if (mode === undefined) throw new BadCell('计价方式应为“一口价”或“按克”');
  return mode;
};
const caratsFromPoints = (points: number): number => Number((points / 100).toFixed(6));
const typedNumber = (cell: string, kind: FieldKind, points: boolean): unknown => {
  const bare = kind === 'yuan' ? cell.trim().replace(PER, '') : cell;
  const text = plainNumber(bare, NUMBER_KINDS[kind], kind === 'ratio' ? '倍' : '');
  if (text === '') return undefined;
  if (!isPlainNumber(text)) return text;
  // A unit in the cell is nearer than the one in the heading.
  return points && isPlainNumber(cell.trim()) ? caratsFromPoints(Number(text)) : Number(text);
};
const numberValue = (cell: unknown, { kind }: ImportField, heading: string): unknown => {
  const points = kind === 'carats' && inPoints(heading);
  if (typeof cell === 'string') return typedNumber(cell, kind, points);
  return points && typeof cell === 'number' ? caratsFromPoints(cell) : cell;
};

/** A cell as the form field would carry it; undefined where nothing was meant. @throws {BadCell} */
export const wireValue = (cell: unknown, field: ImportField, heading = ''): unknown => {
  if (isEmpty(cell, field)) return undefined;
  if (typeof cell === 'string' && EXCEL_ERROR.test(cell.trim())) throw new BadCell('单元格公式有错误');
  if (field.wire === 'priceMode') return modeValue(cell);
  return isWords(field) ? textValue(cell) : numberValue(cell, field, heading);
};

const MODE_NAMES: Readonly<Record<string, string>> = { '1': '一口价', '2': '按克' };
/** With thousands, as every list shows it. */
const grouped = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
const shown = (value: number, { wire, kind }: ImportField, row: object): string => {
  if (kind === 'grams') return `${grouped(value, 3)} ${GRAM}`;
  if (kind === 'carats') return `${grouped(value, 3)} ${CARAT}`;
  if (kind === 'yuan') return `${grouped(value, 2)} ${pricedPer(wire, row) ?? unitInTitle(wire, kind) ?? '元'}`;
  return kind === 'ratio' ? `${value} 倍` : String(value);
};
/** Of these 0 is not given: the formula stands. */
const BY_FORMULA: readonly string[] = ['piceCost', 'weight'];
const valueInWords = (value: unknown, cell: unknown, field: ImportField, row: object): string => {
  if (value === undefined) return '';
  if (field.wire === 'priceMode') return MODE_NAMES[cellText(value)] ?? '';
  if (value === 0 && BY_FORMULA.includes(field.wire)) return '按公式计算';
  if (typeof value === 'number') return shown(value, field, row);
  // What is no number is shown as it stands, not without its unit.
  return cellText(isWords(field) ? value : cell);
};
/** The value in words: 30分 in a carat column reads 0.300 克拉; '' where nothing was meant. `row` says what a stone's price is per. */
export const readingOf = (cell: unknown, field: ImportField, heading: string, row: object = {}): string => {
  try {
    return valueInWords(wireValue(cell, field, heading), cell, field, row);
  } catch (error) {
    if (error instanceof BadCell) return cellText(cell);
    throw error;
  }
};
