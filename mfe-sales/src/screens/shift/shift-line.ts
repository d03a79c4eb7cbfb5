/** A line of a shift while it is counted: fen are the server's, yuan are shown. Pure. */
import type { ExpectedLine } from 'services/shift/contract';

export type ShiftLine = ExpectedLine & { readonly counted: number | undefined; readonly reason: string };

/** Fen, so that 0.1 + 0.2 is 0.3. */
export const differenceOf = ({ counted, expected }: Pick<ShiftLine, 'counted' | 'expected'>): number | undefined =>
  counted === undefined ? undefined : (Math.round(counted * 100) - Math.round(expected * 100)) / 100;
/** With figures of now; what was counted and said stays. Methods that nobody counts by hand are as the house has them. */
export const withExpected = (lines: readonly ShiftLine[], fresh: readonly ExpectedLine[]): readonly ShiftLine[] =>
  fresh.map((line) => {
    const stood = lines.find(({ balance }) => balance === line.balance);
    return { ...line, counted: stood?.counted, reason: stood?.reason ?? '' };
  });
