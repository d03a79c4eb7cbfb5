/** Header, lines and sums of a document against the table of values: what leaves it is refused at save, by name. */
import type { z } from 'zod';
import type { FieldProblem } from '../contracts/envelope.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import { NUMBERS, tooLarge, tooSmall, type NumberName } from '../contracts/values.ts';
import { problemsWritten } from '../contracts/written.ts';

/** A sum over the lines of a document, in inside units. */
export type DocumentSum<Line> = {
  /** 调入金额 */
  readonly label: string;
  readonly kind: NumberName;
  readonly of: (line: Line) => number;
};
export type DocumentRanges<Line> = {
  /** Shapes of the events, whose leaves are of the table. */
  readonly values: { readonly header: z.ZodType; readonly line: z.ZodType };
  readonly sums: readonly DocumentSum<Line>[];
  /** Where the lines lie in the body, for field problems: `bizGoodsList`. */
  readonly linesPath: string;
};

const lineProblems = <Line>({ values, linesPath }: DocumentRanges<Line>, lines: readonly Line[]): FieldProblem[] =>
  lines.flatMap((line, index) =>
    problemsWritten(values.line, line).map(({ message }) => ({
      path: `${linesPath}.${index}.barcode`,
      message: `第${index + 1}行${message}`,
    })),
  );

const sumProblems = <Line>({ sums, linesPath }: DocumentRanges<Line>, lines: readonly Line[]): FieldProblem[] =>
  sums.flatMap(({ label, kind, of }) => {
    // Exact whatever the lines are: a sum of doubles may hide what is beyond.
    const total = lines.reduce((sum, line) => sum + BigInt(Math.round(of(line))), 0n);
    const { min, max } = NUMBERS[kind];
    if (total > BigInt(max)) return [{ path: linesPath, message: `${label}${tooLarge(kind)}，请拆成几张单据` }];
    return total < BigInt(min) ? [{ path: linesPath, message: `${label}${tooSmall(kind)}` }] : [];
  });

/** null when everything fits; else all that does not, what is too large first in its message. */
export const refuseBeyondRanges = <Header, Line>(
  ranges: DocumentRanges<Line>,
  { header, lines }: { readonly header: Header; readonly lines: readonly Line[] },
): Refusal | null => {
  const beyondLines = lineProblems(ranges, lines);
  const fields = beyondLines.length > 0 ? beyondLines : sumProblems(ranges, lines);
  const all = [
    ...fields,
    ...problemsWritten(ranges.values.header, header).map(({ message }) => ({ path: ranges.linesPath, message })),
  ];
  const [first] = all;
  return first === undefined ? null : refuse('invalid', 'document.range', first.message, { fields: all });
};
