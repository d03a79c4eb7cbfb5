/** GETs of goods-in rows (S0§7): list, record, label data, latest day, history, export. */
import { sql } from 'slonik';
import { z } from 'zod';
import { RecordId } from 'services/contracts/ids';
import { Ids, pageOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { printDataRoute } from '../documents/print.ts';
import { latestDayRoute, shownIn } from '../documents/routes.ts';
import { sumRoutes } from '../documents/sums.ts';
import { exportRoute } from '../platform/sheets/export.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { NOT_FOUND, scopeOfAll } from '../platform/queries/scope.ts';
import { withWarranties } from '../warranty/facts.ts';
import { GoodsInQuery, GoodsInRow, LabelRow } from './contract.ts';
import { GOODS_EXPORT } from './export-columns.ts';
import { goodsInHistory } from './history.ts';
import { presentGoodsIn, type NamedGoodsIn } from './present.ts';
import {
  NAMES,
  SELECT,
  StoredGoodsIn,
  VISIBLE,
  OWNED,
  goodsRow,
  goodsRows,
  goodsWhere,
  type GoodsRequest,
} from './reads.ts';

const LIST = 'biz:bizGoodsIn:list';
const PRINT = ['biz:bizGoodsIn:print', 'biz:bizGoodsIn:offlinePrint'];
const present = (row: StoredGoodsIn, user: SessionUser): GoodsInRow =>
  presentGoodsIn(row as unknown as NamedGoodsIn, seesCost(user));

const listed = async (deps: QueryDeps, asked: GoodsRequest) => {
  const page = await goodsRows(deps, asked);
  return isRefusal(page) ? page : { ...page, list: page.list.map((row) => present(row, asked.user)) };
};

const Id = z.object({ id: RecordId });
const record = (deps: QueryDeps, path: string, allow: string | readonly string[], summary: string): Route =>
  route({
    method: 'GET',
    path,
    summary,
    allow,
    params: Id,
    data: GoodsInRow,
    takesAsOf: true,
    handler: async ({ params, user, asOf }) => {
      const row = await goodsRow(deps, { id: params.id, user, asOf });
      if (isRefusal(row)) return row;
      return { data: present(row, user), ...(asOf === undefined && { etag: row.revision }) };
    },
  });

const labelRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-goods-in/print/:id',
    summary: '首饰标签打印数据',
    allow: PRINT,
    params: Id,
    data: LabelRow,
    handler: async ({ params, user }) => {
      const row = await goodsRow(deps, { id: params.id, user, asOf: undefined });
      if (isRefusal(row)) return row;
      const shown = present(row, user);
      const [labelled] = await withWarranties(deps, [shown]);
      return { data: labelled ?? { ...shown, warranty: '' }, etag: row.revision };
    },
  });

/** What labels are printed from. */
const printRoutes = (deps: QueryDeps): Route[] => [
  route({
    method: 'PUT',
    path: '/biz-goods-in/batch-print',
    summary: '批量打印标签数据',
    allow: PRINT,
    body: Ids,
    data: z.array(LabelRow),
    logged: false,
    handler: async ({ body, user }) => {
      const ids = [...new Set(body.ids)];
      const rows = await deps.db.any(sql.type(StoredGoodsIn)`
        ${SELECT} FROM live.goods_in g ${NAMES}
        WHERE g.row_id = ANY(${sql.array(ids, 'int8')}) AND ${VISIBLE} ORDER BY g.row_id`);
      const seen = rows.filter((row) => seesShop(user, row.shop_id));
      if (seen.length < ids.length) return NOT_FOUND;
      return (
        (await scopeOfAll(deps.db, OWNED, { ids, user })) ?? {
          data: await withWarranties(
            deps,
            seen.map((row) => present(row, user)),
          ),
        }
      );
    },
  }),
  labelRoute(deps),
  printDataRoute(deps, {
    kind: 'label',
    label: '首饰标签',
    title: '首饰标签',
    allow: PRINT,
    tables: async (id, user) => {
      const row = await goodsRow(deps, { id, user, asOf: undefined });
      if (isRefusal(row)) return row;
      return { goods: await withWarranties(deps, [present(row, user)]), template: row.print_template };
    },
  }),
];

/** Of one row: weights and prices are those of a piece (R8). */
const FIGURES = {
  num: { value: sql.fragment`g.quantity`, unit: 'count' },
  goldWeight: { value: sql.fragment`g.net_weight_mg`, pieces: sql.fragment`g.quantity`, unit: 'mg' },
  sellPrice: { value: sql.fragment`g.tag_price_fen`, pieces: sql.fragment`g.quantity`, unit: 'fen' },
} as const;
const BILL_TYPE = sql.fragment`CASE g.bill_type WHEN '2' THEN '调拨入库' WHEN '3' THEN '销退入库' ELSE '正常入库' END
  || CASE WHEN g.audit_flag = 2 THEN '（已审核）' ELSE '（待审核）' END`;

const listRoutes = (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-goods-in',
    summary: '首饰入库列表',
    allow: LIST,
    query: GoodsInQuery,
    data: pageOf(GoodsInRow),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const page = await listed(deps, { query, user, asOf });
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute(deps, {
    path: '/biz-goods-in/export',
    name: '首饰入库',
    allow: LIST,
    query: GoodsInQuery,
    columns: GOODS_EXPORT,
    pieces: 'num',
    takesAsOf: true,
    page: listed,
  }),
  latestDayRoute(deps, {
    path: '/biz-goods-in',
    label: '入库',
    allow: LIST,
    from: sql.fragment`live.goods_in g`,
    day: sql.fragment`g.received_on`,
    where: shownIn(sql.fragment`g`, VISIBLE),
  }),
];

const figureRoutes = (deps: QueryDeps): Route[] =>
  sumRoutes(deps, {
    path: '/biz-goods-in',
    label: '首饰入库',
    allow: LIST,
    query: GoodsInQuery,
    figures: FIGURES,
    where: (asked) => goodsWhere(deps, asked),
    audited: sql.fragment`g.audit_flag = 2`,
    named: {
      key: sql.fragment`g.row_id`,
      barcode: sql.fragment`g.barcode`,
      shop: sql.fragment`g.shop_id`,
      billType: BILL_TYPE,
      document: sql.fragment`'RK' || g.row_id`,
      at: sql.fragment`g.created_at`,
    },
  });

export default (deps: QueryDeps): Route[] => [
  ...listRoutes(deps),
  ...figureRoutes(deps),
  record(deps, '/biz-goods-in/:id', [LIST, 'biz:bizGoodsIn:edit'], '首饰入库详情'),
  ...printRoutes(deps),
  goodsInHistory(deps, [LIST, 'biz:bizGoodsIn:edit'], (id, user, asOf) => goodsRow(deps, { id, user, asOf })),
];
