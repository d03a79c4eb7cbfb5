/** Rules of a receipt: received, corrected, withdrawn, audited, reversed (S0§4, R4, R12). */
import type { Verdict } from '../contracts/decider.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { GoodsEvent } from './events.ts';
import { alreadyAudited, notAudited, unknownPiece } from './piece-refusals.ts';
import same from 'fast-deep-equal';
import type { DepartureWay } from './piece-commands.ts';
import { departuresBy, type GoodsState, type Receipt } from './state.ts';

export type ReceiptCommand =
  | { readonly type: 'ReceiveGoods'; readonly receipt: Receipt }
  /** The whole record again; barcode and receiptId stay. */
  | { readonly type: 'CorrectReceipt'; readonly receipt: Receipt }
  | { readonly type: 'WithdrawReceipt'; readonly receiptId: number }
  | { readonly type: 'AuditReceipt'; readonly receiptId: number; readonly auditor: string }
  | { readonly type: 'ReverseReceipt'; readonly receiptId: number; readonly reason: string };

type ReceiptCommandOf<Type extends ReceiptCommand['type']> = Extract<ReceiptCommand, { type: Type }>;

/** The record the command means; a refusal when it is not (or no longer) this piece's. */
const current = (state: GoodsState, receiptId: number): Receipt | Refusal => {
  if (state.receipt === null || state.stage === 'none' || state.stage === 'withdrawn') return unknownPiece();
  if (state.receipt.receiptId !== receiptId) {
    return refuse('not-found', 'goods.receipt_unknown', '入库记录不存在');
  }
  return state.receipt;
};
const isRefused = (value: Receipt | Refusal): value is Refusal => 'refused' in value;
const movement = (receipt: Receipt) => ({
  barcode: receipt.barcode,
  receiptId: receipt.receiptId,
  shopId: receipt.shopId,
  quantity: receipt.quantity,
  unitCostFen: receipt.attributes.unitCostFen,
  receivedOn: receipt.receivedOn,
});

const receive = ({ receipt }: ReceiptCommandOf<'ReceiveGoods'>, state: GoodsState): Verdict<GoodsEvent> => {
  if (state.withdrawnIds.has(receipt.receiptId)) return [];
  if (state.firstReceipt?.receiptId === receipt.receiptId && same(state.firstReceipt, receipt)) return [];
  if (state.stage === 'pending' || state.stage === 'audited') {
    return refuse('conflict', 'goods.barcode_taken', `条码${receipt.barcode}已存在`, {
      fields: [{ path: 'barcode', message: '条码已存在' }],
    });
  }
  return [{ type: 'GoodsReceived', data: receipt }];
};

const correct = ({ receipt }: ReceiptCommandOf<'CorrectReceipt'>, state: GoodsState): Verdict<GoodsEvent> => {
  const known = current(state, receipt.receiptId);
  if (isRefused(known)) return known;
  if (same(known, receipt)) return [];
  if (state.stage === 'audited') return alreadyAudited();
  if (known.barcode !== receipt.barcode) {
    return refuse('invalid', 'goods.barcode_fixed', '条码不能修改', {
      fields: [{ path: 'barcode', message: '条码不能修改' }],
    });
  }
  return [{ type: 'GoodsReceiptCorrected', data: receipt }];
};

const withdraw = ({ receiptId }: ReceiptCommandOf<'WithdrawReceipt'>, state: GoodsState): Verdict<GoodsEvent> => {
  if (state.withdrawnIds.has(receiptId)) return [];
  const known = current(state, receiptId);
  if (isRefused(known)) return known;
  if (state.stage === 'audited') return alreadyAudited();
  return [{ type: 'GoodsReceiptWithdrawn', data: { barcode: known.barcode, receiptId } }];
};

const audit = ({ receiptId, auditor }: ReceiptCommandOf<'AuditReceipt'>, state: GoodsState): Verdict<GoodsEvent> => {
  const known = current(state, receiptId);
  if (isRefused(known)) return known;
  if (state.stage === 'audited') return [];
  return [{ type: 'GoodsReceiptAudited', data: { ...movement(known), auditor } }];
};

/** A later fact that stands in the way of a reversal (R4). */
type Blocker = {
  readonly kind: 'sold' | 'returned' | 'moved' | 'written-off' | 'found' | 'inspected' | 'held';
  readonly no: string;
  readonly message: string;
};
/** What was built on the posting and still stands: sales, returns, transfers, write-offs, finds, inspections, holds. */
const standing = (state: GoodsState, way: DepartureWay, kind: Blocker['kind'], told: string): readonly Blocker[] =>
  departuresBy(state, way)
    .filter(([, left]) => !left.reversed)
    .map(
      ([
        ,
        {
          document: { no },
        },
      ]) => ({ kind, no, message: `${told}（${no}）` }),
    );
const blockersOf = (state: GoodsState): readonly Blocker[] => [
  ...standing(state, 'sale', 'sold', '已售出'),
  ...standing(state, 'supplier-return', 'returned', '已退供应商'),
  ...[...state.transfers.values()]
    .filter((transfer) => !transfer.reversed)
    .map(({ document: { no } }): Blocker => ({ kind: 'moved', no, message: `已调拨（${no}）` })),
  ...standing(state, 'write-off', 'written-off', '已报损'),
  ...[...state.found.values()]
    .filter((find) => !find.reversed)
    .map(({ document: { no } }): Blocker => ({ kind: 'found', no, message: `已报溢（${no}）` })),
  // What did not pass is held.
  ...[...state.inspections.values()]
    .filter(({ result, reversed }) => result === 'passed' && !reversed)
    .map(({ document: { no } }): Blocker => ({ kind: 'inspected', no, message: `已质检通过（${no}）` })),
  ...[...state.holds.values(), ...state.expected.values()].map(({ holder: { no } }): Blocker => ({
    kind: 'held',
    no,
    message: `已被${no}占用`,
  })),
];

const reverse = ({ receiptId, reason }: ReceiptCommandOf<'ReverseReceipt'>, state: GoodsState): Verdict<GoodsEvent> => {
  const known = current(state, receiptId);
  if (isRefused(known)) return known;
  if (state.stage === 'pending') return state.reversed ? [] : notAudited();
  const blockers = blockersOf(state);
  if (blockers.length > 0) {
    const because = blockers.map((blocker) => blocker.message).join('、');
    return refuse('conflict', 'goods.blocked', `不能反审核，此首饰${because}`, { data: { blockers } });
  }
  return [{ type: 'GoodsReceiptReversed', data: { ...movement(known), reason } }];
};

export const decideReceipt = (command: ReceiptCommand, state: GoodsState): Verdict<GoodsEvent> => {
  switch (command.type) {
    case 'ReceiveGoods':
      return receive(command, state);
    case 'CorrectReceipt':
      return correct(command, state);
    case 'WithdrawReceipt':
      return withdraw(command, state);
    case 'AuditReceipt':
      return audit(command, state);
    case 'ReverseReceipt':
      return reverse(command, state);
  }
};
