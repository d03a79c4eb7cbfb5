/** The envelope of every answer (R29) and the paged shapes of wire. */
import { z } from 'zod';
import { MAX_REASON, fits, tooLong } from './limits.ts';
import { LISTS, NUMBERS, TEXTS, addressNumber, chosenId, rawText } from './values.ts';

/** What every answer has, once for all. */
const WHOLE = z.int();
const WORDS = z.string();
const MORE = z.boolean().optional();
/** `{code, msg, data}`; `code` equals the HTTP status. */
export const envelope = <Data extends z.ZodType>(data: Data) => z.object({ code: WHOLE, msg: WORDS, data });
/** One field that is wrong: `path` as in the body (`sellGoodsList.0.num`), `message` in Chinese. */
export const FieldProblem = z.object({ path: z.string(), message: z.string() });
export type FieldProblem = z.infer<typeof FieldProblem>;
/** Of a part of the body, under its name there. */
export const fieldsUnder = (name: string, fields: readonly FieldProblem[]): readonly FieldProblem[] =>
  fields.map((one) => ({ ...one, path: `${name}.${one.path}` }));

/**
 * Beside a list while its read model has set keys aside: how many it does not show as they are now, and which of
 * its rows are among them (places in the list, from 0).
 */
export const NotUpdated = { parked: z.int().optional(), stale: z.array(z.int()).optional() };
/** `{list, count, pageIndex, pageSize}`; `more` says that count is a lower bound (counts are exact to 10,000). */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    list: z.array(row),
    count: WHOLE,
    more: MORE,
    pageIndex: WHOLE,
    pageSize: WHOLE,
    ...NotUpdated,
  });
/** A report: `{count, list: {…totals, list: [rows]}}`. */
export const reportOf = <Row extends z.ZodType, Totals extends z.ZodRawShape>(row: Row, totals: Totals) =>
  z.object({
    count: WHOLE,
    pageIndex: WHOLE,
    pageSize: WHOLE,
    list: z.object({ ...totals, list: z.array(row) }),
    ...NotUpdated,
  });

export const MAX_PAGE_SIZE = NUMBERS.pageSize.max;
/** Query parameters of every list. */
export const Paging = {
  pageIndex: addressNumber('pageIndex').default(1),
  pageSize: addressNumber('pageSize').default(20),
};
/** Of the lists that S2§9 names. */
export const TenRows = { ...Paging, pageSize: Paging.pageSize.unwrap().default(10) };
const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
/** Numbers, texts of numbers, or a list with commas: consoles send each of them (R102). */
const asNumbers = (value: unknown): unknown => {
  const list = typeof value === 'string' ? value.split(',') : value;
  return Array.isArray(list) ? list.map(asNumber) : list;
};
/** Body of delete and audit: `{ids}` (R12: ids in the body rule). */
export const Ids = z.object({
  ids: z.preprocess(
    asNumbers,
    z.array(chosenId('id')).min(1, '请选择数据').max(LISTS.ids, `一次最多处理${LISTS.ids}条`),
  ),
});
const reasonOf = (missing: string) =>
  rawText(TEXTS.long, { long: `原因${tooLong(MAX_REASON)}` })
    .trim()
    .min(1, missing)
    .refine((reason) => fits(reason, MAX_REASON), `原因${tooLong(MAX_REASON)}`);
/** Body of 反审核: `{ids, reason}` (R4). */
export const IdsWithReason = Ids.extend({ reason: reasonOf('请填写反审核原因') });
/** Why one thing is taken back. */
export const ReasonBody = z.object({ reason: reasonOf('请填写撤销原因') });
