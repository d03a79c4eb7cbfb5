/** How what customers bring back, and its reversal, change a piece. Pure; never refuses. */
import { claimsWith, withReturned, withReturnUndone } from './claims.ts';
import { consume } from './consumed.ts';
import type { GoodsEvent } from './events.ts';
import { put } from './maps.ts';
import { arrive, depart, departRow } from './on-hand.ts';
import { releasing } from './released.ts';
import type { Data, Departure, GoodsState } from './state.ts';

type Meta = { readonly by: string; readonly at: string };
const onSale = (
  state: GoodsState,
  saleKey: string,
  change: (sale: Departure) => Departure,
): GoodsState['departures'] => {
  const sale = state.departures.get(saleKey);
  return sale === undefined ? state.departures : put(state.departures, saleKey, change(sale));
};

const returned = (state: GoodsState, data: Data<'GoodsCustomerReturned'>, { at }: Meta): GoodsState => {
  const { key, saleKey, shopId, quantity, unitCostFen, rowId } = data;
  const ended = claimsWith(state.departures.get(saleKey)?.claims ?? new Map(), key);
  const there = arrive(state.holdings.get(shopId), quantity, unitCostFen, rowId ?? undefined);
  return {
    ...state,
    departures: onSale(state, saleKey, (sale) => withReturned(sale, key)),
    holdings: put(state.holdings, shopId, there),
    customerReturns: put(state.customerReturns, key, { ...data, reversed: false }),
    released: ended.length === 0 ? state.released : releasing(state.released, ended, at),
  };
};
const reversed = (state: GoodsState, data: Data<'GoodsCustomerReturnReversed'>, meta: Meta): GoodsState => {
  const { claimKey, returnedKey, saleKey, holdKey, shopId, quantity, rowId, holder } = data;
  const before = state.customerReturns.get(returnedKey);
  const there = state.holdings.get(shopId);
  const claim = { quantity, purpose: 'return' as const, holder, ...meta };
  return {
    ...state,
    ...consume(state, claimKey, meta.at),
    departures: onSale(state, saleKey, (sale) => withReturnUndone(sale, holdKey, claim)),
    holdings: put(state.holdings, shopId, rowId === null ? depart(there, quantity) : departRow(there, quantity, rowId)),
    customerReturns:
      before === undefined
        ? state.customerReturns
        : put(state.customerReturns, returnedKey, { ...before, reversed: true }),
    reversals: put(state.reversals, claimKey, data),
  };
};

type CustomerReturnFact = Extract<GoodsEvent, { type: 'GoodsCustomerReturned' | 'GoodsCustomerReturnReversed' }>;
export const evolveCustomerReturn = (state: GoodsState, { type, data }: CustomerReturnFact, meta: Meta): GoodsState => {
  switch (type) {
    case 'GoodsCustomerReturned':
      return returned(state, data, meta);
    case 'GoodsCustomerReturnReversed':
      return reversed(state, data, meta);
  }
};
