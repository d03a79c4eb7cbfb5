/** Transfer between shops (S0: allocation; R7, R8): wire body, events, codes. */
import { z } from 'zod';
import { TEXTS, chosenId, requiredText, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { givenPrice, listedLines, noteText, storedPiece } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { Count, PriceFen } from '../contracts/units.ts';
import { Barcode } from '../goods/contract.ts';

export const transferStream = (id: number): string => `transfer-${id}`;

export const TransferHeader = z.object({
  outShopId: storedWhole('partnerId'),
  inShopId: storedWhole('partnerId'),
  transferredOn: StoredDay,
  remark: storedText().default(''),
});
export type TransferHeader = z.infer<typeof TransferHeader>;
/** One piece on a transfer; fees are the piece's own, kept for paper and history. */
export const TransferLine = z.object({
  ...storedPiece,
  outPriceFen: PriceFen,
  inPriceFen: PriceFen,
  metalCostFen: PriceFen,
  labourFeeFen: PriceFen,
  fineWorkFeeFen: PriceFen,
  pieceWorkFeeFen: PriceFen,
  remark: storedText().default(''),
});
export type TransferLine = z.infer<typeof TransferLine>;

export const TransferEvent = documentEvents('Transfer', TransferHeader, TransferLine);
export type TransferEvent = z.infer<typeof TransferEvent>;
export const TRANSFER_EVENT_TYPES = documentEventTypes('Transfer');

/** Body of create and update; messages of S0§5. A line's inPrice may be absent: the piece's cost (R7). */
export const TransferBody = z.object({
  id: chosenId('id').optional(),
  outShopId: chosenId('partnerId', '调出分店编号不能为空'),
  inShopId: chosenId('partnerId', '调入分店编号不能为空'),
  allocateAt: requiredText('调拨日期不能为空', TEXTS.short).pipe(Day),
  remark: noteText(),
  bizGoodsList: listedLines(
    z.object({
      outGoodsId: chosenId('id').optional(),
      barcode: Barcode,
      inNum: Count.min(1, '调入数量不能为0！'),
      outPrice: givenPrice(),
      inPrice: givenPrice(),
      remark: noteText(),
    }),
    '请输入要调拨的首饰！',
    '调拨单',
  ),
});
export type TransferBody = z.infer<typeof TransferBody>;
