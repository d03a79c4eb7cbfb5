/** What a cell of a supplier's table says: the value its form field would carry, and how that reads. Pure. */
import { CARAT, GRAM, pricedPer, unitInTitle } from '../../contracts/field-units.ts';
import { isPlainNumber, plainNumber, type NumberKind } from '../../contracts/typed-number.ts';
import type { FieldKind } from '../fields.ts';
import type { CellMark } from '../../platform/table-files/table.ts';
import { isFieldName, type ImportField } from './contract.ts';
import { whyDamaged, whyMarked } from './cell-damage.ts';
import { answered, converted, unitAbove, unitOf, unitOfHeading, type ColumnUnit } from './units.ts';

/** A cell as text, whatever a row of a body holds. */
export const cellText = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell);

/** Why a cell is refused, in words. */
export class BadCell extends Error {}

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
/** What the file tells of a cell beside its value. */
export type CellHints = {
  readonly mark?: CellMark | undefined;
  /** Of the column; absent: what its heading says. */
  readonly unit?: ColumnUnit | null | undefined;
  /** Which of a question's choices somebody took for the column. */
  readonly answer?: string | undefined;
  /** Typed by hand into a grid: no program has changed it. */
  readonly typed?: boolean;
};
/** What a column's numbers are in: its heading says so, else what stands above the table. */
export const columnUnit = (heading: string, field: ImportField, titles: readonly string[] = []): ColumnUnit | null =>
  unitOfHeading(heading, field, isFieldName) ?? unitAbove(titles, field);
/** @throws {BadCell} where the unit does not fit, or nobody has said which one is meant. */
const factorOf = (unit: ColumnUnit | null, answer: string | undefined): number => {
  if (unit === null) return 1;
  if ('unfit' in unit) throw new BadCell(unit.unfit);
  const factor = answered(unit, answer);
  if (factor === null && 'question' in unit) throw new BadCell(`${unit.question}请在“单位”处选择`);
  return factor ?? 1;
};
/** A number and the unit behind it: 30分, 1.2万元, 560元/克. */
const WITH_UNIT = /^(¥?\s*[+-]?[\d.,'\s]+?)\s*([^\d\s.,'+-][^\d]*)$/;
/** What a cell's own unit asks: 5钱 below a heading that says nothing. */
export const askedByCell = (cell: unknown, field: ImportField): ColumnUnit | null => {
  if (typeof cell !== 'string' || isWords(field)) return null;
  const unit = unitOf(WITH_UNIT.exec(cell.normalize('NFKC').trim())?.[2] ?? '', field);
  return unit !== null && 'choices' in unit ? unit : null;
};
const numberIn = (text: string, kind: FieldKind): string =>
  plainNumber(text, NUMBER_KINDS[kind], kind === 'ratio' ? '倍' : '');
const typedNumber = (
  cell: string,
  field: ImportField,
  column: ColumnUnit | null,
  answer: string | undefined,
): unknown => {
  const { kind } = field;
  const [, amount = '', said = ''] = WITH_UNIT.exec(cell.replaceAll('。', '.').normalize('NFKC').trim()) ?? [];
  // A unit in the cell is nearer than the one in the heading.
  const own = said === '' ? null : unitOf(said, field);
  const text = numberIn(own === null ? cell : amount, kind);
  if (text === '') return undefined;
  if (!isPlainNumber(text)) return text;
  return converted(Number(text), factorOf(own ?? column, answer));
};
const numberValue = (cell: unknown, field: ImportField, heading: string, { unit, answer }: CellHints): unknown => {
  const column = unit === undefined ? columnUnit(heading, field) : unit;
  if (typeof cell === 'string') return typedNumber(cell, field, column, answer);
  return typeof cell === 'number' ? converted(cell, factorOf(column, answer)) : cell;
};

/** A cell as the form field would carry it; undefined where nothing was meant. @throws {BadCell} */
export const wireValue = (cell: unknown, field: ImportField, heading = '', told: CellHints = {}): unknown => {
  const marked = whyMarked(told.mark, field);
  if (marked !== null) throw new BadCell(marked);
  if (isEmpty(cell, field)) return undefined;
  const damaged = typeof cell === 'string' && told.typed !== true ? whyDamaged(cell, field) : null;
  if (damaged !== null) throw new BadCell(damaged);
  if (field.wire === 'priceMode') return modeValue(cell);
  return isWords(field) ? textValue(cell) : numberValue(cell, field, heading, told);
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
export type Reading = CellHints & { readonly heading: string; readonly row?: object };
export const readingOf = (cell: unknown, field: ImportField, { heading, row = {}, ...told }: Reading): string => {
  try {
    return valueInWords(wireValue(cell, field, heading, told), cell, field, row);
  } catch (error) {
    if (error instanceof BadCell) return cellText(cell);
    throw error;
  }
};
