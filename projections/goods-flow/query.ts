/** GET /report-goods-flow by barcode or by shop and dates, as of any moment; and a piece's life. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { requiredText } from 'services/contracts/values';
import { SumText, wireSum } from 'services/contracts/sums';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, refuse, refuseField } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { mulDiv, yuanFromFen } from 'services/contracts/units';
import { seesCost, seesShop, type SessionUser } from 'services/contracts/user';
import { Attributes, goodsStream, type GoodsAttributes } from 'services/goods/contract';
import { explained } from '../explain/explain.ts';
import { asDescribed } from '../goods-in/receipt-descriptions.ts';
import { STORED_GOODS_COLUMNS } from '../goods-in/export-columns.ts';
import { photosOf, thumbsOf, wireFields } from '../goods-in/present.ts';
import { allowedRange } from '../platform/queries/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { everyRow, pageRows } from '../platform/queries/paged-list.ts';
import { standing } from '../platform/queries/past-rows.ts';
import { reportExplain, reportRoutes } from '../platform/routes/report.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { allOf, between, equals } from '../platform/queries/where-clauses.ts';
import { GoodsFlowExplainQuery, GoodsFlowQuery, GoodsLife, goodsFlowReport, type GoodsFlowRow } from './contract.ts';
import { lifeOf } from './life.ts';
import { lifeNames } from './names.ts';
import { elsewhereOf, ownEvents, sentAway } from './own-shops.ts';

const LIST = 'report:reportGoodsFlow:list';
const Stored = z.object({
  position: z.int(),
  line: z.int(),
  event_id: z.string(),
  at: z.string(),
  barcode: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  bill_type: z.string(),
  quantity: z.int(),
  in_price_fen: z.int().nullable(),
  out_price_fen: z.int().nullable(),
  turnover_on: z.string(),
  document_no: z.string(),
  by_name: z.string(),
  attributes: Attributes.nullable(),
});
/** As a sheet reads it: what the fold wrote is cut into cells, not looked through again. */
const Exported = Stored.extend({ attributes: z.custom<Partial<GoodsAttributes>>().nullable() });
const Totals = z.object({ count: z.int(), inNum: SumText, outNum: SumText, num: SumText });
const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'billType', title: '类型', kind: 'text' },
  { field: 'turnoverAt', title: '业务日期', kind: 'day' },
  { field: 'at', title: '录入时间', kind: 'moment' },
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'num', title: '数量', kind: 'count', total: 'sum' },
  { field: 'inPrice', title: '入库价', kind: 'money', cost: true },
  /** Of sales it is no cost: rows that have it for nobody without the right leave their cell empty. */
  { field: 'outPrice', title: '出库价', kind: 'money' },
  { field: 'by', title: '操作人', kind: 'text' },
  ...STORED_GOODS_COLUMNS,
];

const priceOf = (fen: number | null): number | null => (fen === null ? null : yuanFromFen(fen));
const isSale = ({ bill_type }: { readonly bill_type: string }): boolean => bill_type.startsWith('销售');
/** A sale says what all pieces of its line were sold for; a price is that of one. */
const outPriceOf = (row: Pick<z.infer<typeof Stored>, 'bill_type' | 'quantity' | 'out_price_fen'>): number | null =>
  isSale(row) && row.out_price_fen !== null
    ? yuanFromFen(mulDiv([row.out_price_fen], Math.abs(row.quantity)))
    : priceOf(row.out_price_fen);
/** What a customer paid is no cost; prices of receipts and transfers are (R13). */
const movement = (row: Omit<z.infer<typeof Stored>, 'attributes'>, withCost: boolean) => ({
  position: row.position,
  line: row.line,
  eventId: row.event_id,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  barcode: row.barcode,
  billType: row.bill_type,
  turnoverAt: row.turnover_on,
  at: row.at,
  num: row.quantity,
  ...(withCost && { inPrice: priceOf(row.in_price_fen) }),
  ...((withCost || isSale(row)) && { outPrice: outPriceOf(row) }),
  documentNo: row.document_no,
  by: row.by_name,
});
const present = (row: z.infer<typeof Stored>, withCost: boolean): GoodsFlowRow => ({
  ...(row.attributes === null ? {} : wireFields(row.attributes, withCost)),
  ...movement(row, withCost),
});

