/** Tills as they are registered (R138). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { shopScope, type SessionUser } from 'services/contracts/user';
import { TILL_KEY, TillRow } from 'services/master-data/contract';
import { holds } from 'services/platform/base/text-search';
import { shopFilter } from '../platform/queries/scope.ts';
import { oneOfIds } from '../platform/queries/where-clauses.ts';
import { tillList } from './contract.ts';
import { equals, listRoutes, ordered, page, recordRoute, type Order, type Source } from './reading.ts';

const tills: Source<typeof TillRow> = {
  row: TillRow,
  columns: sql.fragment`id, shop_id AS "shopId", coalesce((SELECT s.name FROM master.shop s WHERE s.id = till.shop_id), '') AS "shopName",
    name, status, used, remark, created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.till`,
  alias: 'till',
};
const BY_SHOP: Order = { by: sql.fragment`shop_id, name COLLATE "zh-x-icu", id` };

/** Whoever registers tills, and whoever reads who took money at them (R158). */
const READERS = [TILL_KEY, 'biz:bizShift:list'];
const ofShops = (user: SessionUser): FragmentSqlToken | null => oneOfIds(sql.fragment`shop_id`, shopScope(user));

export const tillRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: tillList,
    summary: '收银台列表',
    exported: {
      name: '收银台',
      columns: [
        ['shopName', '分店'],
        ['name', '收银台'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: READERS,
    read: (at, { query, user }) => {
      const shops = shopFilter(sql.fragment`shop_id`, user, query.shopId);
      if (isRefusal(shops)) return Promise.resolve(shops);
      return page(at, tills, {
        where: [...shops, holds(['till', 'name'], query.name), equals(['status'], query.status)],
        order: ordered(query, ['name'], BY_SHOP),
        paging: query,
      });
    },
  }),
  recordRoute(db, {
    path: tillList.path,
    title: '收银台',
    allow: READERS,
    row: TillRow,
    source: () => tills,
    among: ofShops,
  }),
];
