/** A cell's value, its words, and what a typed or pasted text makes of its line. */
import { addDays } from 'services/contracts/dates';
import { pricedPer, unitInTitle } from 'services/contracts/field-units';
import { fits, tooLong } from 'services/contracts/limits';
import type { Option } from '../format/kinds.ts';
import { parseNumber, ruleOf } from '../format/numbers.ts';
import { NOTHING, isNumeric, showIn } from '../format/show.ts';
import type { LineModel } from './line-model.ts';
import { rectangle, type CellPosition, type Range } from './selection.ts';
import type { CellChange, CellRefusal, GridColumn, LineColumn } from './types.ts';

type CellReading = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

const getters = new WeakMap<object, (line: never) => unknown>();
/** One function per column, so that kept sums recognise it. */
export const getterOf = <L extends object>(column: GridColumn<L>): ((line: L) => unknown) => {
  let getter = getters.get(column) as ((line: L) => unknown) | undefined;
  if (getter === undefined) {
    getter = column.compute ?? ((line: L) => line[column.field]);
    getters.set(column, getter);
  }
  return getter;
};

export const cellText = <L extends object>(column: GridColumn<L>, line: L, options: readonly Option[] = []): string => {
  const value = getterOf(column)(line);
  if (options.length > 0) {
    const option = options.find((each) => each.value === String(value));
    if (option !== undefined) return option.label;
  }
  const text = showIn(column.field, column.kind, line, value);
  return text === NOTHING ? '' : text;
};
/** Text as it stands in an editor and on the clipboard: no ¥, no unit, no separators. */
export const plainText = <L extends object>(
  column: GridColumn<L>,
  line: L,
  options: readonly Option[] = [],
): string => {
  const value = getterOf(column)(line);
  if (value === null || value === undefined) return '';
  if (isNumeric(column.kind) && (typeof value === 'number' || typeof value === 'string')) return String(value);
  return cellText(column, line, options);
};

export const isEditable = <L extends object>(column: LineColumn<L>, line: L, readOnly: boolean): boolean =>
  !readOnly && column.edit !== undefined && column.compute === undefined && (column.editable?.(line) ?? true);

const typedDay = (text: string): CellReading => {
  const clean = text
    .normalize('NFKC')
    .trim()
    .replaceAll(/[./年月]/g, '-')
    .replace(/日$/, '');
  if (clean === '') return { ok: true, value: undefined };
  const [year, month, date] = clean.split('-');
  const day = `${year}-${(month ?? '').padStart(2, '0')}-${(date ?? '').padStart(2, '0')}`;
  const real = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && addDays(day, 0) === day;
  return real ? { ok: true, value: day } : { ok: false, message: '日期格式应为 yyyy-MM-dd' };
};
const typedOption = (text: string, options: readonly Option[]): CellReading => {
  const clean = text.normalize('NFKC').trim();
  if (clean === '') return { ok: true, value: undefined };
  const found = options.find((option) => option.label === clean || option.value === clean);
  return found === undefined ? { ok: false, message: `没有“${clean}”这个选项` } : { ok: true, value: found.value };
};
const typedText = (text: string, max = Number.POSITIVE_INFINITY): CellReading =>
  fits(text, max) ? { ok: true, value: text.trim() } : { ok: false, message: tooLong(max) };
/** A figure by the rule of its kind; its line says what the price of a stone is per. */
const typedNumber = <L extends object>(column: LineColumn<L>, text: string, line: object): CellReading => {
  const unit = pricedPer(column.field, line) ?? unitInTitle(column.field, column.kind);
  return parseNumber(text, ruleOf(column.kind, { ...column, unit }));
};
/** What a text means in a column. */
export const typedValue = <L extends object>(
  column: LineColumn<L>,
  text: string,
  options: readonly Option[] = [],
  line: object = {},
): CellReading => {
  const { edit = 'text' } = column;
  switch (edit) {
    case 'number':
      return typedNumber(column, text, line);
    case 'day':
      return typedDay(text);
    case 'select':
      return typedOption(text, options);
    case 'dict':
      return options.length === 0 ? { ok: true, value: text.trim() } : typedOption(text, options);
    case 'text':
      return typedText(text, column.maxLength);
  }
};

type TypedCell<L extends object> = { readonly row: number; readonly column: LineColumn<L>; readonly text: string };
const apply = <L extends object>(
  model: LineModel<L>,
  { row, column, text }: TypedCell<L>,
  change: CellChange<L> | CellRefusal,
): string | undefined => {
  if ('refused' in change) {
    model.refuse(row, column.field, { text, message: change.refused });
    return change.refused;
  }
  const { line, message } = change;
  model.setAt(row, line, message === undefined ? undefined : { [column.field]: message }, column.field);
  return message;
};

