/** Rows of goods-in: how they are found, ordered and read, now or as of a position. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { mgFromGrams } from 'services/contracts/units';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { goodsStream } from 'services/goods/contract';
import type { RowSelection } from '../documents/reads.ts';
import { allowedRange } from '../platform/queries/date-window.ts';
import { foldedMatch, gramsMatch } from '../platform/queries/name-grams.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import { asTable, pastList, rowsAt, standing } from '../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { inRanges } from '../platform/queries/ranges.ts';
import { NOT_FOUND, inScopeAt, scopeRefusal, shopFilter, type OwnedRows } from '../platform/queries/scope.ts';
import { allOf, between, equals, oneOf, orderedBy, type Condition } from '../platform/queries/where-clauses.ts';
import type { GoodsInQuery } from './contract.ts';
import goodsIn from './projector.ts';

export const StoredGoodsIn = z.object({
  row_id: z.int(),
  barcode: z.string(),
  bill_type: z.enum(['1', '2', '3']),
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
  waits: z.boolean(),
  needs_label: z.boolean(),
  unit_cost_fen: z.int(),
  status: z.string(),
  audit_flag: z.int(),
  auditor: z.string(),
  print_template: z.string(),
  /** Those that are not empty, as the fold wrote them. */
  attributes: z.record(z.string(), z.unknown()),
  created_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  revision: z.int(),
});

export type StoredGoodsIn = z.infer<typeof StoredGoodsIn>;

/** Rows of an import show once it is completed and all of them are here: two read models, each with its own pace. */
export const VISIBLE = sql.fragment`(g.import_id IS NULL OR g.import_id IN (
  SELECT i.import_id FROM live.imports i WHERE i.state = 'completed' AND i.ended_position <= (
    SELECT c.position FROM projection.checkpoint c WHERE c.name = 'goods-in' AND c.state = 'live')))`;
/** Rows as they were shown at a position. */
const visibleAt = (position: number | undefined): FragmentSqlToken =>
  position === undefined
    ? VISIBLE
    : sql.fragment`(g.import_id IS NULL OR g.import_id IN (
        SELECT i.import_id FROM live.imports i WHERE i.state = 'completed' AND i.ended_position <= ${position}))`;
