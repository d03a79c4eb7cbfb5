/** Header, lines and sums of a document against the table of values: what leaves it is refused at save, by name. */
import type { LineKey } from '../contracts/document.ts';
import type { z } from 'zod';
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { NUMBERS, tooLarge, tooSmall, type NumberName } from '../contracts/values.ts';
import { fieldOfLine, listOf, lineName, placesOf, type LineLists } from './lines.ts';
import { problemsWritten } from '../contracts/stored-leaves.ts';

/** A sum over the lines of a document, in inside units. */
export type DocumentSum<Line extends LineKey> = {
  /** 调入金额 */
  readonly label: string;
  readonly kind: NumberName;
  readonly of: (line: Line) => number;
};
export type DocumentRanges<Line extends LineKey> = {
  /** Shapes of the events, whose leaves are of the table. */
  readonly values: { readonly header: z.ZodType; readonly line: z.ZodType };
  readonly sums: readonly DocumentSum<Line>[];
  /** Where its lines lie in the body. */
  readonly lists: LineLists;
};

const lineProblems = <Line extends LineKey>(
  { values, lists }: DocumentRanges<Line>,
  lines: readonly Line[],
): FieldProblem[] => {
  const places = placesOf(lines);
  return lines.flatMap((one) => {
    const list = listOf(lists, one.list);
    const line = places.get(lineName(one))?.line ?? 0;
    const path = fieldOfLine(list, line);
    const where = list.path === '' ? '' : `第${line + 1}行`;
    return problemsWritten(values.line, one).map(({ message }) => ({ path, message: `${where}${message}` }));
  });
};

/** Where a problem of all lines stands. */
const pathOf = ({ lists }: Pick<DocumentRanges<LineKey>, 'lists'>): string => {
  const [list] = Object.values(lists);
  return list?.path === '' ? list.field : (list?.path ?? '');
};
const sumProblems = <Line extends LineKey>(ranges: DocumentRanges<Line>, lines: readonly Line[]): FieldProblem[] =>
  ranges.sums.flatMap(({ label, kind, of }) => {
    // Exact whatever the lines are: a sum of doubles may hide what is beyond.
    const total = lines.reduce((sum, line) => sum + BigInt(Math.round(of(line))), 0n);
    const { min, max } = NUMBERS[kind];
    const path = pathOf(ranges);
    if (total > BigInt(max)) return [{ path, message: `${label}${tooLarge(kind)}，请拆成几张单据` }];
    return total < BigInt(min) ? [{ path, message: `${label}${tooSmall(kind)}` }] : [];
  });

/** null when everything fits; else all that does not, what is too large first in its message. */
export const refuseBeyondRanges = <Header, Line extends LineKey>(
  ranges: DocumentRanges<Line>,
  { header, lines }: { readonly header: Header; readonly lines: readonly Line[] },
): Refusal | null => {
  const beyondLines = lineProblems(ranges, lines);
  const fields = beyondLines.length > 0 ? beyondLines : sumProblems(ranges, lines);
  const all = [
    ...fields,
    ...problemsWritten(ranges.values.header, header).map(({ message }) => ({ path: pathOf(ranges), message })),
  ];
  const [first] = all;
  return first === undefined ? null : refuse('invalid', 'document.range', first.message, { fields: all });
};
