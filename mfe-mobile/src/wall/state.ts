/** What stands on the wall, from what the house answered or did not answer. Pure. */
import { boardOf, type WallBoard } from './board.ts';
import { AWAY, LOADING, NO_SHOP, NOTHING, staleText } from './words.ts';

/** An answer: status 0 where none came; `body` is the text as it came. */
export type PollAnswer = { readonly status: number; readonly body: string };
export type Wall = {
  readonly board: WallBoard | null;
  /** `fresh`: of the last answer; `stale`: the house was not heard when it should have been; `refused`: there is no such shop. */
  readonly trust: 'waiting' | 'fresh' | 'stale' | 'refused';
  /** The house answered something that this release of the page cannot read. */
  readonly unreadable: boolean;
  /** Attempts in a row that failed. */
  readonly failures: number;
};
export const WAITING: Wall = { board: null, trust: 'waiting', unreadable: false, failures: 0 };
/** With what was kept from before; it is not shown as valid before the house was heard. */
export const waitingWith = (board: WallBoard | null): Wall => ({ ...WAITING, board });

const dataOf = (body: string): unknown => {
  try {
    return (JSON.parse(body) as { data?: unknown }).data;
  } catch {
    return undefined;
  }
};
export const lost = (wall: Wall, unreadable = false): Wall => ({
  board: wall.board,
  trust: wall.trust === 'refused' ? 'refused' : 'stale',
  unreadable,
  failures: wall.failures + 1,
});
/** What is known of no shop is thrown away: its prices are nobody's. */
const REFUSED: Wall = { board: null, trust: 'refused', unreadable: false, failures: 0 };
const isEnvelope = (body: string): boolean => /^\s*\{\s*"/.test(body);

export const heard = (wall: Wall, { status, body }: PollAnswer): Wall => {
  if ((status === 404 || status === 422) && isEnvelope(body)) return REFUSED;
  if (status !== 200) return lost(wall);
  const data = dataOf(body);
  const board = boardOf(data);
  if (board === null) return lost(wall, data !== undefined);
  return { board, trust: 'fresh', unreadable: false, failures: 0 };
};

export type WallView = {
  readonly board: WallBoard | null;
  /** Instead of prices; '': there are some. */
  readonly message: string;
  /** Over the prices, in the strongest colours; '': they are valid. */
  readonly alarm: string;
};
export const shownOf = ({ board, trust }: Wall): WallView => {
  if (trust === 'refused') return { board: null, message: NO_SHOP, alarm: '' };
  if (trust === 'waiting' || board === null)
    return { board: null, message: trust === 'waiting' ? LOADING : AWAY, alarm: '' };
  return {
    board,
    message: board.details.length === 0 ? NOTHING : '',
    alarm: trust === 'stale' ? staleText(board.now) : '',
  };
};

/** S1§2.14. */
export const RENEW_MS = 300_000;
const FIRST_RETRY_MS = 3_000;
const LAST_RETRY_MS = 60_000;
/** When to ask next; `chance` 0…1 spreads many televisions that lost the house together. */
export const waitOf = ({ failures, trust }: Wall, chance: number): number =>
  failures === 0 || trust === 'refused'
    ? RENEW_MS
    : Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * Math.pow(2, failures - 1)) * (0.75 + chance / 2);
/** A page that slept (television off, tab asleep) shows its prices as valid only that long after the last answer. */
export const isOverdue = (silentMs: number): boolean => silentMs > RENEW_MS + 30_000;
