/** What a user made of a table: order, hidden columns, widths. Pure; the preference store keeps it. */
import { WIDTH_OF } from '../format/show.ts';
import type { Column } from './types.ts';

export type Arrangement = {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns that start hidden and were called in. */
  readonly shown: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
};
export const PLAIN: Arrangement = { order: [], hidden: [], shown: [], widths: {} };

/** All columns in the user's order; new ones, which the user never saw, keep their place of the screen. */
export const ordered = <Row extends object>(
  columns: readonly Column<Row>[],
  { order }: Arrangement,
): readonly Column<Row>[] => {
  if (order.length === 0) return columns;
  const place = (column: Column<Row>, index: number): number => {
    const kept = order.indexOf(column.field);
    return kept === -1 ? index - 0.5 : kept;
  };
  return columns
    .map((column, index) => ({ column, at: place(column, index) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ column }) => column);
};
export const isShown = <Row extends object>(column: Column<Row>, { hidden, shown }: Arrangement): boolean =>
  !hidden.includes(column.field) && (column.hidden !== true || shown.includes(column.field));
/** What stands on screen, in the user's order. */
export const shownColumns = <Row extends object>(
  columns: readonly Column<Row>[],
  arrangement: Arrangement,
): readonly Column<Row>[] => ordered(columns, arrangement).filter((column) => isShown(column, arrangement));
export const toggled = <Row extends object>(column: Column<Row>, now: Arrangement): Arrangement => {
  const without = (list: readonly string[]): readonly string[] => list.filter((field) => field !== column.field);
  return isShown(column, now)
    ? { ...now, hidden: [...now.hidden, column.field], shown: without(now.shown) }
    : { ...now, hidden: without(now.hidden), shown: [...without(now.shown), column.field] };
};
/** Moves a column before another one. */
export const moved = (fields: readonly string[], from: string, to: string): readonly string[] => {
  if (from === to) return fields;
  const without = fields.filter((field) => field !== from);
  const forward = fields.indexOf(from) < fields.indexOf(to);
  without.splice(without.indexOf(to) + (forward ? 1 : 0), 0, from);
  return without;
};
export const widthOf = <Row extends object>(column: Column<Row>, { widths }: Arrangement): number =>
  widths[column.field] ?? column.width ?? WIDTH_OF[column.kind];
