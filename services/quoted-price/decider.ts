/** Rules of the board: a version is never changed, a later one takes its place from its moment on. */
import type { Decider } from '../contracts/decider.ts';
import { refuseField } from '../contracts/refusal.ts';
import { QuotedPriceEvent, type ValidBoard } from './contract.ts';

type Data = QuotedPriceEvent['data'];
export type BoardState = {
  readonly version: number;
  /** When the last version was entered, ISO 8601; '': none was. */
  readonly quotedAt: string;
  /** The version valid when the last one was entered, and those that become valid later; in the order of their moments. */
  readonly versions: readonly ValidBoard[];
};
export type QuoteCommand = {
  readonly type: 'Quote';
  /** ISO 8601. */
  readonly now: string;
  readonly board: Omit<Data, 'version' | 'quotedAt' | 'validFrom'> & { readonly validFrom: string | null };
};

const MINUTE_MS = 60_000;
/** Later than that nobody plans a price; it is a typing error. */
const MOST_AHEAD_MS = 366 * 86_400_000;

const initial: BoardState = { version: 0, quotedAt: '', versions: [] };

/** The version valid at a moment; of two from the same moment the one entered later. */
export const validAt = (versions: readonly ValidBoard[], moment: number): ValidBoard | null =>
  versions.findLast(({ validFrom }) => Date.parse(validFrom) <= moment) ?? null;

/**
 * The board that a command has before it. A version may have been entered since the command's own moment was taken, or by
 * a clock that is ahead: then that version rules, which is what the log says came first.
 */
export const boardNow = ({ versions, quotedAt }: BoardState, now: number): ValidBoard | null =>
  validAt(versions, quotedAt === '' ? now : Math.max(now, Date.parse(quotedAt)));

const evolve = ({ versions }: BoardState, { data }: QuotedPriceEvent): BoardState => {
  const { version, quotedAt, validFrom, details } = data;
  const all = [...versions, { validFrom, details }].toSorted(
    (one, other) => Date.parse(one.validFrom) - Date.parse(other.validFrom),
  );
  const entered = Date.parse(quotedAt);
  const current = validAt(all, entered);
  return { version, quotedAt, versions: all.filter((one) => one === current || Date.parse(one.validFrom) > entered) };
};

const whyNotFrom = (validFrom: string | null, now: number): string | null => {
  if (validFrom === null) return null;
  const from = Date.parse(validFrom);
  // Typed to the minute, sent a few seconds later.
  if (from < now - MINUTE_MS) return '生效时间不能早于现在';
  return from > now + MOST_AHEAD_MS ? '生效时间不能晚于一年之后' : null;
};

export const quotedPriceDecider: Decider<BoardState, QuoteCommand, QuotedPriceEvent> = {
  initial,
  evolve,
  decide: ({ now, board }, { version }) => {
    const why = whyNotFrom(board.validFrom, Date.parse(now));
    if (why !== null) return refuseField('quoted_price.valid_from', 'validFrom', why);
    const validFrom = board.validFrom === null || Date.parse(board.validFrom) < Date.parse(now) ? now : board.validFrom;
    return [{ type: 'GoldPricesQuoted', data: { ...board, version: version + 1, quotedAt: now, validFrom } }];
  },
};
