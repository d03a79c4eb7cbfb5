/** GETs of 结账 (R141): up to which day the books of each shop are closed. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { CLOSE_KEYS, ClosedDayRow } from 'services/close/contract';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { shopScope, type SessionUser } from 'services/contracts/user';
import { shopFilter } from '../platform/queries/scope.ts';
import { oneOfIds } from '../platform/queries/where-clauses.ts';
import { closedDayList } from './contract.ts';
import { listRoutes, page, recordRoute, type Order, type Source } from './reading.ts';

const closedDays: Source<typeof ClosedDayRow> = {
  row: ClosedDayRow,
  columns: sql.fragment`id, shop_id AS "shopId", coalesce((SELECT s.name FROM master.shop s WHERE s.id = closed_day.shop_id), '') AS "shopName",
    coalesce(closed_until::text, '') AS "closedUntil", forced, pending, remark, reason, closed_by AS "closedBy",
    coalesce(to_char(closed_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"'), '') AS "closedAt",
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.closed_day`,
  alias: 'closed_day',
};
const BY_SHOP: Order = { by: sql.fragment`shop_id, id` };
const READERS = [CLOSE_KEYS.list, CLOSE_KEYS.add, CLOSE_KEYS.reopen];
const ofShops = (user: SessionUser): FragmentSqlToken | null => oneOfIds(sql.fragment`shop_id`, shopScope(user));

export const closedDayRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: closedDayList,
    summary: '结账列表',
    exported: {
      name: '结账',
      needs: CLOSE_KEYS.list,
      columns: [
        ['shopName', '分店'],
        ['closedUntil', '已结账至'],
        ['closedBy', '结账人'],
        ['closedAt', '结账时间'],
        ['pending', '未审核单据'],
        ['remark', '备注'],
        ['reason', '重开原因'],
      ],
    },
    allow: READERS,
    read: (at, { query, user }) => {
      const shops = shopFilter(sql.fragment`shop_id`, user, query.shopId);
      if (isRefusal(shops)) return Promise.resolve(shops);
      return page(at, closedDays, { where: shops, order: BY_SHOP, paging: query });
    },
  }),
  recordRoute(db, {
    path: closedDayList.path,
    title: '结账记录',
    allow: READERS,
    row: ClosedDayRow,
    source: () => closedDays,
    among: ofShops,
  }),
];