const isByBarcode = ({ barcode }: GoodsFlowQuery): boolean => barcode !== undefined && barcode !== '';
const isByDays = ({ beginTime, endTime }: GoodsFlowQuery): boolean => beginTime !== undefined && endTime !== undefined;
const filtered = (query: GoodsFlowQuery, user: SessionUser, asOf: number | undefined, now: Date) => {
  const byBarcode = isByBarcode(query);
  if (!byBarcode && !isByDays(query)) return refuseField('flow.barcode', 'barcode', '请输入条码！');
  const range = allowedRange(user, byBarcode ? { barcode: query.barcode } : query, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`f.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return allOf(
    shops,
    byBarcode ? equals(sql.fragment`f.barcode`, asBarcode(query.barcode ?? '')) : null,
    between(sql.fragment`f.turnover_on`, range.begin, range.end),
    asOf === undefined ? null : sql.fragment`f.position <= ${asOf}`,
  );
};

const listOf = ({ db }: QueryDeps, where: FragmentSqlToken) => ({
  db,
  from: sql.fragment`live.goods_flow f`,
  where,
  orderBy: sql.fragment`f.position, f.line`,
  key: sql.fragment`f.position AS position, f.line`,
  select: sql.fragment`
    SELECT f.position, f.line, f.event_id, f.at, f.barcode, f.shop_id, s.name AS shop_name, f.bill_type, f.quantity,
      f.in_price_fen, f.out_price_fen, f.turnover_on, f.document_no, f.by_name, g.attributes
    FROM page JOIN live.goods_flow f ON f.position = page.position AND f.line = page.key
    LEFT JOIN live.goods_in g ON g.barcode = f.barcode AND g.bill_type = '1'
    LEFT JOIN master.shop s ON s.id = f.shop_id`,
  row: Stored,
});

/**
 * Days lie together in the log: the planner, who takes them for spread, would walk it from its start to the first of
 * them. OFFSET 0 has them read from their index and sorted.
 */
const gathered = (where: FragmentSqlToken) => ({
  from: sql.fragment`(SELECT f.position, f.line FROM live.goods_flow f WHERE ${where} OFFSET 0) AS f`,
  where: sql.fragment`true`,
});

const YEAR_MS = 366 * 86_400_000;
/** So many days begin early in the log: its start is near, and sorting them all is not worth it. */
const isWide = (query: GoodsFlowQuery): boolean =>
  !isByBarcode(query) && Date.parse(query.endTime ?? '') - Date.parse(query.beginTime ?? '') > YEAR_MS;

const pageOf = async (deps: QueryDeps, where: FragmentSqlToken, { query, user, asOf }: ListRequest<GoodsFlowQuery>) => {
  const { pageIndex, pageSize } = query;
  const source = isWide(query) ? {} : gathered(where);
  const list = await pageRows({ ...listOf(deps, where), ...source, paging: { pageIndex, pageSize } });
  const rows = await asDescribed(deps, list, asOf);
  return rows.map((row) => present(row, seesCost(user)));
};
const everyExported = (deps: QueryDeps, { query, user, asOf }: ListRequest<GoodsFlowQuery>) => {
  const where = filtered(query, user, asOf, deps.now());
  if (isRefusal(where)) return where;
  return exported(deps, { rows: everyRow({ ...listOf(deps, where), row: Exported }), asOf, withCost: seesCost(user) });
};
type Rows = {
  readonly rows: AsyncIterable<readonly z.infer<typeof Exported>[]>;
  readonly asOf: number | undefined;
  readonly withCost: boolean;
};
async function* exported(deps: QueryDeps, { rows, asOf, withCost }: Rows) {
  for await (const some of rows) {
    const described = await asDescribed(deps, some, asOf);
    yield described.map((row) => Object.assign(movement(row, withCost), { attributes: row.attributes }));
  }
}

const sumsOf = async ({ db }: QueryDeps, where: FragmentSqlToken) => {
  const { count, ...sums } = await db.one(sql.type(Totals)`
    SELECT count(*)::int AS count, coalesce(sum(f.quantity), 0)::text AS num,
           coalesce(sum(f.quantity) FILTER (WHERE f.quantity > 0), 0)::text AS "inNum",
           coalesce(-sum(f.quantity) FILTER (WHERE f.quantity < 0), 0)::text AS "outNum"
    FROM live.goods_flow f WHERE ${where}`);
  return {
    count,
    totals: { num: wireSum(sums.num, 0), inNum: wireSum(sums.inNum, 0), outNum: wireSum(sums.outNum, 0) },
  };
};

const Whereabouts = z.object({ shop_id: z.int(), on_hand: z.int(), held: z.int() });
const whereaboutsOf = ({ db }: QueryDeps, barcode: string, asOf: number | undefined) =>
  db.any(sql.type(Whereabouts)`
    SELECT h.shop_id, h.on_hand, h.held FROM live.holding h
    WHERE h.barcode = ${barcode} AND ${standing(sql.fragment`h`, asOf)} AND h.on_hand <> 0 ORDER BY h.shop_id`);

/** The piece's own events, up to the moment; shops the user may not see keep the piece's life to themselves (R13). */
const lifeAt = async (deps: QueryDeps, barcode: string, user: SessionUser, asOf: number | undefined) => {
  const unknown = refuse('not-found', 'goods.unknown', `条码 ${barcode} 不存在`);
  const all = await deps.store.read(goodsStream(barcode));
  const events = asOf === undefined ? all : all.filter(({ position }) => position <= asOf);
  if (events.length === 0) return unknown;
  const touched = events.flatMap(({ data }) => [data.shopId, data.fromShopId, data.toShopId].filter(Number.isInteger));
  if (!touched.some((shopId) => seesShop(user, shopId as number))) return unknown;
  const [names, whereabouts] = await Promise.all([lifeNames(deps, events), whereaboutsOf(deps, barcode, asOf)]);
  // The description comes from the receipt, wherever that was; the steps are those of the user's shops.
  const { attributes } = lifeOf(events, names, seesCost(user));
  const told = lifeOf(ownEvents(events, user), { ...names, leaves: (event) => sentAway(event, user) }, seesCost(user));
  const pictures = attributes?.pictures ?? [];
  return {
    barcode,
    name: attributes?.name ?? '',
    thumbs: thumbsOf(pictures),
    photos: photosOf(pictures),
    elsewhere: elsewhereOf(events, whereabouts, user),
    whereabouts: whereabouts
      .filter(({ shop_id }) => seesShop(user, shop_id))
      .map((row) => ({
        shopId: row.shop_id,
        shopName: names.shop(row.shop_id),
        onHand: row.on_hand,
        held: row.held,
      })),
    goods: attributes === null ? {} : wireFields(attributes, seesCost(user)),
    steps: told.steps,
  };
};

const explainRoute = (deps: QueryDeps): Route =>
  reportExplain(
    { endpoint: { path: '/report-goods-flow' }, name: '首饰流水', allow: LIST },
    {
      query: GoodsFlowExplainQuery,
      explain: async ({ query, user, asOf }) => {
        const where = filtered(query, user, asOf, deps.now());
        if (isRefusal(where)) return where;
        const source = sql.fragment`
          SELECT f.position || '-' || f.line AS key, f.barcode, f.shop_id, f.bill_type, f.document_no,
            f.quantity AS value, f.event_id, f.position, f.at
          FROM live.goods_flow f WHERE ${where}`;
        return explained(deps, { source, places: 0, paging: query });
      },
    },
  );
const lifeRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/report-goods-flow/life',
    summary: '首饰的一生',
    allow: LIST,
    query: z.object({ barcode: requiredText('请输入条码！', 64) }),
    data: GoodsLife,
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const life = await lifeAt(deps, asBarcode(query.barcode), user, asOf);
      return isRefusal(life) ? life : { data: life };
    },
  });

export default (deps: QueryDeps): Route[] => [
  ...reportRoutes({
    endpoint: goodsFlowReport,
    name: '首饰流水',
    allow: LIST,
    choose: ({ query, user, asOf }) => filtered(query, user, asOf, deps.now()),
    rows: (where: FragmentSqlToken, asked) => pageOf(deps, where, asked),
    sums: (where) => sumsOf(deps, where),
  }),
  exportRoute(deps, {
    path: '/report-goods-flow/export',
    name: '首饰流水',
    allow: LIST,
    query: GoodsFlowQuery,
    columns: EXPORT,
    pieces: 'num',
    takesAsOf: true,
    rows: (asked) => everyExported(deps, asked),
  }),
  explainRoute(deps),
  lifeRoute(deps),
];
