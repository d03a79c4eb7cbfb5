/** Rules of posting and of its reversal: a hold becomes a movement, a claim brings it back (R4, R7). */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import type { PieceCommand } from './piece-commands.ts';
import { keyKnown, reversedBefore, unknownReturn, unknownSale, type AtPiece } from './holding.ts';
import { keyReused } from './piece-refusals.ts';
import { same } from './same.ts';
import type { Departure, GoodsState, Hold } from './state.ts';

type Decided = Verdict<GoodsEvent>;
type Of<Type extends PieceCommand['type']> = Extract<PieceCommand, { type: Type }>;

export const notHeld = (key: string): Refusal =>
  refuse('conflict', 'goods.not_held', '此首饰没有被此单据占用', { data: { key } });

type Some = { readonly shopId: number; readonly quantity: number };
/** What is held or expected, as it enters or leaves the books. */
export const withCost = (state: GoodsState, some: Some | undefined): (Some & { unitCostFen: number }) | undefined =>
  some && {
    shopId: some.shopId,
    quantity: some.quantity,
    unitCostFen: state.holdings.get(some.shopId)?.unitCostFen ?? 0,
  };

export const transfer = (command: Of<'TransferGoods'> & AtPiece, state: GoodsState): Decided => {
  const { barcode, key, document, toShopId, outPriceFen, inPriceFen, rowId } = command;
  const wanted = { barcode, key, document, toShopId, outPriceFen, inPriceFen, rowId };
  const done = state.transfers.get(key);
  if (done !== undefined) {
    const { fromShopId: _from, quantity: _quantity, reversed: _reversed, ...before } = done;
    return same(before, wanted) ? [] : keyReused(key);
  }
  const hold = state.holds.get(key);
  if (hold === undefined) return notHeld(key);
  if (hold.shopId === toShopId) return refuse('conflict', 'goods.same_shop', '调入和调出分店不能一样！');
  return [{ type: 'GoodsTransferred', data: { ...wanted, fromShopId: hold.shopId, quantity: hold.quantity } }];
};

/** Claims from before rows were named claim whatever the document says. */
const claims = (claim: Hold | undefined, { toShopId, quantity, rowId }: Of<'ReverseTransfer'>): boolean =>
  claim?.shopId === toShopId && claim.quantity === quantity && (claim.backOf ?? rowId) === rowId;

export const reverseTransfer = (command: Of<'ReverseTransfer'> & AtPiece, state: GoodsState): Decided => {
  const { type: _type, ...data } = command;
  const before = reversedBefore(state, command.claimKey, data);
  if (before !== null) return before;
  if (!claims(state.holds.get(command.claimKey), command)) return notHeld(command.claimKey);
  const posted = [...state.transfers.values()].find((one) => one.rowId === command.rowId && !one.reversed);
  if (
    posted === undefined ||
    posted.fromShopId !== command.fromShopId ||
    posted.toShopId !== command.toShopId ||
    posted.quantity !== command.quantity
  ) {
    return refuse('conflict', 'goods.transfer_unknown', '没有找到此首饰的调拨记录', { data: { rowId: command.rowId } });
  }
  if (keyKnown(state, command.holdKey)) return keyReused(command.holdKey);
  return [{ type: 'GoodsTransferReversed', data }];
};

export const sell = (command: Of<'SellGoods'> & AtPiece, state: GoodsState): Decided => {
  const { barcode, key, document, amountFen, soldWeightMg } = command;
  const done = state.sales.get(key);
  if (done !== undefined) {
    const before = { document: done.document, amountFen: done.amountFen, soldWeightMg: done.soldWeightMg };
    return same(before, { document, amountFen, soldWeightMg }) ? [] : keyReused(key);
  }
  const held = withCost(state, state.holds.get(key));
  if (held === undefined) return notHeld(key);
  return [{ type: 'GoodsSold', data: { barcode, key, document, ...held, amountFen, soldWeightMg } }];
};

/** Why a departure cannot come back under that claim; null when it can. */
export const notBack = (
  left: Departure,
  { claimKey, holdKey }: { readonly claimKey: string; readonly holdKey: string },
  state: GoodsState,
): Refusal | null => {
  if (left.claim?.key !== claimKey) return notHeld(claimKey);
  return keyKnown(state, holdKey) ? keyReused(holdKey) : null;
};

export const reverseSale = (command: Of<'ReverseSale'> & AtPiece, state: GoodsState): Decided => {
  const { barcode, claimKey, saleKey, holdKey, document, holder } = command;
  const before = reversedBefore(state, claimKey, { saleKey, holdKey, document, holder });
  if (before !== null) return before;
  const sale = state.sales.get(saleKey);
  if (sale === undefined) return unknownSale(saleKey);
  const refused = notBack(sale, command, state);
  if (refused !== null) return refused;
  const { shopId, quantity, unitCostFen, amountFen, soldWeightMg } = sale;
  return [
    {
      type: 'GoodsSaleReversed',
      data: {
        barcode,
        claimKey,
        saleKey,
        holdKey,
        document,
        holder,
        shopId,
        quantity,
        unitCostFen,
        amountFen,
        soldWeightMg,
      },
    },
  ];
};

export const returnToSupplier = (command: Of<'ReturnToSupplier'> & AtPiece, state: GoodsState): Decided => {
  const { barcode, key, document, supplierId, returnPriceFen } = command;
  const done = state.supplierReturns.get(key);
  if (done !== undefined) {
    const before = { document: done.document, supplierId: done.supplierId, returnPriceFen: done.returnPriceFen };
    return same(before, { document, supplierId, returnPriceFen }) ? [] : keyReused(key);
  }
  const held = withCost(state, state.holds.get(key));
  if (held === undefined) return notHeld(key);
  return [{ type: 'GoodsReturnedToSupplier', data: { barcode, key, document, ...held, supplierId, returnPriceFen } }];
};

export const reverseReturn = (command: Of<'ReverseSupplierReturn'> & AtPiece, state: GoodsState): Decided => {
  const { barcode, claimKey, returnKey, holdKey, document, holder } = command;
  const before = reversedBefore(state, claimKey, { returnKey, holdKey, document, holder });
  if (before !== null) return before;
  const left = state.supplierReturns.get(returnKey);
  if (left === undefined) return unknownReturn(returnKey);
  const refused = notBack(left, command, state);
  if (refused !== null) return refused;
  const { shopId, supplierId, quantity, unitCostFen, returnPriceFen } = left;
  const moved = { shopId, supplierId, quantity, unitCostFen, returnPriceFen };
  const data = { barcode, claimKey, returnKey, holdKey, document, ...moved, holder };
  return [{ type: 'GoodsSupplierReturnReversed', data }];
};
