/** Transfer between shops (S0: allocation; R7, R8): wire body, events, codes. */
import { z } from 'zod';
import { LISTS, TEXTS, chosenId, requiredText, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { Count, PriceFen, Quantity, WeightMg, Yuan, fenFromYuan } from '../contracts/units.ts';
import { Barcode, formText } from '../goods/contract.ts';

export const transferStream = (id: number): string => `transfer-${id}`;

export const TransferHeader = z.object({
  outShopId: storedWhole('partnerId'),
  inShopId: storedWhole('partnerId'),
  transferredOn: StoredDay,
  remark: storedText().default(''),
});
export type TransferHeader = z.infer<typeof TransferHeader>;
/** One piece on a transfer; fees and weight are the piece's own, kept for paper and history. */
export const TransferLine = z.object({
  barcode: storedName(),
  /** Stock row of the out-shop that the piece comes from. */
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  quantity: Quantity,
  outPriceFen: PriceFen,
  inPriceFen: PriceFen,
  metalCostFen: PriceFen,
  labourFeeFen: PriceFen,
  fineWorkFeeFen: PriceFen,
  pieceWorkFeeFen: PriceFen,
  netWeightMg: WeightMg,
  remark: storedText().default(''),
});
export type TransferLine = z.infer<typeof TransferLine>;

export const TransferEvent = documentEvents('Transfer', TransferHeader, TransferLine);
export type TransferEvent = z.infer<typeof TransferEvent>;
export const TRANSFER_EVENT_TYPES = documentEventTypes('Transfer');

const required = (message: string) => chosenId('partnerId', message);
/** Body of create and update; messages of S0§5. A line's inPrice may be absent: the piece's cost (R7). */
export const TransferBody = z.object({
  id: chosenId('id').optional(),
  outShopId: required('调出分店编号不能为空'),
  inShopId: required('调入分店编号不能为空'),
  allocateAt: requiredText('调拨日期不能为空', TEXTS.short).pipe(Day),
  remark: formText(200)
    .nullish()
    .transform((value) => value ?? ''),
  bizGoodsList: z
    .array(
      z.object({
        outGoodsId: chosenId('id').optional(),
        barcode: Barcode,
        inNum: Count.min(1, '调入数量不能为0！'),
        outPrice: Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value))),
        inPrice: Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value))),
        remark: formText(200)
          .nullish()
          .transform((value) => value ?? ''),
      }),
      { error: '请输入要调拨的首饰！' },
    )
    .min(1, '请输入要调拨的首饰！')
    .max(LISTS.documentLines, `一张调拨单最多${LISTS.documentLines}行`),
});
export type TransferBody = z.infer<typeof TransferBody>;
