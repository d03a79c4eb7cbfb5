/** What the stream of a customer's stored value remembers. Fen. */
import type { ReleasedKeys } from '../contracts/released-keys.ts';
import type { Account, BalanceEvent, BalanceHolder } from './events.ts';
import { heldOf, type Reservation } from './reservations.ts';

export type Data<Type extends BalanceEvent['type']> = Extract<BalanceEvent, { type: Type }>['data'];
/** An event as the log gives it: decided ones carry no moment yet. */
export type BalanceFact = BalanceEvent & { readonly at?: string };
type AccountHold = Reservation & { readonly holder: BalanceHolder };
/** `claim`: the key under which its reversal is being prepared. */
type Posting = Pick<Data<'BalancePosted'>, 'account' | 'addedFen' | 'takenFen' | 'document'> & {
  readonly claim: { readonly key: string; readonly holder: BalanceHolder } | null;
  readonly reversed: boolean;
};
export type Balances = Readonly<Partial<Record<Account, number>>>;

export type BalanceState = {
  /** Σ of the ledger of each account. */
  readonly balances: Balances;
  readonly holds: ReadonlyMap<string, AccountHold>;
  /** Keys of holds and claims that were let go, and when (ISO 8601), for 30 days: late commands with them are refused. */
  readonly released: ReleasedKeys;
  /** By the key they were posted under. */
  readonly postings: ReadonlyMap<string, Posting>;
  /** Keys of postings that were taken back, by claim key. */
  readonly reversals: ReadonlyMap<string, string>;
  /** What went over or came in, by `<mergeId>/<doing>`; undone hand-overs are forgotten. */
  readonly moves: ReadonlyMap<string, Balances>;
  /** The record of the same person that has its balances since. */
  readonly movedTo: number | null;
};

export const initial: BalanceState = {
  balances: {},
  holds: new Map(),
  released: new Map(),
  postings: new Map(),
  reversals: new Map(),
  moves: new Map(),
  movedTo: null,
};

export const balanceOf = ({ balances }: BalanceState, account: Account): number => balances[account] ?? 0;
const claimed = ({ postings }: BalanceState, account: Account): number =>
  [...postings.values()].reduce(
    (sum, { claim, addedFen, ...of }) => sum + (claim === null || of.account !== account ? 0 : addedFen),
    0,
  );
/** What pending documents keep, and what a reversal is about to take back. */
export const heldFen = (state: BalanceState, account: Account): number =>
  heldOf(state.holds, account) + claimed(state, account);
/** What may be spent. */
export const freeFen = (state: BalanceState, account: Account): number =>
  balanceOf(state, account) - heldFen(state, account);
