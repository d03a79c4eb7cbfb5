/** How what customers bring back, and its reversal, change a piece. Pure; never refuses. */
import { claimsWith, withReturned, withReturnUndone } from './claims.ts';
import { consume } from './hold-endings.ts';
import type { GoodsEvent } from './events.ts';
import { put } from '../contracts/maps.ts';
import { arrive, depart, departRow } from './on-hand.ts';
import { releasing } from '../contracts/released-keys.ts';
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

/** On the shelf, or waiting there; what became old material was never there. */
const arrived = (state: GoodsState, data: Data<'GoodsCustomerReturned'>): GoodsState['holdings'] => {
  const { shopId, quantity, unitCostFen, rowId, goesTo } = data;
  if (goesTo === 'old-material') return state.holdings;
  return put(state.holdings, shopId, arrive(state.holdings.get(shopId), quantity, unitCostFen, rowId ?? undefined));
};
const gone = (state: GoodsState, data: Data<'GoodsCustomerReturnReversed'>): GoodsState['holdings'] => {
  const { shopId, quantity, rowId, goesTo } = data;
  if (goesTo === 'old-material') return state.holdings;
  const there = state.holdings.get(shopId);
  return put(state.holdings, shopId, rowId === null ? depart(there, quantity) : departRow(there, quantity, rowId));
};
type NewWeights = Data<'GoodsCustomerReturned'>['reweighed'];
const weighing = ({ receipt }: GoodsState, weights: NonNullable<NewWeights>['after'] | undefined) => ({
  receipt:
    receipt === null || weights === undefined
      ? receipt
      : { ...receipt, attributes: { ...receipt.attributes, ...weights } },
});

const returned = (state: GoodsState, data: Data<'GoodsCustomerReturned'>, { at }: Meta): GoodsState => {
  const { key, saleKey, reweighed } = data;
  const ended = claimsWith(state.departures.get(saleKey)?.claims ?? new Map(), key);
  return {
    ...state,
    ...weighing(state, reweighed?.after),
    departures: onSale(state, saleKey, (sale) => withReturned(sale, key)),
    holdings: arrived(state, data),
    customerReturns: put(state.customerReturns, key, { ...data, reversed: false }),
    released: ended.length === 0 ? state.released : releasing(state.released, ended, at),
  };
};
const reversed = (state: GoodsState, data: Data<'GoodsCustomerReturnReversed'>, meta: Meta): GoodsState => {
  const { claimKey, returnedKey, saleKey, holdKey, quantity, holder, reweighed } = data;
  const before = state.customerReturns.get(returnedKey);
  const claim = { quantity, purpose: 'return' as const, holder, ...meta };
  return {
    ...state,
    ...(data.goesTo !== 'old-material' && consume(state, claimKey, meta.at)),
    ...weighing(state, reweighed?.before),
    departures: onSale(state, saleKey, (sale) => withReturnUndone(sale, holdKey, claim)),
    holdings: gone(state, data),
    customerReturns:
      before === undefined
        ? state.customerReturns
        : put(state.customerReturns, returnedKey, { ...before, reversed: true }),
    reversals: put(state.reversals, claimKey, data),
  };
};

const labelled = (state: GoodsState, { returnedKey }: Data<'GoodsLabelRenewed'>): GoodsState => {
  const back = state.customerReturns.get(returnedKey);
  return back === undefined
    ? state
    : { ...state, customerReturns: put(state.customerReturns, returnedKey, { ...back, labelled: true }) };
};

type CustomerReturnFact = Extract<
  GoodsEvent,
  { type: 'GoodsCustomerReturned' | 'GoodsCustomerReturnReversed' | 'GoodsLabelRenewed' }
>;
export const evolveCustomerReturn = (state: GoodsState, { type, data }: CustomerReturnFact, meta: Meta): GoodsState => {
  switch (type) {
    case 'GoodsCustomerReturned':
      return returned(state, data, meta);
    case 'GoodsCustomerReturnReversed':
      return reversed(state, data, meta);
    case 'GoodsLabelRenewed':
      return labelled(state, data);
  }
};
