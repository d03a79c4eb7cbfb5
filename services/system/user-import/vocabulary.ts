/** Headings of a table of people, for the worker that reads it. Pure. */
import { COLUMNS, spaceless } from './sheet.ts';

const LABELS = new Set(COLUMNS.map(({ label }) => label));
export const vocabulary = (headings: readonly string[]): number =>
  new Set(headings.map(spaceless).filter((heading) => LABELS.has(heading))).size;
