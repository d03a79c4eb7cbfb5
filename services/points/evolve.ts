/** How each event changes a customer's points. Pure; never refuses. */
import { drop, put } from '../contracts/maps.ts';
import { lateOf, releasing } from '../contracts/released-keys.ts';
import type { Data, PointsFact, PointsState } from './state.ts';

const letGo = ({ released }: PointsState, key: string, at: string): PointsState['released'] =>
  releasing(lateOf(released, at), [key], at);

const held = (state: PointsState, { key, points, holder, replaces }: Data<'PointsHeld'>): PointsState => ({
  ...state,
  holds: put(state.holds, key, { points, holder, ...(replaces !== undefined && { replaces }) }),
});

/** What the posted reservation stood in for ends with it. */
const posted = (state: PointsState, data: Data<'PointsPosted'>): PointsState => {
  const { key, balance, earned, spent, takenBack, document } = data;
  return {
    ...state,
    balance,
    holds: drop(state.holds, key, state.holds.get(key)?.replaces),
    postings: put(state.postings, key, { earned, spent, takenBack, document, claim: null, reversed: false }),
  };
};

const claimedBy = (state: PointsState, { claimKey, postedKey, holder }: Data<'PointsClaimed'>): PointsState => {
  const posting = state.postings.get(postedKey);
  if (posting === undefined) return state;
  return { ...state, postings: put(state.postings, postedKey, { ...posting, claim: { key: claimKey, holder } }) };
};
const unclaimed = (
  state: PointsState,
  { claimKey, postedKey }: Data<'PointsClaimReleased'>,
  at: string,
): PointsState => {
  const released = letGo(state, claimKey, at);
  const posting = state.postings.get(postedKey);
  if (posting?.claim?.key !== claimKey) return { ...state, released };
  return { ...state, released, postings: put(state.postings, postedKey, { ...posting, claim: null }) };
};

const reversed = (state: PointsState, data: Data<'PointsPostingReversed'>): PointsState => {
  const { claimKey, postedKey, holdKey, document, spent, takenBack, balance } = data;
  const posting = state.postings.get(postedKey);
  const { businessDate: _day, ...holder } = document;
  return {
    ...state,
    balance,
    reversals: put(state.reversals, claimKey, postedKey),
    holds: put(state.holds, holdKey, { points: spent + takenBack, holder }),
    postings:
      posting === undefined
        ? state.postings
        : put(state.postings, postedKey, { ...posting, claim: null, reversed: true }),
  };
};

const handedOver = (state: PointsState, data: Data<'PointsHandedOver'>): PointsState => {
  const { toCustomerId, mergeId, doing, points, balance } = data;
  const moves = put(state.moves, `${mergeId}/${doing}`, -points);
  return { ...state, balance, moves, movedTo: doing === 'merge' ? toCustomerId : state.movedTo };
};
const takenOver = (state: PointsState, data: Data<'PointsTakenOver'>): PointsState => {
  const { mergeId, doing, points, balance } = data;
  const moves = put(state.moves, `${mergeId}/${doing}`, points);
  return { ...state, balance, moves, movedTo: doing === 'part' ? null : state.movedTo };
};

export const evolve = (state: PointsState, event: PointsFact): PointsState => {
  const { at = '' } = event;
  switch (event.type) {
    case 'PointsHeld':
      return held(state, event.data);
    case 'PointsHoldReleased':
      return {
        ...state,
        holds: drop(state.holds, event.data.key),
        released: letGo(state, event.data.key, at),
      };
    case 'PointsPosted':
      return posted(state, event.data);
    case 'PointsClaimed':
      return claimedBy(state, event.data);
    case 'PointsClaimReleased':
      return unclaimed(state, event.data, at);
    case 'PointsPostingReversed':
      return reversed(state, event.data);
    case 'PointsHandedOver':
      return handedOver(state, event.data);
    case 'PointsTakenOver':
      return takenOver(state, event.data);
    case 'PointsCorrected':
      return { ...state, balance: event.data.balance };
  }
};
