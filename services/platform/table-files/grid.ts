/** A sheet as rows of cells: merged ones filled, empty rows left out, what a value does not tell kept beside it. */
import { utils, type CellObject, type WorkSheet } from 'xlsx';
import { readCell } from './cells.ts';
import type { TextRow } from './delimited-text.ts';
import { BadTable, MAX_COLUMNS, type Cell, type CellMark } from './table.ts';

/** Excel's own limit. */
const MAX_CELL = 32_767;
/** UTF-16 units of all cells: one long text may stand in every row and cost the file nothing. */
const MAX_TEXT = 16 * 1024 * 1024;

type Marks = Record<number, CellMark>;
/** `width`: fields of a row of text, which a sheet does not know. */
export type GridRow = {
  readonly row: number;
  readonly cells: Cell[];
  readonly marks: Marks;
  readonly width?: number;
};
type Count = (units: number) => void;
const textCounter = (): Count => {
  let text = 0;
  return (units) => {
    text += units;
    if (text > MAX_TEXT) throw new BadTable('too-large-inside');
  };
};

/** @throws {BadTable} for what no cell of a table holds. */
const checkText = (value: string, cell: string, count: Count): void => {
  if (value.length > MAX_CELL) throw new BadTable('cell-too-long', { cell });
  count(value.length);
};
const cellsOf = (cells: readonly (CellObject | undefined)[], row: number, count: Count): GridRow => {
  const marks: Marks = {};
  const filled = Array.from({ length: Math.min(cells.length, MAX_COLUMNS + 1) }, (_, column) => {
    const { value, mark } = readCell(cells[column]);
    if (value === null) return null;
    const cell = utils.encode_cell({ r: row, c: column });
    if (column >= MAX_COLUMNS) throw new BadTable('too-many-columns', { cell });
    if (mark !== undefined) marks[column] = mark;
    if (typeof value === 'string') checkText(value, cell, count);
    return value;
  });
  return { row: row + 1, cells: filled.slice(0, MAX_COLUMNS), marks };
};

type Range = NonNullable<WorkSheet['!merges']>[number];
const fillRange = ({ s, e }: Range, grid: readonly GridRow[], count: Count): void => {
  const value = grid[s.r]?.cells[s.c] ?? null;
  if (value === null) return;
  const several = e.r > s.r && typeof value === 'number';
  for (const { cells, marks } of grid.slice(s.r, e.r + 1)) {
    for (let column = s.c; column <= Math.min(e.c, MAX_COLUMNS - 1); column += 1) {
      if (several) marks[column] ??= 'merged';
      if (cells[column] != null) continue;
      cells[column] = value;
      count(String(value).length);
    }
  }
};
type Dense = (CellObject | undefined)[][];
const isFilled = ({ cells }: GridRow): boolean => cells.some((cell) => cell != null);
/** Empty rows at the end are only formats: cut first, they keep merges of whole columns small. */
export const gridOfSheet = (sheet: WorkSheet): readonly GridRow[] => {
  const data = (sheet as { '!data'?: Dense })['!data'] ?? [];
  const last = data.findLastIndex((cells) => (cells ?? []).some((cell) => readCell(cell).value !== null));
  const count = textCounter();
  const grid = Array.from({ length: last + 1 }, (_, row) => cellsOf(data[row] ?? [], row, count));
  for (const range of sheet['!merges'] ?? []) fillRange(range, grid, count);
  return grid.filter(isFilled);
};

/** Where another sign parts the fields, 5,125 may be a little more than five or five thousand. */
const TWO_MEANINGS = /^[+-]?[1-9]\d{0,2},\d{3}$/;
/** ="00123": so that a program that opens the text leaves the zeros. */
const KEPT_AS_TEXT = /^="([^"]*)"$/;
export const gridOfText = (rows: readonly TextRow[], delimiter: string): readonly GridRow[] => {
  const count = textCounter();
  const grid = rows.map(({ row, fields, width }): GridRow => {
    const marks: Marks = {};
    const cells = fields.map((field, column): Cell => {
      const value = field.trim().replace(KEPT_AS_TEXT, '$1');
      if (value === '') return null;
      checkText(value, utils.encode_cell({ r: row - 1, c: column }), count);
      if (delimiter === ';' && TWO_MEANINGS.test(value)) marks[column] = 'comma';
      return value;
    });
    return { row, cells, marks, width };
  });
  return grid.filter(isFilled);
};
