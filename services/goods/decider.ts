/** The piece: every rule of stream `goods-<barcode>` behind one door. */
import { storedBy } from '../contracts/whole.ts';
import type { Decider, Verdict } from '../contracts/decider.ts';
import { expectFind, postFind, reverseFind } from './adjusting.ts';
import {
  claimCustomerReturn,
  releaseReturn,
  renewLabel,
  returnFromCustomer,
  reverseCustomerReturn,
} from './customer-returns.ts';
import { claimDeparture, leave, releaseClaim, reverseDeparture } from './departures.ts';
import { GoodsEvent } from './events.ts';
import { claimInspection, inspect, reverseInspection } from './inspecting.ts';
import type { PieceCommand } from './piece-commands.ts';
import { evolve } from './evolve.ts';
import { hold, release, type AtPiece } from './holding.ts';
import { reverseTransfer, transfer } from './movement.ts';
import { decideReceipt, type ReceiptCommand } from './receipt.ts';
import { initial, type GoodsFact, type GoodsState } from './state.ts';

export type GoodsCommand = ReceiptCommand | (PieceCommand & AtPiece);

type DepartureCommand = Extract<
  GoodsCommand,
  {
    type:
      | 'SellGoods'
      | 'ReturnToSupplier'
      | 'WriteOffGoods'
      | `${'Claim' | 'Reverse'}${'Departure' | 'CustomerReturn'}`
      | 'ReturnFromCustomer';
  }
>;
/** What leaves the chain, and what of it comes back. */
const decideDeparture = (command: DepartureCommand, state: GoodsState): Verdict<GoodsEvent> => {
  switch (command.type) {
    case 'SellGoods':
    case 'ReturnToSupplier':
    case 'WriteOffGoods':
      return leave(command, state);
    case 'ClaimDeparture':
      return claimDeparture(command, state);
    case 'ReverseDeparture':
      return reverseDeparture(command, state);
    case 'ReturnFromCustomer':
      return returnFromCustomer(command, state);
    case 'ClaimCustomerReturn':
      return claimCustomerReturn(command, state);
    case 'ReverseCustomerReturn':
      return reverseCustomerReturn(command, state);
  }
};
const decide = (command: GoodsCommand, state: GoodsState): Verdict<GoodsEvent> => {
  switch (command.type) {
    case 'ReceiveGoods':
    case 'CorrectReceipt':
    case 'WithdrawReceipt':
    case 'AuditReceipt':
    case 'ReverseReceipt':
      return decideReceipt(command, state);
    case 'HoldGoods':
      return hold(command, state);
    case 'ReleaseGoods':
      return releaseReturn(command, state) ?? release(command, state);
    case 'ReleaseClaim':
      return releaseClaim(command, state);
    case 'TransferGoods':
      return transfer(command, state);
    case 'ReverseTransfer':
      return reverseTransfer(command, state);
    case 'ExpectFind':
      return expectFind(command, state);
    case 'PostFind':
      return postFind(command, state);
    case 'ReverseFind':
      return reverseFind(command, state);
    case 'RenewLabel':
      return renewLabel(command, state);
    case 'InspectGoods':
      return inspect(command, state);
    case 'ClaimInspection':
      return claimInspection(command, state);
    case 'ReverseInspection':
      return reverseInspection(command, state);
    default:
      return decideDeparture(command, state);
  }
};

export const goodsDecider: Decider<GoodsState, GoodsCommand, GoodsFact> = { initial, evolve, decide };

const storedGoods = storedBy(GoodsEvent);
/** A stored event as the decider folds it: older shapes get their defaults, who and when ride along. */
export const parseGoodsEvent = (stored: {
  readonly type: string;
  readonly data: unknown;
  readonly meta: { readonly userName: string; readonly at: string };
}): GoodsFact => ({
  ...storedGoods(stored),
  meta: { userName: stored.meta.userName, at: stored.meta.at },
});
