/** GET /biz-sell/explain: a summary tag opened into the events that gave each order its figures (R16; wire). */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { saleManifest } from 'services/sale/manifest';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { documentsWhere, type DocumentSource } from '../documents/reads.ts';
import { explained } from '../explain/explain.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { reportExplain } from '../platform/routes/report.ts';
import { SaleExplainQuery, type SALE_FIGURES, type SaleQuery } from './contract.ts';

type Figure = (typeof SALE_FIGURES)[number];
const VALUES: Readonly<Record<Figure, FragmentSqlToken>> = {
  count: sql.fragment`1`,
  giftFee: sql.fragment`d.gift_fee_fen`,
  oldFee: sql.fragment`d.old_fee_fen`,
  changeFee: sql.fragment`d.change_fee_fen`,
  cleanFee: sql.fragment`d.clean_fee_fen`,
  amount: sql.fragment`d.amount_fen`,
  factFee: sql.fragment`d.fact_fee_fen`,
};

export const saleExplainRoute = <Stored extends z.ZodType>(
  deps: QueryDeps,
  source: DocumentSource<SaleQuery, Stored>,
): Route =>
  reportExplain(
    { endpoint: { path: '/biz-sell' }, name: '销售单', allow: 'biz:bizSell:list' },
    {
      query: SaleExplainQuery,
      explain: async (asked) => {
        const found = documentsWhere(deps, source, asked, true);
        if (isRefusal(found)) return found;
        const { field } = asked.query;
        const rows = sql.fragment`
          SELECT d.id::text AS key, array_to_string(d.barcodes, '、') AS barcode, d.shop_id,
            CASE WHEN d.audit_flag = 2 THEN '销售（已审核）' ELSE '销售（待审核）' END AS bill_type,
            ${saleManifest.prefix} || d.id AS document_no, ${VALUES[field]} AS value,
            d.valued_by AS event_id, d.valued_position AS position, d.valued_at AS at
          FROM ${found.from} WHERE ${found.where}`;
        return explained(deps, { source: rows, places: field === 'count' ? 0 : 2, paging: asked.query });
      },
    },
  );
