/** The envelope of every answer (R29) and the paged shapes of wire. */
import { z } from 'zod';
import { MAX_REASON, fits, tooLong } from './limits.ts';

/** `{code, msg, data}`; `code` equals the HTTP status. */
export const envelope = <Data extends z.ZodType>(data: Data) => z.object({ code: z.int(), msg: z.string(), data });
/** One field that is wrong: `path` as in the body (`sellGoodsList.0.num`), `message` in Chinese. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;

/** `{list, count, pageIndex, pageSize}`; `more` says that count is a lower bound (counts are exact to 10,000). */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), count: z.int(), more: z.boolean().optional(), pageIndex: z.int(), pageSize: z.int() });
/** A report: `{count, list: {…totals, list: [rows]}}`. */
export const reportOf = <Row extends z.ZodType, Totals extends z.ZodRawShape>(row: Row, totals: Totals) =>
  z.object({
    count: z.int(),
    pageIndex: z.int(),
    pageSize: z.int(),
    list: z.object({ ...totals, list: z.array(row) }),
  });

export const MAX_PAGE_SIZE = 100_000;
/** Query parameters of every list. */
export const Paging = {
  pageIndex: z.coerce.number().int().min(1).max(1_000_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
};
/** Body of delete and audit: `{ids}` (R12: ids in the body rule). */
export const Ids = z.object({ ids: z.array(z.int().positive()).min(1, '请选择数据').max(1000, '一次最多处理1000条') });
/** Body of 反审核: `{ids, reason}` (R4). */
export const IdsWithReason = Ids.extend({
  reason: z
    .string()
    .trim()
    .min(1, '请填写反审核原因')
    .refine((reason) => fits(reason, MAX_REASON), `原因${tooLong(MAX_REASON)}`),
});
