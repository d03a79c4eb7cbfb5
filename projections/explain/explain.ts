/** Opens a total: one source of events gives both the sum and the page, so they cannot disagree. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { refuse } from 'services/contracts/refusal';
import { SumText, wireSum } from 'services/contracts/sums';
import type { PageRequest } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import type { Explanation } from './contract.ts';

/** A row that a sum is made of, as selected. */
export const SumRow = z.object({
  key: z.string(),
  barcode: z.string(),
  shop_name: z.string().nullable(),
  bill_type: z.string(),
  document_no: z.string(),
  value: SumText,
  at: z.string(),
});
/** And on the wire; `places` are the decimals of the whole units. */
export const shownSumRow = (row: z.infer<typeof SumRow>, places: number) => ({
  key: row.key,
  barcode: row.barcode,
  shopName: row.shop_name ?? '',
  billType: row.bill_type,
  document: row.document_no,
  value: wireSum(row.value, places),
  at: row.at,
});
const Stored = SumRow.extend({ event_id: z.string(), position: z.int() });
const Sum = z.object({ total: SumText, count: z.int() });
export const NO_COST = refuse('forbidden', 'cost.hidden', '没有查看成本的权限');

type ExplainRequest = {
  /** SELECT of key, barcode, shop_id, bill_type, document_no, value (whole units), event_id, position and at. */
  readonly source: FragmentSqlToken;
  /** Decimals of the whole units as they are shown. */
  readonly places: number;
  readonly paging: PageRequest;
};
/** The newest events first. */
export const explained = async (
  { db }: QueryDeps,
  { source, places, paging }: ExplainRequest,
): Promise<Explanation> => {
  const { pageIndex, pageSize } = paging;
  const [{ total, count }, list] = await Promise.all([
    db.one(sql.type(Sum)`
      SELECT coalesce(sum(e.value), 0)::text AS total, count(*)::int AS count FROM (${source}) AS e`),
    db.any(sql.type(Stored)`
      SELECT e.key, e.barcode, s.name AS shop_name, e.bill_type, e.document_no, e.value::text AS value, e.event_id,
        e.position, e.at
      FROM (SELECT * FROM (${source}) AS all_of_them ORDER BY position DESC, key
            LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}) AS e
      LEFT JOIN master.shop s ON s.id = e.shop_id ORDER BY e.position DESC, e.key`),
  ]);
  return {
    total: wireSum(total, places),
    count,
    pageIndex,
    pageSize,
    list: list.map((row) => ({ ...shownSumRow(row, places), eventId: row.event_id, position: row.position })),
  };
};
