/** How wide the columns of a table are: figures are never cut, long words give way first. Pure. */
import { titleOf } from 'services/contracts/field-units';
import { WIDTH_OF, isNumeric, showInList } from '../format/show.ts';
import type { ValueKind } from '../format/kinds.ts';
import { WIDE_LETTER, isNameOfGoods, textWidth } from '../format/text-width.ts';
import { widthOf, type Arrangement } from './arrangement.ts';
import type { Column } from './types.ts';

/** px of a cell beside its words: padding left and right, and a line. */
const AROUND = 18;

const MARK = 20;
const ARROW = 16;
/** A figure that is drawn in a label needs its frame, too. */
const DRAWN = 20;
const LEAST_WORDS = 84;
/** Where the table scrolls anyway, words give up this much of what they could: squeezing them more brings nothing into sight. */
const SCROLLING = 0.6;
const MOST_OF_FIRST = 220;
/** A barcode, a number of a document or certificate, a masked telephone by its last digits: cut, it names nothing any more. */
const CODE = /^[\w./\u2022-]+$/;
/** Names that are read in every row: of goods twelve letters, of shops eight, stand before other words have what they wish. */
const LEAST_NAME = 12 * WIDE_LETTER + AROUND;
const MOST_NAME = 320;
const SHOPS = /^(?:shop|.*Shop)(?:Id|Name)$/;
const LEAST_SHOP = 8 * WIDE_LETTER + AROUND;
/** Words of these kinds are of one length: they are as rigid as figures. */
const RIGID: ReadonlySet<ValueKind> = new Set(['day', 'moment', 'status', 'picture']);
const EXACT: Partial<Record<ValueKind, number>> = { day: 102, moment: 150, status: 76, picture: 46 };

const headWidth = <Row extends object>(column: Column<Row>): number =>
  textWidth(titleOf(column)) + AROUND + (column.filter === undefined ? 0 : MARK) + (column.sort === true ? ARROW : 0);
/** What the cell says; of a shop its name, not its id. */
const textIn = <Row extends object>({ field, kind, nameField, whole }: Column<Row>, row: Row): string => {
  if (whole !== undefined) return whole(row);
  const name: unknown = nameField === undefined ? undefined : row[nameField];
  return typeof name === 'string' ? name : showInList(field, kind, row, row[field]);
};
type LeadingWidth<Row> = (row: Row) => number;
const longest = <Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
  before: LeadingWidth<Row> = () => 0,
): number =>
  rows.reduce((most, row) => Math.max(most, textWidth(textIn(column, row)) + before(row)), 0) +
  AROUND +
  (column.render === undefined ? 0 : DRAWN);

/** px of a label beside its words, which are smaller. */
const LABEL = 18;
const LABEL_TYPE = 12 / WIDE_LETTER;
/** Of a state, the longest label that is listed. */
const labelWidth = <Row extends object>({ field, labels }: Column<Row>, rows: readonly Row[]): number =>
  labels === undefined
    ? 0
    : rows.reduce((most, row) => {
        const { text = '' } = labels[String(row[field])] ?? {};
        return Math.max(most, Math.ceil(textWidth(text) * LABEL_TYPE) + LABEL + AROUND);
      }, 0);

/** How long the word of a code is, or what a screen draws itself, is not known here. */
const knownIn = <Row extends object>({ render, kind, nameField }: Column<Row>): boolean =>
  render === undefined && kind !== 'dict' && (kind !== 'shop' || nameField !== undefined);

