/** {@link Pieces} over the event store: what documents may do with pieces, and the look-up of R3. */
import type { JsonObject, Recorded } from '../contracts/event.ts';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { loadState } from '../platform/streams/handle.ts';
import { Steps } from '../platform/streams/steps.ts';
import type { StoredRecipient } from '../platform/streams/stream-state.ts';
import { whyNotExpected } from './adjusting.ts';
import { checkDigitFits, looksAutomatic } from './barcode.ts';
import {
  GOODS_SCHEMA,
  goodsStream,
  InspectionResult,
  TAKEN_BY,
  type PieceAnswer,
  type PieceDesk,
  type PieceMoments,
  type PieceView,
} from './contract.ts';
import { goodsDecider, parseGoodsEvent, type GoodsCommand } from './decider.ts';
import { unclaimedOf } from './claims.ts';
import type { PieceCommand } from './piece-commands.ts';
import { elsewhere, whyNotFree } from './piece-refusals.ts';
import { toInspectOf } from './inspection-waits.ts';
import { departuresBy, heldIn, offeredIn, rowIdIn, type GoodsFact, type GoodsState } from './state.ts';

/** Number of the state's shape and of the fold that makes it: snapshots of another one are not read (ADR 0034). */
export const GOODS_STATE = 4;

export type GoodsRecipient = StoredRecipient<GoodsState, GoodsCommand, GoodsFact & { readonly data: JsonObject }>;
export const goodsRecipient = (store: EventStore): GoodsRecipient => ({
  store,
  decider: goodsDecider,
  parse: parseGoodsEvent,
  schema: GOODS_SCHEMA,
  remember: true,
  snapshot: GOODS_STATE,
});

/** Holds that another kind of document may take over, one of a result in each shop, by key. */
const offersOf = (state: GoodsState): ReadonlyMap<string, string> =>
  new Map(
    InspectionResult.options.flatMap((result) => {
      const taker = TAKEN_BY[result];
      const all = [...state.holdings.keys()].map((shopId) => offeredIn(state, shopId, result)?.key);
      return taker === undefined ? [] : all.flatMap((key) => (key === undefined ? [] : [[key, taker] as const]));
    }),
  );

/** Sales that stand, each with who brings some of it back. */
const salesOf = (state: GoodsState): PieceView['sales'] =>
  departuresBy(state, 'sale')
    .filter(([, { reversed }]) => !reversed)
    .map(([key, left]) => {
      const done = [...state.customerReturns.values()].filter((one) => one.saleKey === key && !one.reversed);
      return {
        key,
        saleId: left.document.id,
        shopId: left.shopId,
        quantity: left.quantity,
        unitCostFen: left.unitCostFen,
        free: unclaimedOf(left),
        returns: [
          ...done.map(({ document: { kind, id, no }, quantity }) => ({ holder: { kind, id, no }, quantity })),
          ...[...left.claims.values()].map(({ holder, quantity }) => ({ holder, quantity })),
        ],
      };
    });

/** null when no such piece was ever received. */
const viewOf = (state: GoodsState): PieceView | null => {
  const { receipt, stage } = state;
  if (receipt === null || stage === 'none') return null;
  const offers = offersOf(state);
  return {
    barcode: receipt.barcode,
    stage,
    status: receipt.status,
    supplierId: receipt.supplierId,
    receivedIn: receipt.shopId,
    receivedOn: receipt.receivedOn,
    received: receipt.quantity,
    attributes: receipt.attributes,
    holdings: [...state.holdings].map(([shopId, { onHand, unitCostFen, arrivals }]) => ({
      shopId,
      onHand,
      held: heldIn(state, shopId),
      rowId: rowIdIn(state, shopId),
      rowIds: arrivals.map(({ rowId }) => rowId),
      unitCostFen,
    })),
    sales: salesOf(state),
    toInspect: toInspectOf(state),
    holds: [...state.holds].map(([key, { takenFrom: _from, ...hold }]) => ({
      ...hold,
      ...(offers.has(key) && { offeredTo: offers.get(key)! }),
    })),
  };
};

/** One key per command and piece: two lines of one document that take the same lot are two commands. */
const tagOf = (command: PieceCommand): string =>
  `${command.type}/${'claimKey' in command ? command.claimKey : 'key' in command ? command.key : ''}`;
const shopOf = (command: PieceCommand): number | null => ('shopId' in command ? command.shopId : null);

const stateAt = (events: readonly Recorded[], position: number): GoodsState =>
  events
    .filter((event) => event.position <= position)
    .reduce((state, event) => goodsDecider.evolve(state, parseGoodsEvent(event)), goodsDecider.initial);

