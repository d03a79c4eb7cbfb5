/** How each event changes a piece. Pure; never refuses. */
import { consume } from './hold-endings.ts';
import { evolveCustomerReturn } from './customer-returned.ts';
import { evolveDeparture } from './departure-state.ts';
import type { GoodsEvent } from './events.ts';
import { evolveInspection, inheriting } from './inspection-state.ts';
import { add, defined, drop, put } from '../contracts/maps.ts';
import { lateOf, releasing } from '../contracts/released-keys.ts';
import { arrive, depart, departRow, EMPTY } from './on-hand.ts';
import { departuresBy, type Data, type GoodsFact, type GoodsState, type Receipt } from './state.ts';

type Meta = { readonly by: string; readonly at: string };
const held = (state: GoodsState, { barcode: _barcode, key, ...hold }: Data<'GoodsHeld'>, meta: Meta): GoodsState => ({
  ...state,
  holds: put(state.holds, key, { ...hold, ...meta }),
});
const holdReleased = (state: GoodsState, { key }: Data<'GoodsHoldReleased'>, { at }: Meta): GoodsState => ({
  ...state,
  holds: inheriting(state.holds, key),
  expected: drop(state.expected, key),
  released: releasing(state.released, [key], at),
});

const audited = (state: GoodsState, data: Data<'GoodsReceiptAudited'>): GoodsState => ({
  ...state,
  stage: 'audited',
  reversed: false,
  holdings: new Map([[data.shopId, arrive(undefined, data.quantity, data.unitCostFen, data.receiptId)]]),
});

const transferred = (state: GoodsState, data: Data<'GoodsTransferred'>, { at }: Meta): GoodsState => {
  const out = put(state.holdings, data.fromShopId, depart(state.holdings.get(data.fromShopId), data.quantity));
  return {
    ...state,
    ...consume(state, data.key, at),
    holdings: put(out, data.toShopId, arrive(out.get(data.toShopId), data.quantity, data.inPriceFen, data.rowId)),
    transfers: put(state.transfers, data.key, { ...data, reversed: false }),
  };
};

const transferReversed = (state: GoodsState, data: Data<'GoodsTransferReversed'>, meta: Meta): GoodsState => {
  const { holds, ...rest } = consume(state, data.claimKey, meta.at);
  const hold = { shopId: data.fromShopId, quantity: data.quantity, holder: data.holder, ...meta };
  const left = put(
    state.holdings,
    data.toShopId,
    departRow(state.holdings.get(data.toShopId), data.quantity, data.rowId),
  );
  const home = left.get(data.fromShopId) ?? EMPTY;
  const transfers = new Map(
    [...state.transfers].map(([key, done]) => [key, done.rowId === data.rowId ? { ...done, reversed: true } : done]),
  );
  return {
    ...state,
    ...rest,
    transfers,
    holds: put(holds, data.holdKey, hold),
    holdings: put(left, data.fromShopId, { ...home, onHand: home.onHand + data.quantity }),
    reversals: put(state.reversals, data.claimKey, data),
  };
};

type Saying<Type extends GoodsEvent['type']> = Extract<GoodsEvent, { type: Type }>;
const received = (state: GoodsState, data: Receipt): GoodsState => ({
  ...state,
  stage: 'pending',
  receipt: data,
  firstReceipt: data,
  reversed: false,
  holdings: new Map(),
});

/** An announced find moves nothing; its reversal takes the pieces off the shelf again and announces them anew. */
const evolveFind = (
  state: GoodsState,
  { type, data }: Saying<'GoodsFindExpected' | 'GoodsFound' | 'GoodsFindReversed'>,
  meta: Meta,
): GoodsState => {
  const { expected, found, holdings } = state;
  const { shopId, quantity } = data;
  switch (type) {
    case 'GoodsFindExpected': {
      const { key, holder, cause } = data;
      const covers = departuresBy(state, 'write-off').flatMap(([lost, { reversed }]) => (reversed ? [] : [lost]));
      const find = { shopId, quantity, holder, covers, ...meta, ...defined({ cause }) };
      return { ...state, expected: put(expected, key, find) };
    }
    case 'GoodsFound': {
      const { covers = [], cause } = expected.get(data.key) ?? {};
      return {
        ...state,
        expected: drop(expected, data.key),
        holdings: put(holdings, shopId, arrive(holdings.get(shopId), quantity, data.unitCostFen)),
        found: put(found, data.key, { ...data, covers, ...meta, ...defined({ cause }), reversed: false }),
      };
    }
    case 'GoodsFindReversed': {
      const before = found.get(data.foundKey);
      const find = { shopId, quantity, holder: data.holder, covers: before?.covers ?? [], ...meta };
      return {
        ...state,
        ...consume(state, data.claimKey, meta.at),
        holdings: put(holdings, shopId, depart(holdings.get(shopId), quantity)),
        found: before === undefined ? found : put(found, data.foundKey, { ...before, reversed: true }),
        expected: put(expected, data.holdKey, { ...find, ...defined({ cause: before?.cause }) }),
        reversals: put(state.reversals, data.claimKey, data),
      };
    }
  }
};

type ReceiptFact = Saying<
  'GoodsReceived' | 'GoodsReceiptCorrected' | 'GoodsReceiptWithdrawn' | 'GoodsReceiptAudited' | 'GoodsReceiptReversed'
>;
const evolveReceipt = (state: GoodsState, { type, data }: ReceiptFact): GoodsState => {
  switch (type) {
    case 'GoodsReceived':
      return received(state, data);
    case 'GoodsReceiptCorrected':
      return { ...state, receipt: data };
    case 'GoodsReceiptWithdrawn':
      return { ...state, stage: 'withdrawn', withdrawnIds: add(state.withdrawnIds, data.receiptId) };
    case 'GoodsReceiptAudited':
      return audited(state, data);
    case 'GoodsReceiptReversed':
      return { ...state, stage: 'pending', reversed: true, holdings: new Map() };
  }
};

const evolved = (state: GoodsState, fact: GoodsFact, meta: Meta): GoodsState => {
  switch (fact.type) {
    case 'GoodsReceived':
    case 'GoodsReceiptCorrected':
    case 'GoodsReceiptWithdrawn':
    case 'GoodsReceiptAudited':
    case 'GoodsReceiptReversed':
      return evolveReceipt(state, fact);
    case 'GoodsHeld':
      return held(state, fact.data, meta);
    case 'GoodsHoldReleased':
      return holdReleased(state, fact.data, meta);
    case 'GoodsTransferred':
      return transferred(state, fact.data, meta);
    case 'GoodsTransferReversed':
      return transferReversed(state, fact.data, meta);
    case 'GoodsFindExpected':
    case 'GoodsFound':
    case 'GoodsFindReversed':
      return evolveFind(state, fact, meta);
    case 'GoodsCustomerReturned':
    case 'GoodsCustomerReturnReversed':
    case 'GoodsLabelRenewed':
      return evolveCustomerReturn(state, fact, meta);
    case 'GoodsInspected':
    case 'GoodsInspectionReversed':
    case 'GoodsHoldHandedOver':
      return evolveInspection(state, fact, meta);
    default:
      return evolveDeparture(state, fact, meta);
  }
};

export const evolve = (before: GoodsState, fact: GoodsFact): GoodsState => {
  const meta: Meta = { by: fact.meta?.userName ?? '', at: fact.meta?.at ?? '' };
  const released = lateOf(before.released, meta.at);
  return evolved(released === before.released ? before : { ...before, released }, fact, meta);
};