type Room<Row> = {
  readonly arrangement: Arrangement;
  readonly rows: readonly Row[];
  readonly room: number;
  /** px that stand before the words of the first column, in a tree. */
  readonly indent?: LeadingWidth<Row> | undefined;
};
/** `whole` is between the two: nothing that is listed is cut. */
type Width = { readonly wish: number; readonly whole: number; readonly least: number };
/** px that a name keeps, where it is as long; undefined of other words. */
const leastOf = <Row extends object>({ field, kind }: Column<Row>): number | undefined => {
  if (isNameOfGoods(field, kind)) return LEAST_NAME;
  return kind === 'shop' || SHOPS.test(field) ? LEAST_SHOP : undefined;
};
/** Of a dictionary, and of a shop that the row names by its number, what stands in the row is not what is read. */
const isCode = <Row extends object>(column: Column<Row>, rows: readonly Row[]): boolean => {
  const { kind, nameField, whole } = column;
  if (kind === 'dict') return false;
  if (whole !== undefined) return true;
  return (kind !== 'shop' || nameField !== undefined) && rows.some((row) => CODE.test(textIn(column, row)));
};
type Words = { readonly head: number; readonly whole: number; readonly wish: number };
const wordsWidth = <Row extends object>(
  column: Column<Row>,
  rows: readonly Row[],
  { head, whole, wish }: Words,
): Width => {
  const known = knownIn(column);
  if (isCode(column, rows)) {
    const all = Math.max(wish, whole);
    return { wish: all, whole: known ? whole : all, least: whole };
  }
  const named = known ? leastOf(column) : undefined;
  if (named !== undefined) {
    const all = Math.max(wish, Math.min(MOST_NAME, longest(column, rows)));
    const least = Math.max(head, Math.min(whole, named));
    return { wish: all, whole: Math.min(all, Math.max(least, longest(column, rows))), least };
  }
  const least = Math.max(head, Math.min(wish, column.kind === 'shop' ? LEAST_SHOP : LEAST_WORDS));
  return { wish, whole: known ? Math.min(wish, Math.max(least, whole)) : wish, least };
};
const rigid = (px: number): Width => ({ wish: px, whole: px, least: px });
const widthFor = <Row extends object>(
  column: Column<Row>,
  { arrangement, rows, first, indent }: Omit<Room<Row>, 'room'> & { readonly first: boolean },
): Width => {
  const head = headWidth(column);
  const own = arrangement.widths[column.field];
  if (isNumeric(column.kind)) {
    const least = Math.max(head, longest(column, rows));
    return { wish: Math.max(least, own ?? 0), whole: least, least };
  }
  if (own !== undefined) return rigid(own);
  const whole = Math.min(MOST_OF_FIRST, Math.max(head, longest(column, rows, first ? indent : undefined)));
  const wish = Math.max(head, widthOf(column, arrangement));
  if (first) return rigid(column.kind === 'dict' ? Math.max(whole, wish) : whole);
  if (RIGID.has(column.kind)) {
    const exact = EXACT[column.kind] ?? WIDTH_OF[column.kind];
    return rigid(Math.max(head, exact, column.kind === 'status' ? labelWidth(column, rows) : 0));
  }
  return wordsWidth(column, rows, { head, whole, wish });
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
 * px per column, in their order. Where all do not fit into `room`, columns of words first give up what nothing is
 * written in, then what words wish beyond their least, evenly each time; figures, days, codes and the first column keep
 * theirs, and only then the table scrolls.
 */
export const layoutOf = <Row extends object>(
  columns: readonly Column<Row>[],
  { room, ...rest }: Room<Row>,
): readonly number[] => {
  const all = columns.map((column, index) => widthFor(column, { ...rest, first: index === 0 }));
  const total = (each: (width: Width) => number): number => all.reduce((sum, width) => sum + each(width), 0);
  const over = Math.max(0, total(({ wish }) => wish) - room);
  const empty = total(({ wish, whole }) => wish - whole);
  const spare = total(({ whole, least }) => whole - least);
  const scrolls = over > empty + spare;
  const emptied = scrolls ? scrollingShare(all, room) : Math.min(1, over / Math.max(1, empty));
  const cut = scrolls ? emptied : Math.max(0, over - empty) / Math.max(1, spare);
  return all.map(({ wish, whole, least }) => Math.floor(wish - (wish - whole) * emptied - (whole - least) * cut));
};
