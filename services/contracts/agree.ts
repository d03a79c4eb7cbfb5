/** What a client sends beside its inputs must be what the formulas give (R16): same number, or a named field. */
import type { FieldProblem } from './envelope.ts';
import { gramsFromMg, yuanFromFen } from './units.ts';

export type ClientNumber = {
  readonly path: string;
  readonly label: string;
  /** null: not sent, the server's number stands. */
  readonly sent: number | null;
  readonly expected: number;
  readonly unit: 'fen' | 'mg';
};
export type Mismatch = FieldProblem & { readonly sent: number; readonly expected: number };

/** Fields whose value does not agree, with both numbers in wire units. */
export const mismatches = (claims: readonly ClientNumber[]): Mismatch[] =>
  claims.flatMap(({ path, label, sent, expected, unit }) => {
    if (sent === null || sent === expected) return [];
    const wire = unit === 'fen' ? yuanFromFen : gramsFromMg;
    const shown = (value: number): string => wire(value).toFixed(unit === 'fen' ? 2 : 3);
    const message = `${label}与系统计算不一致：提交${shown(sent)}，应为${shown(expected)}`;
    return [{ path, message, sent: wire(sent), expected: wire(expected) }];
  });
