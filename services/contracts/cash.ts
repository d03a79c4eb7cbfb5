/** Cash of a document, and what its save asks of the cash of a person's day (R83). */
import type { Actor } from './user.ts';

export const CASH = '现金';
type PaymentSum = { readonly method: string; readonly amountFen: number };
/** `sign` of what the payments bring in: -1 where positive ones are paid out. Fen, in and out apart. */
export const cashOf = (
  payments: readonly PaymentSum[],
  sign: number,
): { readonly inFen: number; readonly outFen: number } => {
  const cash = payments.filter(({ method }) => method === CASH).map(({ amountFen }) => sign * amountFen);
  const sum = (fen: readonly number[]): number => fen.reduce((total, one) => total + one, 0);
  return { inFen: sum(cash.filter((fen) => fen > 0)), outFen: sum(cash.filter((fen) => fen < 0).map((fen) => -fen)) };
};

/** A save that brings a person's cash of a day to the limit, or over. */
export type CashMoved = {
  readonly kind: string;
  /** null: the document is new. */
  readonly documentId: number | null;
  readonly shopId: number;
  readonly customerId: number;
  readonly day: string;
  readonly inFen: number;
  readonly outFen: number;
};
export type CashNoticed = {
  /** What the success says. */
  readonly warning: string;
  /** The reports that are due are there once it resolves; `id` is the document's. */
  readonly record: (id: number) => Promise<void>;
};
export interface CashDesk {
  /** null: below the limit, or not known now: a save never fails for this. */
  notice(moved: CashMoved, by: Pick<Actor, 'user' | 'now' | 'key'>): Promise<CashNoticed | null>;
}
