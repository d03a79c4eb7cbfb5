/** GET /biz-check/totals and /explain: what audited checks found. Before its audit a check tells no figures, blind or not. */
import { sql, type FragmentSqlToken } from 'slonik';
import { checkManifest } from 'services/stock-check/manifest';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { sumRoutes } from '../documents/sums.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { CheckQuery } from './contract.ts';
import { checksWhere } from './reads.ts';

const signed = (figure: 'bookNum' | 'factNum'): FragmentSqlToken =>
  sql.fragment`coalesce((k.totals ->> ${figure}::text)::int8, 0)`;
const { prefix, label } = checkManifest;

export const checkSums = (deps: QueryDeps, allow: string): Route[] =>
  sumRoutes(deps, {
    path: '/biz-check',
    label: '首饰盘点',
    allow,
    query: CheckQuery,
    figures: {
      bookNum: { value: signed('bookNum'), unit: 'count' },
      factNum: { value: signed('factNum'), unit: 'count' },
    },
    where: (asked) => {
      const where = checksWhere(deps, asked);
      return isRefusal(where) ? where : { from: sql.fragment`live.stock_checks k`, where };
    },
    audited: sql.fragment`k.audit_flag = 2`,
    named: {
      key: sql.fragment`k.id`,
      barcode: sql.fragment`''`,
      shop: sql.fragment`k.shop_id`,
      billType: sql.fragment`CASE WHEN k.audit_flag = 2 THEN ${`${label}（已审核）`} ELSE ${`${label}（待审核）`} END`,
      document: sql.fragment`${prefix} || k.id`,
      at: sql.fragment`k.updated_at`,
    },
  });
