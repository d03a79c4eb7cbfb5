/** Tables of the printed data, and the same as one record with its lists. Pure. */
import type { PrintData } from './values.ts';

/** The list of a document's lines; a label is one line of it. */
const LINES_FIELD = 'goods';
/** One record under its fields, lists under their names: what a layout's fields and tables ask for. */
export const flat = (kind: string, tables: Readonly<Record<string, readonly PrintData[]>>): PrintData => {
  const { master = [], ...lists } = tables;
  return kind === 'label' ? (tables[LINES_FIELD]?.[0] ?? {}) : { ...lists, ...master[0] };
};
/** Lists and record apart again, as the print service takes them (S1§7). */
export const tablesOf = (data: PrintData): Readonly<Record<string, readonly unknown[]>> => {
  const entries = Object.entries(data);
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  return {
    master: [Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)))],
    ...Object.fromEntries(lists),
  };
};
