/** Closed days of shops (R141): what asks before anything of a document is written. */
import type { Save } from './save.ts';
import { isRefusal, type Refusal } from './refusal.ts';

/** A shop, and a day of business that a document has there (yyyy-MM-dd). */
export type ShopDay = { readonly shopId: number; readonly day: string };
/** Code of what a closed day says. */
export const CLOSED_DAY = 'document.closed_day';
/** What came of a save, with the word of a closed day at the field that has the day. */
export const atDayField = <Outcome>(outcome: Outcome, path: string): Outcome =>
  isRefusal(outcome) && outcome.code === CLOSED_DAY
    ? { ...outcome, fields: [{ path, message: outcome.message }] }
    : outcome;
export interface ClosedDays {
  /** 409 where one of them is closed; null when all are open. Foresees what {@link ClosedDays.writing} says. */
  refusal(places: readonly ShopDay[]): Promise<Refusal | null>;
  /**
   * Does `work`, which writes documents of these shops and days, where none of them is closed. Whoever closes one of these shops waits
   * until it has ended: with a `save` that waits that is when it is written or given up.
   */
  writing<Result>(
    places: readonly ShopDay[],
    work: () => Promise<Result | Refusal>,
    save?: Save,
  ): Promise<Result | Refusal>;
}
/** What whoever closes days tells those who ask. */
export interface Closing {
  /** The how-manieth writer of the log this process is, 'any' where any number of processes write; null: it is not the one that writes. */
  writer(): number | 'any' | null;
  /** The row of the shop was written: from now on every command here sees it. */
  published(shopId: number, until: string | null): void;
  /** True when everything has ended that was under way in the shop for that day or those before it; false where it takes too long. */
  settled(at: ShopDay): Promise<boolean>;
}
/** Of a house in which nobody closes days. */
export const ALL_OPEN: ClosedDays = { refusal: async () => null, writing: (_places, work) => work() };
