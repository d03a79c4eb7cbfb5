/** How wide the columns of a table are: figures are never cut, long words give way first. Pure. */
import { titleOf } from 'services/contracts/field-units';
import { WIDTH_OF, isNumeric, showIn } from '../format/show.ts';
import type { ValueKind } from '../format/kinds.ts';
import { widthOf, type Arrangement } from './arrangement.ts';
import type { Column } from './types.ts';

/** px of a cell beside its words: padding left and right, and a line. */
const AROUND = 18;
const WIDE_LETTER = 14;
const NARROW_LETTER = 8.3;
const WIDE = /[\u2e80-\uffef]/;
/** px that a text takes in the type of the tables, rather a little too many. */
export const textWidth = (text: string): number => {
  let width = 0;
  for (const letter of text) width += WIDE.test(letter) ? WIDE_LETTER : NARROW_LETTER;
  return Math.ceil(width);
};

const MARK = 20;
const ARROW = 16;
/** A figure that is drawn in a label needs its frame, too. */
const DRAWN = 20;
const LEAST_WORDS = 84;
/** Where the table scrolls anyway, words give up this much of what they could: squeezing them more brings nothing into sight. */
const SCROLLING = 0.6;
const MOST_OF_FIRST = 220;
/** A barcode, a number of a document or certificate: cut, it names nothing any more. */
const CODE = /^[\w./-]+$/;
/** Words of these kinds are of one length: they are as rigid as figures. */
const RIGID: ReadonlySet<ValueKind> = new Set(['day', 'moment', 'status', 'picture']);
const EXACT: Partial<Record<ValueKind, number>> = { day: 102, moment: 150, status: 76, picture: 46 };

const headWidth = <Row extends object>(column: Column<Row>): number =>
  textWidth(titleOf(column)) + AROUND + (column.filter === undefined ? 0 : MARK) + (column.sort === true ? ARROW : 0);
/** What the cell says; of a shop its name, not its id. */
const textIn = <Row extends object>({ field, kind, nameField, whole }: Column<Row>, row: Row): string => {
  if (whole !== undefined) return whole(row);
  const name: unknown = nameField === undefined ? undefined : row[nameField];
  return typeof name === 'string' ? name : showIn(field, kind, row, row[field]);
};
type Before<Row> = (row: Row) => number;
const longest = <Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
  before: Before<Row> = () => 0,
): number =>
  rows.reduce((most, row) => Math.max(most, textWidth(textIn(column, row)) + before(row)), 0) +
  AROUND +
  (column.render === undefined ? 0 : DRAWN);

type Room<Row> = {
  readonly arrangement: Arrangement;
  readonly rows: readonly Row[];
  readonly room: number;
  /** px that stand before the words of the first column, in a tree. */
  readonly indent?: Before<Row> | undefined;
};
type Width = { readonly wish: number; readonly least: number };
const widthFor = <Row extends object>(
  column: Column<Row>,
  { arrangement, rows, first, indent }: Omit<Room<Row>, 'room'> & { readonly first: boolean },
): Width => {
  const head = headWidth(column);
  const own = arrangement.widths[column.field];
  if (isNumeric(column.kind)) {
    const least = Math.max(head, longest(column, rows));
    return { wish: Math.max(least, own ?? 0), least };
  }
  if (own !== undefined) return { wish: own, least: own };
  const whole = Math.min(MOST_OF_FIRST, Math.max(head, longest(column, rows, first ? indent : undefined)));
  if (first) return { wish: whole, least: whole };
  const exact = EXACT[column.kind] ?? WIDTH_OF[column.kind];
  if (RIGID.has(column.kind)) return { wish: Math.max(head, exact), least: Math.max(head, exact) };
  const wish = Math.max(head, widthOf(column, arrangement));
  const code = column.whole !== undefined || rows.some((row) => CODE.test(textIn(column, row)));
  if (code) return { wish: Math.max(wish, whole), least: whole };
  return { wish, least: Math.max(head, Math.min(wish, LEAST_WORDS)) };
};

/**
 * How much words give up where the table scrolls: so much that its edge falls between two columns, for a figure cut in
 * two is read as another. The column at the edge comes into sight where that is enough, else it waits beyond, and words
 * take the room that is left before it (a share below 0).
 */
const scrollingShare = (widths: readonly Width[], room: number): number => {
  let wished = 0;
  let spare = 0;
  for (const { wish, least } of widths) {
    const [before, spareBefore] = [wished, spare];
    wished += wish;
    spare += wish - least;
    if (wished - spare * SCROLLING <= room) continue;
    const within = (wished - room) / spare;
    if (within <= 1) return within;
    return spareBefore > 0 ? (before - room) / spareBefore : SCROLLING;
  }
  return SCROLLING;
};

/**
 * px per column, in their order. Where all do not fit into `room`, what words wish beyond their least is given up
 * evenly; figures, days, codes and the first column keep theirs, and only then the table scrolls.
 */
export const layoutOf = <Row extends object>(
  columns: readonly Column<Row>[],
  { room, ...rest }: Room<Row>,
): readonly number[] => {
  const widths = columns.map((column, index) => widthFor(column, { ...rest, first: index === 0 }));
  const wished = widths.reduce((sum, { wish }) => sum + wish, 0);
  const spare = widths.reduce((sum, { wish, least }) => sum + wish - least, 0);
  const over = Math.max(0, wished - room);
  const share = over > spare ? scrollingShare(widths, room) : over / Math.max(1, spare);
  return widths.map(({ wish, least }) => Math.floor(wish - (wish - least) * share));
};
