/** Sale order (S1§2.1, 2.2, 3, 9; R16–R18, R25): wire body, events. Jewellery tab and payments; the shape holds all six lists. */
import { z } from 'zod';
import { Day } from '../contracts/dates.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import {
  AmountFen,
  Count,
  Grams,
  PriceFen,
  Quantity,
  RateBp,
  SignedGrams,
  SignedYuan,
  WeightDeltaMg,
  WeightMg,
  Yuan,
  fenFromYuan,
  mgFromGrams,
} from '../contracts/units.ts';
import { Barcode, Pictures, formText } from '../goods/contract.ts';

export * from './formulas.ts';
export const saleStream = (id: number): string => `sale-${id}`;

/** One settlement method and what was paid with it; negative when the shop pays (R17). */
export const Payment = z.object({ method: z.string(), amountFen: AmountFen });
export const SaleHeader = z.object({
  customerId: z.int(),
  shopId: z.int(),
  soldOn: Day,
  /** Kept as of the time of the sale (R25). */
  seller: z.object({ id: z.int(), name: z.string() }),
  /** Sums of R16, in fen. */
  amountFen: AmountFen,
  changeFeeFen: AmountFen,
  oldFeeFen: AmountFen,
  giftFeeFen: AmountFen,
  cleanFeeFen: AmountFen,
  payableFeeFen: AmountFen,
  factFeeFen: AmountFen,
  costAmountFen: AmountFen,
  points: z.int(),
  sellerPoints: z.int(),
  payments: z.array(Payment),
  status: z.string().default('2'),
  remark: z.string().default(''),
  pictures: z.array(z.string()).default([]),
  printTemplate: z.string().default(''),
});
export type SaleHeader = z.infer<typeof SaleHeader>;
/** A piece sold. Weights, sellPriceFen, rebateFeeFen and amountFen are line totals (R8); fees are per gram or piece. */
export const SaleLine = z.object({
  barcode: z.string(),
  goodsId: z.int(),
  name: z.string(),
  category: z.string(),
  style: z.string(),
  fineness: z.string(),
  picture: z.string().default(''),
  priceMode: z.enum(['fixed', 'by-gram']),
  quantity: Quantity,
  netWeightMg: WeightMg,
  cutDownMg: WeightDeltaMg,
  sellWeightMg: WeightMg,
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
  gramShare: z.int().nonnegative().optional(),
  sellPriceFen: PriceFen,
  rebateBp: RateBp,
  rebateFeeFen: PriceFen,
  /** factSellFee. */
  amountFen: PriceFen,
  /** Cost of one piece in that shop; filled by the server. */
  unitCostFen: PriceFen,
  points: z.int(),
  sellerPoints: z.int(),
  remark: z.string().default(''),
});
export type SaleLine = z.infer<typeof SaleLine>;

export const SaleEvent = documentEvents('Sale', SaleHeader, SaleLine);
export type SaleEvent = z.infer<typeof SaleEvent>;
export const SALE_EVENT_TYPES = documentEventTypes('Sale');

const yuan = Yuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const signedYuan = SignedYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value)));
const text = (max: number) =>
  formText(max)
    .nullish()
    .transform((value) => value ?? '');

/** A jewellery line as sent. null: the server fills it from the piece; what is sent is checked against the formulas (R16). */
export const SaleLineBody = z.object({
  goodsId: z.int().positive().optional(),
  barcode: Barcode,
  num: Count.min(1, '销售数量不能小于1').default(1),
  todayGoldCost: yuan,
  workFee: yuan,
  fineWorkFee: yuan,
  piceWorkFee: yuan,
  cutDown: SignedGrams.nullish().transform((value) => mgFromGrams(value ?? 0)),
  sellGoldWeight: Grams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
  sellPrice: yuan,
  rebate: z
    .number({ error: '请输入数字' })
    .min(0, '不能小于0')
    .max(1000, '不能大于1000')
    .nullish()
    .transform((value) => Math.round((value ?? 100) * 100)),
  rebateFee: yuan,
  factSellFee: yuan,
  remark: text(200),
});
export type SaleLineBody = z.infer<typeof SaleLineBody>;

/** Tabs that come later: an empty list is fine, a filled one is refused, never dropped. */
const laterTab = (label: string) =>
  z
    .array(z.unknown())
    .nullish()
    .transform((list) => list ?? [])
    .refine((list) => list.length === 0, `${label}暂未开通，请先删除该页签的数据`);

/** Body of create and update; messages of S1§5. */
export const SaleBody = z.object({
  id: z.int().positive().optional(),
  customerId: z.int({ error: '客户名称不能为空' }).positive('客户名称不能为空'),
  shopId: z.int({ error: '分店名称不能为空' }).positive('分店名称不能为空'),
  sellAt: z.string({ error: '销售日期不能为空' }).min(1, '销售日期不能为空').pipe(Day),
  /** nickName or username of an enabled user; sellerId rules (R25). */
  seller: z.string({ error: '请选择销售员' }).trim().min(1, '请选择销售员').pipe(formText(60)),
  sellerId: z
    .int()
    .positive()
    .nullish()
    .transform((value) => value ?? null),
  printTemplate: z.string({ error: '请选择打印模板' }).trim().min(1, '请选择打印模板').pipe(formText(60)),
  amount: signedYuan,
  changeFee: signedYuan,
  oldFee: signedYuan,
  giftFee: signedYuan,
  cleanFee: signedYuan,
  payableFee: signedYuan,
  factFee: signedYuan,
  remark: text(500),
  pictures: Pictures.nullish().transform((value) => value ?? []),
  sellGoodsList: z
    .array(SaleLineBody)
    .max(500, '一张销售单最多500行')
    .nullish()
    .transform((list) => list ?? []),
  sellChangeList: laterTab('退换货'),
  sellRecycleList: laterTab('旧料回收'),
  sellGiftList: laterTab('赠品销售'),
  sellCleanList: laterTab('维修清洗'),
  sellBalanceList: z
    .array(
      z.object({
        balance: z.string({ error: '请选择结算方式' }).trim().min(1, '请选择结算方式').pipe(formText(40)),
        amount: SignedYuan.nullish().transform((value) => fenFromYuan(value ?? 0)),
      }),
    )
    .max(50, '结算方式过多')
    .nullish()
    .transform((list) => list ?? []),
});
export type SaleBody = z.infer<typeof SaleBody>;
