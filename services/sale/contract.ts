/** Sale order (S1§2.1, 2.2, 3, 9; R16–R18, R25): wire body, events. Each list of lines has a file of its own. */
import { z } from 'zod';
import { storedPerson } from '../contracts/person.ts';
import { LISTS, TEXTS, chosenId, requiredText, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { paymentList, sellerIdOrNone, storedPayments } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { AmountFen, DocumentYuan, fenFromYuan } from '../contracts/units.ts';
import { proofField } from '../contracts/proof.ts';
import { approvalField } from '../contracts/word.ts';
import { Pictures } from '../goods/contract.ts';
import { RecycleLine, RecycleLineBody } from '../old-material/contract.ts';
import { Approval } from './approval.ts';
import { SaleChangeLine, SaleChangeLineBody } from './change-line.ts';
import { SaleCleanLine, SaleCleanLineBody } from './clean-line.ts';
import { SaleGiftLine, SaleGiftLineBody } from './gift-line.ts';
import { SaleGoodsLine, SaleGoodsLineBody } from './goods-line.ts';
import { REPAIR_EVENT, SaleRepairStepRecorded } from './repair.ts';
import { OrderSeller, SellersBody } from './order-seller.ts';
import { sentPoints, sentText } from './body-fields.ts';

export * from './park-contract.ts';
export * from './change-line.ts';
export * from './clean-line.ts';
export * from './gift-line.ts';
export * from './goods-line.ts';
export * from './line-cost.ts';
export * from './line-ids.ts';
export * from './posted-cost.ts';
export * from './refund.ts';
export * from './repair.ts';
export * from './formulas.ts';
export * from './approval.ts';
export * from './seller-shares.ts';
export * from './shares.ts';
export * from './sold-piece.ts';
export { OrderSeller } from './order-seller.ts';
export const saleStream = (id: number): string => `sale-${id}`;

export const SaleHeader = z.object({
  customerId: storedWhole('partnerId'),
  shopId: storedWhole('partnerId'),
  soldOn: StoredDay,
  /** Kept as of the time of the sale (R25). */
  seller: z.object({ id: storedWhole('id'), name: storedPerson() }),
  /** All of them, the seller first, where several sold it (R81). */
  sellers: z.array(OrderSeller).max(LISTS.choices).optional(),
  /** The till that took the money (R80). */
  till: storedText().optional(),
  /** Sums of R16, in fen. */
  amountFen: AmountFen,
  changeFeeFen: AmountFen,
  oldFeeFen: AmountFen,
  giftFeeFen: AmountFen,
  cleanFeeFen: AmountFen,
  payableFeeFen: AmountFen,
  factFeeFen: AmountFen,
  costAmountFen: AmountFen,
  points: storedWhole('points'),
  sellerPoints: storedWhole('points'),
  /** Negative when the shop pays (R17). */
  payments: storedPayments(),
  status: storedText().default('2'),
  remark: storedText().default(''),
  pictures: z.array(storedText()).max(LISTS.choices).default([]),
  printTemplate: storedText().default(''),
  /** Who allowed what lies beyond the limits of the till; orders of before have none. */
  approvals: z.array(Approval).max(LISTS.choices).optional(),
});
export type SaleHeader = z.infer<typeof SaleHeader>;
/** A line of any of its lists. */
export const SaleLine = z.discriminatedUnion('list', [
  SaleGoodsLine,
  SaleChangeLine,
  RecycleLine,
  SaleGiftLine,
  SaleCleanLine,
]);
export type SaleLine = z.infer<typeof SaleLine>;

export const SaleEvent = z.discriminatedUnion('type', [
  ...documentEvents('Sale', SaleHeader, SaleLine).options,
  SaleRepairStepRecorded,
]);
export type SaleEvent = z.infer<typeof SaleEvent>;
export const SALE_EVENT_TYPES = [...documentEventTypes('Sale'), REPAIR_EVENT];

const documentYuan = DocumentYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const sentLines = <Line extends z.ZodType>(line: Line) =>
  z
    .array(line)
    .max(LISTS.saleLines, `一张销售单最多${LISTS.saleLines}行`)
    .nullish()
    .transform((list) => list ?? []);

/** Body of create and update; messages of S1§5. */
export const SaleBody = z.object({
  id: chosenId('id').optional(),
  customerId: chosenId('partnerId', '客户名称不能为空'),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  sellAt: requiredText('销售日期不能为空', TEXTS.short).pipe(Day),
  /** nickName or username of an enabled user; sellerId rules (R25). */
  seller: requiredText('请选择销售员', 60),
  sellerId: sellerIdOrNone(),
  sellers: SellersBody,
  printTemplate: requiredText('请选择打印模板', 60),
  amount: documentYuan,
  changeFee: documentYuan,
  oldFee: documentYuan,
  giftFee: documentYuan,
  cleanFee: documentYuan,
  payableFee: documentYuan,
  factFee: documentYuan,
  points: sentPoints,
  sellerPoints: sentPoints,
  remark: sentText(500),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  sellGoodsList: sentLines(SaleGoodsLineBody),
  sellChangeList: sentLines(SaleChangeLineBody),
  sellRecycleList: sentLines(RecycleLineBody),
  sellGiftList: sentLines(SaleGiftLineBody),
  sellCleanList: sentLines(SaleCleanLineBody),
  sellBalanceList: paymentList(),
  approval: approvalField(),
  proof: proofField(),
});
export type SaleBody = z.infer<typeof SaleBody>;