const LIVE = sql.fragment`live.goods_in`;
export const OWNED: OwnedRows = { table: LIVE, key: sql.fragment`row_id` };
/** A row and the numbers of the documents that hold it in its shop, out of `table`. */
const selecting = (table: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT g.row_id, g.barcode, g.bill_type, g.shop_id, s.name AS shop_name, g.supplier_id, p.name AS supplier_name,
    g.received_on, g.batch_no, g.quantity, g.on_hand, g.held, g.left_by, g.waits, g.needs_label, g.unit_cost_fen, g.status, g.audit_flag,
    g.auditor, g.print_template, g.attributes, g.created_by, g.created_at, g.updated_at, g.revision,
    CASE WHEN g.held > 0 THEN (
      SELECT array_agg(h.value ->> 'no') FROM ${table} r, jsonb_each(r.holds) h
       WHERE r.barcode = g.barcode AND (h.value ->> 'shopId')::int = g.shop_id) END AS held_by`;
export const SELECT = selecting(LIVE);
export const NAMES = sql.fragment`
  LEFT JOIN master.shop s ON s.id = g.shop_id LEFT JOIN master.supplier p ON p.id = g.supplier_id`;

const isNamed = (query: GoodsInQuery): query is GoodsInQuery & { readonly name: string } =>
  query.name !== undefined && query.name.trim() !== '';
type NameMatch = (term: string) => FragmentSqlToken;
/** Within so many days a name is read from the days' index sooner than gathered from everywhere. */
const FEW_DAYS = 62;
const DAY_MS = 86_400_000;
const isWithinFewDays = ({ beginTime, endTime }: GoodsInQuery): boolean =>
  beginTime !== undefined && endTime !== undefined && Date.parse(endTime) - Date.parse(beginTime) < FEW_DAYS * DAY_MS;
const byGrams: NameMatch = (term) => gramsMatch(sql.fragment`g.grams`, sql.fragment`g.folded_name`, term);
const byWalking: NameMatch = (term) => foldedMatch(sql.fragment`g.folded_name`, term);

/** Indexes of some rows only serve a plan that is made once for all values where the clause itself says that they do. */
const filled = (column: FragmentSqlToken, value: string | undefined): Condition =>
  value === undefined || value === '' ? null : sql.fragment`(${column} = ${value} AND ${column} <> '')`;
const written = <Value extends string | number>(
  column: FragmentSqlToken,
  value: Value | undefined,
  known: readonly Value[],
): Condition =>
  value !== undefined && known.includes(value)
    ? sql.fragment`${column} = ${sql.literalValue(String(value))}`
    : equals(column, value);

/** What waits for a new label is shown however long it has been there. */
const seeksLabels = ({ needsLabel, beginTime, endTime }: GoodsInQuery): boolean =>
  needsLabel !== undefined && beginTime === undefined && endTime === undefined;

/** Where it lies; what lay where is not among what a row was found by. */
const lacksLabel = (asOf: number | undefined): FragmentSqlToken =>
  asOf === undefined ? sql.fragment`(g.needs_label AND g.on_hand > 0)` : sql.fragment`g.needs_label`;

export type GoodsRequest = ListRequest<GoodsInQuery>;
const filtered = ({ query, user, asOf }: GoodsRequest, now: Date, named = byGrams) => {
  const range = seeksLabels(query) ? { begin: undefined, end: undefined } : allowedRange(user, query, now);
  if (isRefusal(range)) return range;
  const shops = shopFilter(sql.fragment`g.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  return allOf(
    asOf === undefined ? null : standing(sql.fragment`g`, asOf),
    visibleAt(asOf),
    shops,
    inScopeAt(asOf, sql.fragment`g`, OWNED, user),
    between(sql.fragment`g.received_on`, range.begin, range.end),
    equals(sql.fragment`g.supplier_id`, query.supplierId),
    filled(sql.fragment`g.batch_no`, query.batchNo),
    equals(sql.fragment`g.barcode`, asBarcode(query.barcode ?? '')),
    filled(sql.fragment`g.certificate_no`, query.cerif),
    equals(sql.fragment`g.category`, query.type),
    equals(sql.fragment`g.style`, query.style),
    equals(sql.fragment`g.fineness`, query.fineness),
    equals(sql.fragment`g.gold_content`, query.goldContent),
    written(sql.fragment`g.bill_type`, query.billType, ['1', '2', '3']),
    written(sql.fragment`g.audit_flag`, query.auditFlag, [1, 2]),
    query.needsLabel === undefined ? null : lacksLabel(asOf),
    query.goldWeight === undefined ? null : equals(sql.fragment`g.net_weight_mg`, mgFromGrams(query.goldWeight)),
    inRanges(query, { weight: sql.fragment`g.net_weight_mg`, price: sql.fragment`g.tag_price_fen` }),
    isNamed(query) ? named(query.name) : null,
    oneOf(sql.fragment`g.category`, query.typeArr),
    oneOf(sql.fragment`g.style`, query.styleArr),
    oneOf(sql.fragment`g.fineness`, query.finenessArr),
  );
};

/** The rows of the filters as they are now: what the strip over the list adds up. */
export const goodsWhere = ({ now }: QueryDeps, asked: GoodsRequest): RowSelection | Refusal => {
  const where = filtered(asked, now(), isWithinFewDays(asked.query) ? byWalking : byGrams);
  return isRefusal(where) ? where : { from: sql.fragment`${LIVE} g`, where };
};

/** What a row is known and sorted by. */
const SORTED = sql.fragment`g.row_id, g.received_on, g.barcode, g.folded_name, g.net_weight_mg, g.tag_price_fen`;
const ordered = (query: GoodsInQuery) =>
  orderedBy(
    [
      [sql.fragment`g.received_on`, query.inStorageAtOrder],
      [sql.fragment`g.barcode`, query.barcodeOrder],
      [sql.fragment`g.folded_name COLLATE "zh-x-icu"`, query.nameOrder],
      [sql.fragment`g.net_weight_mg`, query.goldWeightOrder],
      [sql.fragment`g.tag_price_fen`, query.sellPriceOrder],
    ],
    sql.fragment`g.received_on DESC, g.row_id DESC`,
    sql.fragment`g.row_id`,
  );

