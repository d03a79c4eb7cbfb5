/** GET /report-sell-sum (S1§2.12, §3, §5; R51, R92): audited jewellery by shop and style, a row for each category; returns apart, negative. */
import { z } from 'zod';
import { Day } from 'services/contracts/dates';
import { Paging } from 'services/contracts/envelope';
import { several } from 'services/contracts/filters';
import { PartnerId } from 'services/contracts/ids';
import { WireSum } from 'services/contracts/sums';
import { LISTS, TEXTS, requiredText } from 'services/contracts/values';

const NO_SHOP = '请选择分店!';
const listed = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : [value]).filter((one) => one !== undefined && one !== null && one !== '');
/** Each of these shops: `?shopId=1&shopId=2`. */
const shops = z.preprocess(
  listed,
  z.array(PartnerId, { error: NO_SHOP }).min(1, NO_SHOP).max(LISTS.ids, `最多${LISTS.ids}项`),
);
const day = () => requiredText('请选择日期', TEXTS.short).pipe(Day);
const Filters = { shopId: shops, beginTime: day(), endTime: day(), typeArr: several(), styleArr: several() };
export const SellSumQuery = z.object({ ...Paging, ...Filters });
export type SellSumQuery = z.infer<typeof SellSumQuery>;

/** What was sold of a category and a style in a shop, or what came back of it there (negative). */
export const SellSumRow = z.object({
  key: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  billType: z.enum(['销售', '退货']),
  style: z.string(),
  type: z.string(),
  num: z.number(),
  goldWeight: z.number(),
  factFee: z.number(),
});
export type SellSumRow = z.infer<typeof SellSumRow>;
export const SELL_SUM_FIGURES = ['num', 'goldWeight', 'factFee'] as const;
export const SellSumTotals = z.object({ num: WireSum, goldWeight: WireSum, factFee: WireSum });
export const SellSumExplainQuery = SellSumQuery.extend({
  field: z.enum(SELL_SUM_FIGURES, { error: '没有这个合计' }),
});
export const sellSumPath = '/report-sell-sum';
