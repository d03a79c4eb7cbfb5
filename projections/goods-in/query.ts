/** GETs of goods-in rows (S0§7): list, record, label data, latest day, history, export. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { Ids, pageOf } from 'services/contracts/envelope';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { mgFromGrams } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { Attributes } from 'services/goods/contract';
import { printDataRoute } from '../documents/print.ts';
import { allowedRange } from '../platform/date-window.ts';
import { exportRoute } from '../platform/export.ts';
import { foldedMatch, gramsMatch } from '../platform/grams.ts';
import { pagedList } from '../platform/paged.ts';
import type { QueryDeps } from '../platform/query-deps.ts';
import { NOT_FOUND, shopFilter } from '../platform/scope.ts';
import { allOf, between, equals, oneOf, orderedBy } from '../platform/where.ts';
import { GoodsInQuery, GoodsInRow } from './contract.ts';
import { GOODS_EXPORT } from './export-columns.ts';
import { goodsInHistory } from './history.ts';
import { presentGoodsIn, type NamedGoodsIn } from './present.ts';

const LIST = 'biz:bizGoodsIn:list';
const PRINT = ['biz:bizGoodsIn:print', 'biz:bizGoodsIn:offlinePrint'];
const Stored = z.object({
  row_id: z.int(),
  barcode: z.string(),
  bill_type: z.enum(['1', '2']),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  supplier_id: z.int().nullable(),
  supplier_name: z.string().nullable(),
  received_on: z.string(),
  batch_no: z.string(),
  quantity: z.int(),
  on_hand: z.int(),
  held: z.int(),
  held_by: z.array(z.string()).nullable(),
  left_by: z.string(),
  unit_cost_fen: z.int(),
  status: z.string(),
  audit_flag: z.int(),
  auditor: z.string(),
  print_template: z.string(),
  attributes: Attributes,
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});

/** Rows of an import show once it is completed and all of them are here: two read models, each with its own pace. */
const VISIBLE = sql.fragment`(g.import_id IS NULL OR g.import_id IN (
  SELECT i.import_id FROM live.imports i WHERE i.state = 'completed' AND i.ended_position <= (
    SELECT c.position FROM projection.checkpoint c WHERE c.name = 'goods-in' AND c.state = 'live')))`;
const SELECT = sql.fragment`
  SELECT g.row_id, g.barcode, g.bill_type, g.shop_id, s.name AS shop_name, g.supplier_id, p.name AS supplier_name,
    g.received_on, g.batch_no, g.quantity, g.on_hand, g.held, g.left_by, g.unit_cost_fen, g.status, g.audit_flag,
    g.auditor, g.print_template, g.attributes, g.created_by, g.created_at, g.updated_at, g.revision,
    CASE WHEN g.held > 0 THEN (
      SELECT array_agg(h.value ->> 'no') FROM live.goods_in r, jsonb_each(r.holds) h
       WHERE r.barcode = g.barcode AND (h.value ->> 'shopId')::int = g.shop_id) END AS held_by`;
const NAMES = sql.fragment`
  LEFT JOIN master.shop s ON s.id = g.shop_id LEFT JOIN master.supplier p ON p.id = g.supplier_id`;

const present = (row: z.infer<typeof Stored>, user: SessionUser): GoodsInRow =>
  presentGoodsIn(row as unknown as NamedGoodsIn, seesCost(user));

const isNamed = (query: GoodsInQuery): query is GoodsInQuery & { readonly name: string } =>
  query.name !== undefined && query.name.trim() !== '';
type NameMatch = (term: string) => FragmentSqlToken;
const byGrams: NameMatch = (term) => gramsMatch(sql.fragment`g.grams`, sql.fragment`g.folded_name`, term);
const byWalking: NameMatch = (term) => foldedMatch(sql.fragment`g.folded_name`, term);