const listedNow = async (
  { db, now }: QueryDeps,
  asked: GoodsRequest,
  where: FragmentSqlToken,
): Promise<Page<StoredGoodsIn>> => {
  const { query } = asked;
  const searching = isNamed(query) && !isWithinFewDays(query);
  // No index is in the order of names or prices: then what is plenty is gathered and sorted, too.
  const byIndex = query.nameOrder === undefined && query.sellPriceOrder === undefined;
  const narrowed = (named: NameMatch): FragmentSqlToken => {
    const found = filtered(asked, now(), named);
    return isRefusal(found) ? where : found;
  };
  const byDay = byIndex && query.barcodeOrder === undefined && query.goldWeightOrder === undefined;
  const along = byDay ? { others: narrowed(() => sql.fragment`true`), text: byWalking(query.name ?? '') } : undefined;
  const searched = {
    columns: SORTED,
    alias: sql.fragment`g`,
    walking: narrowed(byIndex ? byWalking : byGrams),
    along,
  };
  return pagedList({
    db,
    from: sql.fragment`${LIVE} g`,
    where,
    orderBy: ordered(query),
    key: sql.fragment`g.row_id`,
    select: sql.fragment`${SELECT} FROM page JOIN ${LIVE} g ON g.row_id = page.key ${NAMES}`,
    row: StoredGoodsIn,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
    searched: searching ? searched : undefined,
  });
};

const Key = z.object({ row_id: z.int(), barcode: z.string() });
/** A row's holds lie on its receipt's row, so all rows of its barcode are there to read from. */
const selectingThen = async (
  { store }: Pick<QueryDeps, 'store'>,
  keys: readonly z.infer<typeof Key>[],
  asOf: number,
): Promise<FragmentSqlToken> => {
  const streams = keys.map(({ barcode }) => goodsStream(barcode));
  const rows = await rowsAt(store, goodsIn, streams, asOf);
  const then = sql.fragment`goods_then`;
  const ids = keys.map((key) => key.row_id);
  return sql.fragment`
    WITH goods_then AS (SELECT * FROM ${asTable(LIVE, rows)})
    ${selecting(then)} FROM ${then} g ${NAMES} WHERE g.row_id = ANY(${sql.array(ids, 'int8')})`;
};
const listedThen = (
  deps: QueryDeps,
  { query, asOf }: GoodsRequest & { readonly asOf: number },
  where: FragmentSqlToken,
): Promise<Page<StoredGoodsIn>> =>
  pastList({
    db: deps.db,
    from: sql.fragment`live.goods_in_versions g`,
    where,
    orderBy: ordered(query),
    key: sql.fragment`g.row_id, g.barcode`,
    keys: Key,
    select: (keys) => selectingThen(deps, keys, asOf),
    row: StoredGoodsIn,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });

export const goodsRows = async (deps: QueryDeps, asked: GoodsRequest): Promise<Page<StoredGoodsIn> | Refusal> => {
  const { asOf } = asked;
  // Versions have no grams: a name is looked for along the days.
  const isGathered = asOf === undefined && !isWithinFewDays(asked.query);
  const where = filtered(asked, deps.now(), isGathered ? byGrams : byWalking);
  if (isRefusal(where)) return where;
  return asOf === undefined ? listedNow(deps, asked, where) : listedThen(deps, { ...asked, asOf }, where);
};

/** One row; a 404 when there was none then, or it is of other shops, a 403 when it is out of the user's data scope. */
export const goodsRow = async (
  deps: QueryDeps,
  { id, user, asOf }: { readonly id: number; readonly user: SessionUser; readonly asOf: number | undefined },
): Promise<StoredGoodsIn | Refusal> => {
  const { db } = deps;
  let row: StoredGoodsIn | null = null;
  if (asOf === undefined) {
    row = await db.maybeOne(sql.type(StoredGoodsIn)`
      ${SELECT} FROM ${LIVE} g ${NAMES} WHERE g.row_id = ${id} AND ${VISIBLE}`);
  } else {
    const key = await db.maybeOne(sql.type(Key)`
      SELECT g.row_id, g.barcode FROM live.goods_in_versions g
      WHERE g.row_id = ${id} AND ${standing(sql.fragment`g`, asOf)} AND ${visibleAt(asOf)}`);
    if (key !== null) row = await db.maybeOne(sql.type(StoredGoodsIn)`${await selectingThen(deps, [key], asOf)}`);
  }
  if (row === null || !seesShop(user, row.shop_id)) return NOT_FOUND;
  return (await scopeRefusal(db, OWNED, { id, user })) ?? row;
};
