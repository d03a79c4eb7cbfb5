/** How each event changes the stock of a gift. Pure; never refuses. */
import { drop, put } from '../contracts/maps.ts';
import { lateOf, releasing } from '../contracts/released-keys.ts';
import { pairedWith } from '../goods/contract.ts';
import type { GiftData, GiftFact, GiftState } from './state.ts';
import { wideGet, widePut } from './wide-map.ts';

type Meta = { readonly by: string; readonly at: string };
/** A hold becomes a movement; its pair has nothing left to take. */
const consumed = (state: GiftState, key: string, at: string): Pick<GiftState, 'holds' | 'released'> => {
  const paired = pairedWith(state.holds, key);
  return { holds: drop(state.holds, key, ...paired), released: releasing(state.released, paired, at) };
};

const held = (state: GiftState, data: GiftData<'GiftHeld'>, meta: Meta): GiftState => {
  const { key, shopId, quantity, holder, replaces } = data;
  const hold = { shopId, quantity, holder, ...meta, ...(replaces !== undefined && { replaces }) };
  return { ...state, holds: put(state.holds, key, hold) };
};
const holdReleased = (state: GiftState, { key }: GiftData<'GiftHoldReleased'>, { at }: Meta): GiftState => ({
  ...state,
  holds: drop(state.holds, key),
  expected: drop(state.expected, key),
  claims: drop(state.claims, key),
  released: releasing(state.released, [key], at),
});
const received = (state: GiftState, { key, quantity, costFen, gift }: GiftData<'GiftReceived'>): GiftState => ({
  ...state,
  quantity: state.quantity + quantity,
  costFen: state.costFen + costFen,
  expected: drop(state.expected, key),
  received: put(state.received, key, { quantity, costFen, gift, reversed: false }),
});
const receiptReversed = (state: GiftState, data: GiftData<'GiftReceiptReversed'>, meta: Meta): GiftState => {
  const { receivedKey, claimKey, holdKey, quantity, costFen, holder } = data;
  const before = state.received.get(receivedKey);
  return {
    ...state,
    ...consumed(state, claimKey, meta.at),
    quantity: state.quantity - quantity,
    costFen: state.costFen - costFen,
    received: before === undefined ? state.received : put(state.received, receivedKey, { ...before, reversed: true }),
    expected: put(state.expected, holdKey, { quantity, costFen: before?.costFen ?? costFen, holder }),
    reversals: put(state.reversals, claimKey, receivedKey),
  };
};
const issued = (
  state: GiftState,
  { key, quantity, costFen, document }: GiftData<'GiftIssued'>,
  { at }: Meta,
): GiftState => ({
  ...state,
  ...consumed(state, key, at),
  quantity: state.quantity - quantity,
  costFen: state.costFen - costFen,
  issued: widePut(state.issued, key, { quantity, costFen, no: document.no, reversed: false }),
});
const issueReversed = (state: GiftState, data: GiftData<'GiftIssueReversed'>, meta: Meta): GiftState => {
  const { issuedKey, claimKey, holdKey, shopId, quantity, costFen, holder } = data;
  const before = wideGet(state.issued, issuedKey);
  return {
    ...state,
    quantity: state.quantity + quantity,
    costFen: state.costFen + costFen,
    issued: before === undefined ? state.issued : widePut(state.issued, issuedKey, { ...before, reversed: true }),
    claims: drop(state.claims, claimKey),
    holds: put(state.holds, holdKey, { shopId, quantity, holder, ...meta }),
    reversals: put(state.reversals, claimKey, issuedKey),
  };
};

const evolved = (state: GiftState, fact: GiftFact, meta: Meta): GiftState => {
  switch (fact.type) {
    case 'GiftHeld':
      return held(state, fact.data, meta);
    case 'GiftHoldReleased':
      return holdReleased(state, fact.data, meta);
    case 'GiftExpected': {
      const { key, quantity, costFen, holder } = fact.data;
      return { ...state, expected: put(state.expected, key, { quantity, costFen, holder }) };
    }
    case 'GiftReceived':
      return received(state, fact.data);
    case 'GiftReceiptReversed':
      return receiptReversed(state, fact.data, meta);
    case 'GiftIssued':
      return issued(state, fact.data, meta);
    case 'GiftIssueClaimed': {
      const { claimKey, issuedKey, holder } = fact.data;
      return { ...state, claims: put(state.claims, claimKey, { issuedKey, holder }) };
    }
    case 'GiftIssueReversed':
      return issueReversed(state, fact.data, meta);
  }
};

export const evolve = (state: GiftState, fact: GiftFact): GiftState => {
  const meta: Meta = { by: fact.meta?.userName ?? '', at: fact.meta?.at ?? '' };
  return evolved({ ...state, released: lateOf(state.released, meta.at) }, fact, meta);
};
