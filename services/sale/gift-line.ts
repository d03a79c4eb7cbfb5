/** 赠品 lines of a sale (S1§2.8, §3; R86, R87): gifts of the shop, sold or given away. */
import { z } from 'zod';
import { lineKey } from '../contracts/document.ts';
import { orElse } from '../contracts/document-body.ts';
import { Count, LineFen, PriceFen, Quantity } from '../contracts/units.ts';
import { chosenId, storedName, storedText, storedWhole, wireWhole } from '../contracts/values.ts';
import { Barcode } from '../goods/contract.ts';
import { SentLineId, sentLineYuan, sentText, sentYuan } from './body-fields.ts';

export const SALE_GIFT_LIST = 'gift';
/** As the latest audited stock-in had it when the line was computed. Money and points are those of the whole line. */
export const SaleGiftLine = z.object({
  ...lineKey(SALE_GIFT_LIST),
  /** That stock-in. */
  giftId: storedWhole('id'),
  barcode: storedName(),
  name: storedText(),
  styleNo: storedText(),
  spec: storedText(),
  measure: storedText(),
  quantity: Quantity,
  /** Of one gift. */
  priceFen: PriceFen,
  amountFen: LineFen,
  /** What it takes of the customer's points. */
  spentPoints: storedWhole('points'),
  /** By the mean cost of the save; the audit says what it came to. */
  costFen: LineFen,
  /** Given away, as the house's floor was when it was saved (R143); lines of before do not say. */
  free: z.boolean().optional(),
  remark: storedText(),
});
export type SaleGiftLine = z.infer<typeof SaleGiftLine>;

/** null: the server fills it from the gift; the amount that is sent must be the server's (R16). */
export const SaleGiftLineBody = z.object({
  id: SentLineId,
  giftId: chosenId('id').nullish(),
  barcode: Barcode,
  num: orElse(Count.min(1, '赠品数量不能小于1'), 1),
  price: sentYuan,
  amount: sentLineYuan,
  rebateInte: orElse(wireWhole('points', '请输入整数积分').min(0, '不能小于0'), 0),
  remark: sentText(200),
});
export type SaleGiftLineBody = z.infer<typeof SaleGiftLineBody>;
