import type { MouseEvent } from 'react';
import { TEXTS } from '../format/texts.ts';
import { confirm } from '../pieces/confirm.tsx';
import type { CellPosition, Range } from './selection.ts';
import { startEdit, type GridState } from './use-grid-keys.ts';

const placeOf = (target: EventTarget | null): CellPosition | undefined => {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
  const col = target.closest<HTMLElement>('[data-col]')?.dataset['col'];
  return row === undefined || col === undefined ? undefined : { row: Number(row), col: Number(col) };
};
const inEditor = (event: MouseEvent): boolean => event.target instanceof HTMLInputElement;

/** What a press at a cell selects: the cell, on the number its whole row; Shift keeps the old anchor. */
const pressedRange = ({ row, col }: CellPosition, columns: number, kept: CellPosition | undefined): Range => {
  const wholeRow = col === -1;
  const anchor = kept ?? { row, col: wholeRow ? 0 : col };
  return { anchor, focus: { row, col: wholeRow ? columns - 1 : col } };
};

/** Clicks choose cells, Shift and dragging widen, a click on the number takes the row; 删除 asks first. */
export const gridMouse = <L extends object>(
  grid: GridState<L>,
  onCellClick: ((line: L, field: string) => void) | undefined,
) => {
  const { range, columns, model } = grid;
  const remove = async (row: number): Promise<void> => {
    if (await confirm({ text: TEXTS.removeLine, danger: true })) model.removeAt(row);
    grid.focus();
  };
  return {
    onMouseDown: (event: MouseEvent): void => {
      const place = placeOf(event.target);
      if (place === undefined || inEditor(event)) return;
      grid.leaving.current = false;
      grid.setRange(pressedRange(place, columns.length, event.shiftKey ? range.anchor : undefined));
    },
    onMouseMove: (event: MouseEvent): void => {
      if (event.buttons !== 1 || inEditor(event)) return;
      const place = placeOf(event.target);
      if (place === undefined || place.col < 0) return;
      if (place.row === range.focus.row && place.col === range.focus.col) return;
      grid.setRange({ anchor: range.anchor, focus: place });
    },
    onClick: (event: MouseEvent): void => {
      const row = event.target instanceof HTMLElement ? event.target.dataset['remove'] : undefined;
      if (row !== undefined) return void remove(Number(row));
      const place = placeOf(event.target);
      const line = place === undefined ? undefined : model.at(place.row);
      const field = place === undefined ? undefined : columns[place.col]?.field;
      if (line !== undefined && field !== undefined) onCellClick?.(line, field);
    },
    onDoubleClick: (event: MouseEvent): void => {
      if (inEditor(event)) return;
      const line = model.at(range.focus.row);
      if (!startEdit(grid, false) && line !== undefined) grid.onOpen?.(line);
    },
  };
};