const filtered = (query: GoodsInQuery, user: SessionUser, now: Date, named = byGrams) => {
  const range = allowedRange(user, query, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`g.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return allOf(
    VISIBLE,
    shops,
    between(sql.fragment`g.received_on`, range.begin, range.end),
    equals(sql.fragment`g.supplier_id`, query.supplierId),
    equals(sql.fragment`g.batch_no`, query.batchNo),
    equals(sql.fragment`g.barcode`, query.barcode?.normalize('NFKC').toUpperCase()),
    equals(sql.fragment`g.certificate_no`, query.cerif),
    equals(sql.fragment`g.category`, query.type),
    equals(sql.fragment`g.style`, query.style),
    equals(sql.fragment`g.fineness`, query.fineness),
    equals(sql.fragment`g.gold_content`, query.goldContent),
    equals(sql.fragment`g.bill_type`, query.billType),
    equals(sql.fragment`g.audit_flag`, query.auditFlag),
    query.goldWeight === undefined ? null : equals(sql.fragment`g.net_weight_mg`, mgFromGrams(query.goldWeight)),
    isNamed(query) ? named(query.name) : null,
    oneOf(sql.fragment`g.category`, query.typeArr),
    oneOf(sql.fragment`g.style`, query.styleArr),
    oneOf(sql.fragment`g.fineness`, query.finenessArr),
  );
};

const ordered = (query: GoodsInQuery) =>
  orderedBy(
    [
      [sql.fragment`g.received_on`, query.inStorageAtOrder],
      [sql.fragment`g.barcode`, query.barcodeOrder],
      [sql.fragment`g.name COLLATE "zh-x-icu"`, query.nameOrder],
      [sql.fragment`g.net_weight_mg`, query.goldWeightOrder],
      [sql.fragment`g.tag_price_fen`, query.sellPriceOrder],
    ],
    sql.fragment`g.received_on DESC, g.row_id DESC`,
    sql.fragment`g.row_id`,
  );

const listed = async ({ db, now }: QueryDeps, query: GoodsInQuery, user: SessionUser) => {
  const where = filtered(query, user, now());
  if (isRefusal(where)) return where;
  const walking = isNamed(query) ? filtered(query, user, now(), byWalking) : null;
  const page = await pagedList({
    db,
    from: sql.fragment`live.goods_in g`,
    where,
    orderBy: ordered(query),
    key: sql.fragment`g.row_id`,
    select: sql.fragment`${SELECT} FROM page JOIN live.goods_in g ON g.row_id = page.key ${NAMES}`,
    row: Stored,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
    searched: walking === null || isRefusal(walking) ? undefined : { alias: sql.fragment`g`, walking },
  });
  return { ...page, list: page.list.map((row) => present(row, user)) };
};

const found = async ({ db }: QueryDeps, id: number, user: SessionUser): Promise<z.infer<typeof Stored> | Refusal> => {
  const row = await db.maybeOne(sql.type(Stored)`
    ${SELECT} FROM live.goods_in g ${NAMES} WHERE g.row_id = ${id} AND ${VISIBLE}`);
  return row === null || !seesShop(user, row.shop_id) ? NOT_FOUND : row;
};

const Id = z.object({ id: z.coerce.number().int().positive() });
const LatestDay = z.object({ day: z.string().nullable() });
const record = (deps: QueryDeps, path: string, allow: string | readonly string[], summary: string): Route =>
  route({
    method: 'GET',
    path,
    summary,
    allow,
    params: Id,
    data: GoodsInRow,
    handler: async ({ params, user }) => {
      const row = await found(deps, params.id, user);
      return isRefusal(row) ? row : { data: present(row, user), etag: row.revision };
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
    data: z.array(GoodsInRow),
    logged: false,
    handler: async ({ body, user }) => {
      const ids = sql.array(body.ids, 'int8');
      const rows = await deps.db.any(sql.type(Stored)`
        ${SELECT} FROM live.goods_in g ${NAMES} WHERE g.row_id = ANY(${ids}) AND ${VISIBLE} ORDER BY g.row_id`);
      const seen = rows.filter((row) => seesShop(user, row.shop_id));
      return seen.length === body.ids.length ? { data: seen.map((row) => present(row, user)) } : NOT_FOUND;
    },
  }),
  record(deps, '/biz-goods-in/print/:id', PRINT, '首饰标签打印数据'),
  printDataRoute(deps, {
    kind: 'label',
    label: '首饰标签',
    title: '首饰标签',
    allow: PRINT,
    tables: async (id, user) => {
      const row = await found(deps, id, user);
      return isRefusal(row) ? row : { goods: [present(row, user)], template: row.print_template };
    },
  }),
];

export default (deps: QueryDeps): Route[] => [
  route({
    method: 'GET',
    path: '/biz-goods-in',
    summary: '首饰入库列表',
    allow: LIST,
    query: GoodsInQuery,
    data: pageOf(GoodsInRow),
    handler: async ({ query, user }) => {
      const page = await listed(deps, query, user);
      return isRefusal(page) ? page : { data: page };
    },
  }),
  exportRoute({
    path: '/biz-goods-in/export',
    name: '首饰入库',
    allow: LIST,
    query: GoodsInQuery,
    columns: GOODS_EXPORT,
    page: (query, user) => listed(deps, query, user),
  }),
  route({
    method: 'GET',
    path: '/biz-goods-in/latest-day',
    summary: '最近一天有入库数据的日期',
    allow: LIST,
    data: LatestDay,
    handler: async ({ user }) => {
      const shops = shopFilter(sql.fragment`g.shop_id`, user, undefined);
      if (isRefusal(shops)) return shops;
      const day = await deps.db.oneFirst(sql.type(LatestDay)`
        SELECT max(g.received_on) AS day FROM live.goods_in g WHERE ${allOf(VISIBLE, shops)}`);
      return { data: { day } };
    },
  }),
  record(deps, '/biz-goods-in/:id', [LIST, 'biz:bizGoodsIn:edit'], '首饰入库详情'),
  ...printRoutes(deps),
  goodsInHistory(deps, [LIST, 'biz:bizGoodsIn:edit'], (id, user) => found(deps, id, user)),
];
