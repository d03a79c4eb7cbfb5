/** Sale order (S1§2.1, 2.2, 3, 9; R16–R18, R25): wire body, events. Jewellery tab and payments; the shape holds all six lists. */
import { z } from 'zod';
import {
  LISTS,
  TEXTS,
  chosenId,
  requiredText,
  stored,
  storedName,
  storedText,
  storedWhole,
  wireNumber,
} from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { GOODS_LIST, documentEvents, documentEventTypes, lineKey } from '../contracts/document.ts';
import {
  AmountFen,
  Count,
  LineFen,
  LineYuan,
  LotGrams,
  LotWeightMg,
  DocumentYuan,
  PriceFen,
  Quantity,
  RebateBp,
  SignedGrams,
  SignedYuan,
  WeightDeltaMg,
  Yuan,
  fenFromYuan,
  mgFromGrams,
} from '../contracts/units.ts';
import { Barcode, Pictures, formText } from '../goods/contract.ts';
import { Approval, ApprovalBody } from './approval.ts';

export * from './formulas.ts';
export * from './approval.ts';
export const saleStream = (id: number): string => `sale-${id}`;

/** One settlement method and what was paid with it; negative when the shop pays (R17). */
export const Payment = z.object({ method: storedText(), amountFen: AmountFen });
export const SaleHeader = z.object({
  customerId: storedWhole('partnerId'),
  shopId: storedWhole('partnerId'),
  soldOn: StoredDay,
  /** Kept as of the time of the sale (R25). */
  seller: z.object({ id: storedWhole('id'), name: storedText() }),
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
  payments: z.array(Payment).max(LISTS.choices),
  status: storedText().default('2'),
  remark: storedText().default(''),
  pictures: z.array(storedText()).max(LISTS.choices).default([]),
  printTemplate: storedText().default(''),
  /** Who allowed what lies beyond the limits of the till; orders of before have none. */
  approvals: z.array(Approval).max(LISTS.choices).optional(),
});
export type SaleHeader = z.infer<typeof SaleHeader>;
/** A piece sold. Weights, sellPriceFen, rebateFeeFen and amountFen are line totals (R8); fees are per gram or piece. */
export const SaleLine = z.object({
  ...lineKey(GOODS_LIST),
  barcode: storedName(),
  goodsId: storedWhole('id'),
  name: storedText(),
  category: storedName(),
  style: storedName(),
  fineness: storedName(),
  picture: storedText().default(''),
  priceMode: z.enum(['fixed', 'by-gram']),
  quantity: Quantity,
  netWeightMg: LotWeightMg,
  cutDownMg: WeightDeltaMg,
  sellWeightMg: LotWeightMg,
  quotedGoldPriceFen: PriceFen,
  goldPriceFen: PriceFen,
  originalLabourFeeFen: PriceFen,
  labourFeeFen: PriceFen,
  originalFineWorkFeeFen: PriceFen,
  fineWorkFeeFen: PriceFen,
  originalPieceWorkFeeFen: PriceFen,
  pieceWorkFeeFen: PriceFen,
  /**
   * Per unit, as the piece had them when the line was computed: its tag price, and the by-gram share of stones, parts and
   * certificate in fen × 10⁷ (R18). An edit goes on from them to the fen. Lines of before know neither.
   */
  tagPriceFen: PriceFen.optional(),
  gramShare: stored('gramShare').optional(),
  sellPriceFen: LineFen,
  rebateBp: RebateBp,
  rebateFeeFen: LineFen,
  /** factSellFee. */
  amountFen: LineFen,
  /** Cost of one piece in that shop; filled by the server. */
  unitCostFen: PriceFen,
  points: storedWhole('points'),
  sellerPoints: storedWhole('points'),
  remark: storedText().default(''),
});
export type SaleLine = z.infer<typeof SaleLine>;

export const SaleEvent = documentEvents('Sale', SaleHeader, SaleLine);
export type SaleEvent = z.infer<typeof SaleEvent>;
export const SALE_EVENT_TYPES = documentEventTypes('Sale');

const yuan = Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const lineYuan = LineYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const documentYuan = DocumentYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const text = (max: number) =>
  formText(max)
    .nullish()
    .transform((value) => value ?? '');

/** A jewellery line as sent. null: the server fills it from the piece; what is sent is checked against the formulas (R16). */
export const SaleLineBody = z.object({
  goodsId: chosenId('id').optional(),
  barcode: Barcode,
  num: Count.min(1, '销售数量不能小于1').default(1),
  todayGoldCost: yuan,
  workFee: yuan,
  fineWorkFee: yuan,
  piceWorkFee: yuan,
  cutDown: SignedGrams.nullish().transform((value) => mgFromGrams(value ?? 0)),
  sellGoldWeight: LotGrams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
  sellPrice: lineYuan,
  rebate: wireNumber('rebate')
    .nullish()
    .transform((value) => Math.round((value ?? 100) * 100)),
  rebateFee: lineYuan,
  factSellFee: lineYuan,
  remark: text(200),
});
export type SaleLineBody = z.infer<typeof SaleLineBody>;

/** Tabs that come later: an empty list is fine, a filled one is refused, never dropped. */
const laterTab = (label: string) =>
  z
    .array(z.unknown())
    .max(LISTS.saleLines)
    .nullish()
    .transform((list) => list ?? [])
    .refine((list) => list.length === 0, `${label}暂未开通，请先删除该页签的数据`);

/** Body of create and update; messages of S1§5. */
export const SaleBody = z.object({
  id: chosenId('id').optional(),
  customerId: chosenId('partnerId', '客户名称不能为空'),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  sellAt: requiredText('销售日期不能为空', TEXTS.short).pipe(Day),
  /** nickName or username of an enabled user; sellerId rules (R25). */
  seller: requiredText('请选择销售员', 60),
  sellerId: chosenId('id')
    .nullish()
    .transform((value) => value ?? null),
  printTemplate: requiredText('请选择打印模板', 60),
  amount: documentYuan,
  changeFee: documentYuan,
  oldFee: documentYuan,
  giftFee: documentYuan,
  cleanFee: documentYuan,
  payableFee: documentYuan,
  factFee: documentYuan,
  remark: text(500),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  sellGoodsList: z
    .array(SaleLineBody)
    .max(LISTS.saleLines, `一张销售单最多${LISTS.saleLines}行`)
    .nullish()
    .transform((list) => list ?? []),
  sellChangeList: laterTab('退换货'),
  sellRecycleList: laterTab('旧料回收'),
  sellGiftList: laterTab('赠品销售'),
  sellCleanList: laterTab('维修清洗'),
  sellBalanceList: z
    .array(
      z.object({
        balance: requiredText('请选择结算方式', 40),
        amount: SignedYuan.nullish().transform((value) => fenFromYuan(value ?? 0)),
      }),
    )
    .max(50, '结算方式过多')
    .nullish()
    .transform((list) => list ?? []),
  approval: ApprovalBody.nullish().transform((value) => value ?? null),
});
export type SaleBody = z.infer<typeof SaleBody>;
