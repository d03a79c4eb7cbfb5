/** How each event changes a customer's stored value. Pure; never refuses. */
import { drop, put } from '../contracts/maps.ts';
import { lateOf, releasing } from '../contracts/released-keys.ts';
import type { MergedSum } from './events.ts';
import type { BalanceFact, BalanceState, Balances, Data } from './state.ts';

const letGo = ({ released }: BalanceState, key: string, at: string): BalanceState['released'] =>
  releasing(lateOf(released, at), [key], at);

const held = (state: BalanceState, data: Data<'BalanceHeld'>): BalanceState => {
  const { key, account, takenFen, holder, replaces } = data;
  const hold = { account, takenFen, holder, ...(replaces !== undefined && { replaces }) };
  return { ...state, holds: put(state.holds, key, hold) };
};

/** What the posted reservation stood in for ends with it. */
const posted = (state: BalanceState, data: Data<'BalancePosted'>): BalanceState => {
  const { key, account, addedFen, takenFen, document, balanceFen } = data;
  return {
    ...state,
    balances: { ...state.balances, [account]: balanceFen },
    holds: drop(state.holds, key, state.holds.get(key)?.replaces),
    postings: put(state.postings, key, { account, addedFen, takenFen, document, claim: null, reversed: false }),
  };
};

const claimedBy = (state: BalanceState, { claimKey, postedKey, holder }: Data<'BalanceClaimed'>): BalanceState => {
  const posting = state.postings.get(postedKey);
  if (posting === undefined) return state;
  return { ...state, postings: put(state.postings, postedKey, { ...posting, claim: { key: claimKey, holder } }) };
};
const unclaimed = (
  state: BalanceState,
  { claimKey, postedKey }: Data<'BalanceClaimReleased'>,
  at: string,
): BalanceState => {
  const released = letGo(state, claimKey, at);
  const posting = state.postings.get(postedKey);
  if (posting?.claim?.key !== claimKey) return { ...state, released };
  return { ...state, released, postings: put(state.postings, postedKey, { ...posting, claim: null }) };
};

const reversed = (state: BalanceState, data: Data<'BalancePostingReversed'>): BalanceState => {
  const { account, claimKey, postedKey, holdKey, document, takenFen, balanceFen } = data;
  const posting = state.postings.get(postedKey);
  const { businessDate: _day, ...holder } = document;
  return {
    ...state,
    balances: { ...state.balances, [account]: balanceFen },
    reversals: put(state.reversals, claimKey, postedKey),
    holds: put(state.holds, holdKey, { account, takenFen, holder }),
    postings:
      posting === undefined
        ? state.postings
        : put(state.postings, postedKey, { ...posting, claim: null, reversed: true }),
  };
};

const amountsOf = (moved: readonly MergedSum[]): Balances =>
  Object.fromEntries(moved.map(({ account, amountFen }) => [account, amountFen]));
const left = (balances: Balances, moved: readonly MergedSum[]): Balances => ({
  ...balances,
  ...Object.fromEntries(moved.map(({ account, balanceFen }) => [account, balanceFen])),
});
type Move = Data<'BalanceHandedOver'> | Data<'BalanceTakenOver'>;
const wentOver = (state: BalanceState, { mergeId, doing, moved }: Move, movedTo: number | null): BalanceState => ({
  ...state,
  balances: left(state.balances, moved),
  moves: put(state.moves, `${mergeId}/${doing}`, amountsOf(moved)),
  movedTo,
});
const undone = (state: BalanceState, { mergeId, doing, moved }: Data<'BalanceHandOverUndone'>): BalanceState => ({
  ...state,
  balances: left(state.balances, moved),
  moves: drop(state.moves, `${mergeId}/${doing}`),
  movedTo: doing === 'merge' ? null : state.movedTo,
});

const documentEvent = (state: BalanceState, event: BalanceFact): BalanceState | null => {
  const { at = '' } = event;
  switch (event.type) {
    case 'BalanceHeld':
      return held(state, event.data);
    case 'BalanceHoldReleased':
      return { ...state, holds: drop(state.holds, event.data.key), released: letGo(state, event.data.key, at) };
    case 'BalancePosted':
      return posted(state, event.data);
    case 'BalanceClaimed':
      return claimedBy(state, event.data);
    case 'BalanceClaimReleased':
      return unclaimed(state, event.data, at);
    case 'BalancePostingReversed':
      return reversed(state, event.data);
    default:
      return null;
  }
};
export const evolve = (state: BalanceState, event: BalanceFact): BalanceState => {
  switch (event.type) {
    case 'BalanceHandedOver':
      return wentOver(state, event.data, event.data.doing === 'merge' ? event.data.toCustomerId : state.movedTo);
    case 'BalanceTakenOver':
      return wentOver(state, event.data, event.data.doing === 'part' ? null : state.movedTo);
    case 'BalanceHandOverUndone':
      return undone(state, event.data);
    default:
      return documentEvent(state, event) ?? state;
  }
};
