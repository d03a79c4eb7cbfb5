import type { ClipboardEvent, KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { pictureNames } from '../format/show.ts';
import { openPictures } from '../pieces/open-pictures.tsx';
import { clearRange, copyRange, getterOf, isEditable, pasteInto, plainText } from './cells.ts';
import type { LineModel } from './line-model.ts';
import { at, moveBy, nextCell, stepOf, type Range } from './selection.ts';
import { formatTsv, parseTsv } from './tsv.ts';
import type { Edit, LineColumn } from './types.ts';
import type { Option } from '../format/kinds.ts';

export type GridState<L extends object> = {
  readonly model: LineModel<L>;
  readonly columns: readonly LineColumn<L>[];
  readonly readOnly: boolean;
  readonly newLine: (() => L) | undefined;
  readonly optionsOf: (column: LineColumn<L>) => readonly Option[];
  readonly range: Range;
  /** Without scrolling to it. */
  readonly setRange: (range: Range) => void;
  readonly page: number;
  readonly select: (range: Range) => void;
  readonly edited: Edit | undefined;
  readonly setEdit: (edit: Edit | undefined) => void;
  readonly focus: () => void;
  readonly say: (text: string, refused?: { readonly row: number; readonly col: number }) => void;
  readonly onOpen: ((line: L) => void) | undefined;
  /** Esc was pressed: the next Tab leaves the grid, so nobody is caught in it. */
  readonly leaving: { current: boolean };
};

/** Opens the editor before the key that caused it reaches the page, so its character (or composition) lands inside. */
export const startEdit = <L extends object>(grid: GridState<L>, fresh: boolean): boolean => {
  const { row, col } = grid.range.focus;
  const column = grid.columns[col];
  const line = grid.model.at(row);
  if (column === undefined || line === undefined || !isEditable(column, line, grid.readOnly)) return false;
  const text = fresh
    ? ''
    : (grid.model.typedOf(line)?.[column.field] ?? plainText(column, line, grid.optionsOf(column)));
  flushSync(() => grid.setEdit({ row, col, text, fresh }));
  return true;
};

const command = <L extends object>(grid: GridState<L>, event: KeyboardEvent): boolean => {
  const key = event.key.toLowerCase();
  const { model, columns } = grid;
  if (key === 'a') {
    grid.select({ anchor: { row: 0, col: 0 }, focus: { row: model.length - 1, col: columns.length - 1 } });
    return true;
  }
  if (grid.readOnly) return false;
  if (key === 'z' && !event.shiftKey) {
    grid.say(model.undo() ? '已撤销' : '没有可撤销的操作');
    return true;
  }
  if (key === 'y' || (key === 'z' && event.shiftKey)) {
    grid.say(model.redo() ? '已重做' : '没有可重做的操作');
    return true;
  }
  return false;
};
const act = <L extends object>(grid: GridState<L>): boolean => {
  const column = grid.columns[grid.range.focus.col];
  const line = grid.model.at(grid.range.focus.row);
  if (column?.kind !== 'picture' || line === undefined) return false;
  openPictures(pictureNames(getterOf(column)(line)));
  return true;
};

const tab = <L extends object>(grid: GridState<L>, back: boolean): boolean => {
  if (grid.readOnly || grid.leaving.current) return false;
  const next = nextCell(grid.range.focus, back, { rows: grid.model.length, cols: grid.columns.length });
  if (next === undefined) return false;
  grid.select(at(next.row, next.col));
  return true;
};
const enter = <L extends object>(grid: GridState<L>, up: boolean): boolean => {
  const line = grid.model.at(grid.range.focus.row);
  if (grid.onOpen !== undefined && line !== undefined) {
    grid.onOpen(line);
    return true;
  }
  const extent = { rows: grid.model.length, cols: grid.columns.length };
  grid.select(moveBy(grid.range, { row: up ? -1 : 1, col: 0 }, { extent, extend: false }));
  return true;
};
const escape = <L extends object>(grid: GridState<L>): boolean => {
  if (grid.readOnly || grid.leaving.current) return false;
  grid.leaving.current = true;
  grid.say('再按 Tab 离开表格');
  return true;
};

/** A key that types a character, without a command key. */
const types = (event: KeyboardEvent): boolean =>
  event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
const STAYS = new Set(['Tab', 'Escape', 'Shift']);

const special = <L extends object>(grid: GridState<L>, event: KeyboardEvent): boolean | undefined => {
  switch (event.key) {
    case 'Enter':
      // Ctrl Enter saves the dialog around the grid.
      return event.ctrlKey || event.metaKey ? false : enter(grid, event.shiftKey);
    case 'Tab':
      return tab(grid, event.shiftKey);
    case 'Escape':
      return escape(grid);
    case 'F2':
      return startEdit(grid, false);
    case 'Delete':
    case 'Backspace':
      clearRange(grid.model, grid, grid.range);
      return !grid.readOnly;
    case ' ':
      return act(grid) || startEdit(grid, true);
    default:
      return undefined;
  }
};

/** Keys of the grid while no cell is open. */
export const onGridKey = <L extends object>(grid: GridState<L>, event: KeyboardEvent): void => {
  // An input method is about to compose: the editor must have the focus before it does.
  if (event.keyCode === 229) {
    startEdit(grid, true);
    return;
  }
  const ctrl = event.ctrlKey || event.metaKey;
  if (!STAYS.has(event.key)) grid.leaving.current = false;
  const extent = { rows: grid.model.length, cols: grid.columns.length };
  const step = stepOf({ key: event.key, ctrl, page: grid.page }, grid.range.focus, extent);
  if (step !== undefined) {
    event.preventDefault();
    grid.select(moveBy(grid.range, step, { extent, extend: event.shiftKey }));
    return;
  }
  const handled = special(grid, event) ?? (ctrl ? command(grid, event) : false);
  if (handled) {
    event.preventDefault();
    event.stopPropagation();
    return;
  }
  if (types(event)) startEdit(grid, true);
};

export const onGridCopy = <L extends object>(grid: GridState<L>, event: ClipboardEvent): void => {
  event.preventDefault();
  event.clipboardData.setData('text/plain', formatTsv(copyRange(grid.model, grid, grid.range)));
  if (event.type === 'cut') clearRange(grid.model, grid, grid.range);
};
export const onGridPaste = <L extends object>(grid: GridState<L>, event: ClipboardEvent): void => {
  if (grid.readOnly) return;
  event.preventDefault();
  const cells = parseTsv(event.clipboardData.getData('text/plain'));
  const { rows, refused, skipped } = pasteInto(grid.model, grid, grid.range, cells);
  const bad = refused === 0 ? '' : `，${refused}个单元格需要修改`;
  const left = skipped === 0 ? '' : `，${skipped}个单元格不可编辑已跳过`;
  grid.say(`已粘贴${rows}行${bad}${left}`);
};
