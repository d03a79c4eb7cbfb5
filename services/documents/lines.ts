/** Lines of a document: one array, each line with the list it lies in and its id there. Pure. */
import { GOODS_LIST, type Effect, type LineKey, type NewLine } from '../contracts/document.ts';

/** A list of lines as the body has it. */
export type LineList = {
  /** `bizGoodsList`; '' where the body is its only line. */
  readonly path: string;
  /** The field of a line that says what it is about: problems of the whole line stand there. */
  readonly field: string;
};
/** Where what is about a line stands in the body; in a body without lists, at the field itself. */
export const fieldOfLine = ({ path, field }: LineList, line: number): string =>
  path === '' ? field : `${path}.${line}.${field}`;
/** By the names that stored lines carry; the first is where problems of all lines stand. */
export type LineLists = Readonly<Record<string, LineList>>;
/**
 * Where the lines of a list lie.
 * @throws {RangeError} for a list that the kind does not declare (a fault: no such line can be stored).
 */
export const listOf = (lists: LineLists, list: string): LineList => {
  const found = lists[list];
  if (found === undefined) throw new RangeError(`a list ${list} is not declared`);
  return found;
};

export const lineName = ({ list, lineId }: LineKey): string => `${list}/${lineId}`;
/** `index` among all lines; `line` within its list, as the body and whoever reads it counts. */
export type LinePlace = { readonly index: number; readonly line: number };
/** Places by {@link lineName}. */
export const placesOf = (lines: readonly LineKey[]): ReadonlyMap<string, LinePlace> => {
  const counts = new Map<string, number>();
  return new Map(
    lines.map((one, index) => {
      const line = counts.get(one.list) ?? 0;
      counts.set(one.list, line + 1);
      return [lineName(one), { index, line }];
    }),
  );
};

type LastLineIds = ReadonlyMap<string, number>;
/** Of lists that had some already, with these lines. Ids that are no number count for nothing: none is drawn after them. */
export const lastLineIds = (before: LastLineIds, lines: readonly LineKey[]): LastLineIds => {
  const last = new Map(before);
  for (const { list, lineId } of lines) {
    const id = Number(lineId);
    if (Number.isInteger(id)) last.set(list, Math.max(last.get(list) ?? -1, id));
  }
  return last;
};
/** Lines of a document as it stands; `lastLineIds`: of all that it ever had. */
export type StandingLines<Line extends LineKey> = {
  readonly lines: readonly Line[];
  readonly lastLineIds?: LastLineIds;
};
/** The highest id that a line of the list ever had; -1 where it has had none. */
export const lastLineId = (before: StandingLines<LineKey> | null | undefined, list: string): number =>
  before == null ? -1 : (lastLineIds(before.lastLineIds ?? new Map(), before.lines).get(list) ?? -1);

type Named = { readonly barcode: string };
/**
 * Lines of one list with their ids: a line that is about the same thing as one before keeps its id, others get ids that
 * no line had before.
 */
export const listed = <Line extends LineKey & Named>(
  list: Line['list'],
  lines: readonly NewLine<Line>[],
  before: StandingLines<LineKey & Named> | null = null,
): readonly Line[] => {
  const standing = (before?.lines ?? []).filter((line) => line.list === list);
  const kept = new Map(standing.map(({ barcode, lineId }) => [barcode, lineId]));
  let next = lastLineId(before, list) + 1;
  return lines.map((line) => {
    const lineId = kept.get((line as unknown as Named).barcode) ?? String(next++);
    return { list, lineId, ...line } as unknown as Line;
  });
};

/** Where what is about the effect stands: at the first of its lines. */
export const lineOf = (effect: Effect | undefined): LineKey => ({
  list: effect?.legs[0]?.list ?? GOODS_LIST,
  lineId: effect?.legs[0]?.lineId ?? '',
});
