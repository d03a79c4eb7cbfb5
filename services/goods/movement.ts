/** Rules of transfers and of their reversal: a hold becomes a movement, a claim brings it back (R4, R7). */
import type { Verdict } from '../contracts/decider.ts';
import { refuse } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import type { PieceCommandOf } from './piece-commands.ts';
import { keyKnown, reversedBefore, type AtPiece } from './holding.ts';
import { keyReused, notHeld } from './piece-refusals.ts';
import same from 'fast-deep-equal';
import type { GoodsState, Hold } from './state.ts';

export const transfer = (
  command: PieceCommandOf<'TransferGoods'> & AtPiece,
  state: GoodsState,
): Verdict<GoodsEvent> => {
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
const claims = (claim: Hold | undefined, { toShopId, quantity, rowId }: PieceCommandOf<'ReverseTransfer'>): boolean =>
  claim?.shopId === toShopId && claim.quantity === quantity && (claim.backOf ?? rowId) === rowId;

export const reverseTransfer = (
  command: PieceCommandOf<'ReverseTransfer'> & AtPiece,
  state: GoodsState,
): Verdict<GoodsEvent> => {
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