/** Of a lot only the sale itself tells what a piece cost: what came to the shop since it was held changes that of all. */
const soldAt = (command: PieceCommand, { receipt, found, departures }: GoodsState): Pick<PieceAnswer, 'outcome'> => {
  if (command.type !== 'SellGoods' || (receipt?.quantity === 1 && found.size === 0)) return {};
  const unitCostFen = departures.get(command.key)?.unitCostFen;
  return unitCostFen === undefined ? {} : { outcome: [{ name: 'unitCostFen', value: unitCostFen }] };
};

type ShopLookup = Pick<MasterLookup, 'shop'>;
export type PieceDeps = { readonly store: EventStore; readonly lookup: ShopLookup };

/** The refusal with names of shops: the piece does not know what they are called. */
const withShopNames = async (lookup: ShopLookup, refusal: Refusal): Promise<Refusal> => {
  if (refusal.code !== 'goods.elsewhere') return refusal;
  const { shopIds } = refusal.data as { readonly shopIds: readonly number[] };
  const shops = await Promise.all(shopIds.map((id) => lookup.shop(id)));
  return elsewhere(
    shopIds,
    shops.map((shop, index) => shop?.name ?? `分店${shopIds[index]}`),
  );
};

export const createPieces = ({ store, lookup }: PieceDeps): PieceDesk => {
  const recipient = goodsRecipient(store);
  const named = (refusal: Refusal): Promise<Refusal> => withShopNames(lookup, refusal);
  const freeIn = async (state: GoodsState, shopId: number, barcode: string): Promise<PieceView | Refusal> => {
    const refusal = whyNotFree(state, shopId, 1);
    if (refusal === null) return viewOf(state) as PieceView;
    const mistyped = refusal.code === 'goods.unknown' && looksAutomatic(barcode) && !checkDigitFits(barcode);
    return mistyped ? { ...refusal, message: `${refusal.message}，请检查条码是否输错` } : named(refusal);
  };
  return {
    view: async (barcode) => viewOf((await loadState(recipient, goodsStream(barcode))).state),
    apply: async (barcode, command, actor, save = new Steps(store)): Promise<PieceAnswer | Refusal> => {
      const options = { actor, shopId: shopOf(command), tag: tagOf(command) };
      const outcome = await save.send(recipient, goodsStream(barcode), { ...command, barcode }, options);
      return isRefusal(outcome) ? named(outcome) : { position: outcome.position, ...soldAt(command, outcome.state) };
    },
    lookup: async (shopId, barcode, asOf) => {
      const state =
        asOf === undefined
          ? (await loadState(recipient, goodsStream(barcode))).state
          : stateAt(await store.read(goodsStream(barcode)), asOf);
      return freeIn(state, shopId, barcode);
    },
    lookupFor: async (kind, shopId, barcode) => {
      const { state } = await loadState(recipient, goodsStream(barcode));
      const view = viewOf(state);
      const offered = view?.holds.some((hold) => hold.shopId === shopId && hold.offeredTo === kind) === true;
      return offered ? (view as PieceView) : freeIn(state, shopId, barcode);
    },
    lookupFind: async (barcode, find) => {
      const { state } = await loadState(recipient, goodsStream(barcode));
      const refusal = whyNotExpected(find, state);
      return refusal === null ? (viewOf(state) as PieceView) : named(refusal);
    },
  };
};

const viewAfter = (recorded: readonly Recorded[]): PieceView | null =>
  viewOf(recorded.reduce((state, event) => goodsDecider.evolve(state, parseGoodsEvent(event)), goodsDecider.initial));

export const pieceMoments =
  ({ store }: Pick<PieceDeps, 'store'>): PieceMoments =>
  async (barcode, positions) => {
    const recorded = await store.read(goodsStream(barcode));
    return positions.map((position) => viewAfter(recorded.filter((event) => event.position <= position)));
  };

/** What may have been the last of a piece; what a customer brought, or what was judged, may have become old material. */
const LEAVING = /^Goods(Sold|Return|SupplierReturn|Transferred|WrittenOff|CustomerReturn|Inspected)/;
/** A piece at two moments out of one reading: at a position of the log and now, and how it last left a shop. */
export const pieceTimes =
  ({ store }: Pick<PieceDeps, 'store'>) =>
  async (
    barcode: string,
    position: number,
  ): Promise<{
    readonly before: PieceView | null;
    readonly now: PieceView | null;
    readonly lastMove: string | null;
  }> => {
    const recorded = await store.read(goodsStream(barcode));
    const moves = recorded.filter(({ type }) => LEAVING.test(type));
    return {
      before: viewAfter(recorded.filter((event) => event.position <= position)),
      now: viewAfter(recorded),
      lastMove: moves.at(-1)?.type ?? null,
    };
  };
