/** GETs of 长期授权 (R132): words that stand, those that stand now first. */
import { sql } from 'slonik';
import type { FragmentSqlToken } from 'slonik';
import { dayOf } from 'services/contracts/dates';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { MAY_APPROVE } from 'services/contracts/word';
import { STANDING_WORDS, LongApprovalRow } from 'services/standing-word/contract';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { standingList } from './contract.ts';
import { listRoutes, page, type Order, type Source } from './reading.ts';

/** '1' stands, '2' over, '3' ended by somebody: in the terms of the indexes. */
const hasStatus = (status: '1' | '2' | '3', today: string): FragmentSqlToken => {
  if (status === '3') return sql.fragment`ended_at IS NOT NULL`;
  return status === '2'
    ? sql.fragment`ended_at IS NULL AND until_day < ${today}::date`
    : sql.fragment`ended_at IS NULL AND until_day >= ${today}::date`;
};
const statusAt = (today: string): FragmentSqlToken =>
  sql.fragment`CASE WHEN ${hasStatus('3', today)} THEN '3' WHEN ${hasStatus('2', today)} THEN '2' ELSE '1' END`;
const sourceAt = (today: string): Source<typeof LongApprovalRow> => ({
  row: LongApprovalRow,
  columns: sql.fragment`id, shop_id AS "shopId", coalesce((SELECT s.name FROM master.shop s WHERE s.id = standing_word.shop_id), '') AS "shopName",
    array_to_string(barcodes, '、') AS barcodes, category AS type, style, percent_bp::float8 / 100 AS percent, until_day::text AS until, reason, giver, ${statusAt(today)} AS status,
    ended_by AS "endedBy", coalesce(to_char(ended_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"'), '') AS "endedAt",
    end_reason AS "endReason", created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.standing_word`,
  alias: 'standing_word',
});
const LATEST: Order = { by: sql.fragment`until_day DESC, id DESC` };
const REPORT = 'report:reportSellApproval:list';

export const standingRoutes = ({ db, now }: Pick<QueryDeps, 'db' | 'now'>): Route[] =>
  listRoutes(db, {
    endpoint: standingList,
    summary: '长期授权列表',
    exported: {
      name: '长期授权',
      needs: REPORT,
      words: { status: STANDING_WORDS },
      columns: [
        ['shopName', '分店'],
        ['barcodes', '条码'],
        ['type', '首饰类别'],
        ['style', '首饰款式'],
        ['percent', '最低折扣%'],
        ['until', '有效至'],
        ['reason', '原因'],
        ['giver', '授权人'],
        ['status', '状态'],
        ['endedBy', '结束人'],
        ['endedAt', '结束时间'],
        ['endReason', '结束原因'],
      ],
    },
    allow: [REPORT, MAY_APPROVE],
    read: (at, { query, user }) => {
      const shops = shopFilter(sql.fragment`shop_id`, user, query.shopId);
      if (isRefusal(shops)) return Promise.resolve(shops);
      const today = dayOf(now());
      const where = [...shops, query.status === undefined ? null : hasStatus(query.status, today)];
      return page(at, sourceAt(today), { where, order: LATEST, paging: query });
    },
  });