/** What a new value makes of its line: the column's own answer, else the value in its field. */
const changeOf = <L extends object>(column: LineColumn<L>, line: L, value: unknown): CellChange<L> | CellRefusal =>
  column.change?.(line, value) ?? { line: { ...line, [column.field]: value } };

/** Types a text into a cell; a text that is no value stays visible with its reason. @returns the message, if any. */
export const typeInto = <L extends object>(
  model: LineModel<L>,
  place: { readonly row: number; readonly column: LineColumn<L> },
  text: string,
  options: readonly Option[] = [],
): string | undefined => {
  const { row, column } = place;
  const line = model.at(row);
  if (line === undefined) return undefined;
  const typed = typedValue(column, text, options, line);
  if (!typed.ok) {
    model.refuse(row, column.field, { text, message: typed.message });
    return typed.message;
  }
  const nothing = column.edit === 'text' ? '' : null;
  const hadTyped = model.typedOf(line)?.[column.field] !== undefined;
  const value = typed.value ?? nothing;
  if (!hadTyped && value === (getterOf(column)(line) ?? nothing)) return undefined;
  return apply(model, { ...place, text }, changeOf(column, line, value));
};

type EditableGrid<L extends object> = {
  readonly columns: readonly LineColumn<L>[];
  readonly readOnly: boolean;
  readonly newLine?: (() => L) | undefined;
  readonly optionsOf: (column: LineColumn<L>) => readonly Option[];
};
export const copyRange = <L extends object>(model: LineModel<L>, sheet: EditableGrid<L>, range: Range): string[][] => {
  const { top, bottom, left, right } = rectangle(range);
  const rows: string[][] = [];
  for (let row = top; row <= bottom; row++) {
    const line = model.at(row);
    if (line === undefined) break;
    const columns = sheet.columns.slice(left, right + 1);
    rows.push(columns.map((column) => plainText(column, line, sheet.optionsOf(column))));
  }
  return rows;
};
/** New lines, where the screen allows them, until there are `end` of them. */
const growTo = <L extends object>(model: LineModel<L>, { newLine, readOnly }: EditableGrid<L>, end: number): void => {
  const missing = end - model.length;
  if (missing > 0 && newLine !== undefined && !readOnly) model.append(Array.from({ length: missing }, () => newLine()));
};
/** One cell of a paste. */
const pasteCell = <L extends object>(
  model: LineModel<L>,
  sheet: EditableGrid<L>,
  { row, col }: CellPosition,
  text: string,
): 'taken' | 'refused' | 'skipped' => {
  const column = sheet.columns[col];
  const line = model.at(row);
  if (column === undefined || line === undefined || !isEditable(column, line, sheet.readOnly)) return 'skipped';
  return typeInto(model, { row, column }, text, sheet.optionsOf(column)) === undefined ? 'taken' : 'refused';
};
export type PasteResult = { readonly rows: number; readonly refused: number; readonly skipped: number };
/**
 * Pastes cells from the top left corner; one value fills the whole selection, as in Excel. Rows past the end are
 * new lines where the screen allows them. One step of undo.
 */
export const pasteInto = <L extends object>(
  model: LineModel<L>,
  sheet: EditableGrid<L>,
  range: Range,
  cells: readonly (readonly string[])[],
): PasteResult => {
  const { top, bottom, left, right } = rectangle(range);
  const one = cells.length === 1 && cells[0]!.length === 1;
  const height = one ? bottom - top + 1 : cells.length;
  const width = right - left + 1;
  const count = { taken: 0, refused: 0, skipped: 0 };
  model.together(() => {
    growTo(model, sheet, top + height);
    for (let down = 0; down < height; down++) {
      const texts = one ? Array.from({ length: width }, () => cells[0]![0]!) : cells[down]!;
      for (const [across, text] of texts.entries())
        count[pasteCell(model, sheet, { row: top + down, col: left + across }, text)] += 1;
    }
  });
  const { refused, skipped } = count;
  return { rows: Math.min(height, Math.max(0, model.length - top)), refused, skipped };
};
export const clearRange = <L extends object>(model: LineModel<L>, sheet: EditableGrid<L>, range: Range): void => {
  const { top, bottom, left, right } = rectangle(range);
  model.together(() => {
    for (let row = top; row <= bottom; row++) {
      for (const column of sheet.columns.slice(left, right + 1)) {
        const line = model.at(row);
        if (line !== undefined && isEditable(column, line, sheet.readOnly)) typeInto(model, { row, column }, '');
      }
    }
  });
};
