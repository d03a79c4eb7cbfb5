/** Rows, totals and opened totals of a report over goods_moves, now or as of a position. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { caratsFromMilli, gramsFromMg } from 'services/contracts/units';
import { seesCost, type SessionUser } from 'services/contracts/user';
import { Attributes } from 'services/goods/contract';
import type { Explanation } from '../explain/contract.ts';
import { NO_COST, explained } from '../explain/explain.ts';
import { asDescribed, receiptsAt } from '../goods-in/receipt-descriptions.ts';
import { wireFields } from '../goods-in/present.ts';
import { allowedRange } from '../platform/queries/date-window.ts';
import { figureSums, worthOf, type Figure } from '../platform/queries/figure-sums.ts';
import { inFullWidth, type Width } from '../platform/queries/full-width.ts';
import { pageRows } from '../platform/queries/paged-list.ts';
import { standing } from '../platform/queries/past-rows.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { inRanges } from '../platform/queries/ranges.ts';
import { ofScope, type OwnedRows } from '../platform/queries/scope.ts';
import {
  allOf,
  between,
  contains,
  equals,
  oneOf,
  orderedBy,
  type Condition,
} from '../platform/queries/where-clauses.ts';
import type { MoveFigure, MoveQuery } from './contract.ts';

export type MoveReport<Query extends MoveQuery> = {
  /** `m.kind = '…'`, written out: partial indexes are chosen by it. */
  readonly kind: FragmentSqlToken;
  /** The documents that moved it: whose they are, its rows are (R109). */
  readonly documents: OwnedRows;
  /** 调拨、退供应商: what an opened total calls the posting. */
  readonly billType: string;
  readonly dayOrder: (query: Query) => 'asc' | 'desc' | undefined;
  /** Shops and suppliers, with what the user may see (R13). */
  readonly partners: (query: Query, user: SessionUser) => readonly Condition[] | Refusal;
};
/** The tag price of a piece stands in its receipt, as that read then. */
const tagPrice = (asOf: number | undefined): FragmentSqlToken => {
  const { table, on } = receiptsAt(asOf);
  return sql.fragment`(SELECT g.tag_price_fen FROM ${table} g WHERE g.barcode = m.barcode AND ${on})`;
};
/** The clause of a report's rows (alias `m`): its page, its totals and their explanation are of the same rows. */
export const movesWhere = <Query extends MoveQuery>(
  report: MoveReport<Query>,
  { query, user, asOf }: ListRequest<Query>,
  now: Date,
): FragmentSqlToken | Refusal => {
  const range = allowedRange(user, query, now);
  if (isRefusal(range)) return range;
  const partners = report.partners(query, user);
  if (isRefusal(partners)) return partners;
  return allOf(
    report.kind,
    standing(sql.fragment`m`, asOf),
    partners,
    ofScope(sql.fragment`m.document_id`, report.documents, user),
    between(sql.fragment`m.moved_on`, range.begin, range.end),
    equals(sql.fragment`m.barcode`, asBarcode(query.barcode ?? '')),
    equals(sql.fragment`m.category`, query.type),
    equals(sql.fragment`m.style`, query.style),
    equals(sql.fragment`m.fineness`, query.fineness),
    contains(sql.fragment`m.name`, query.name),
    oneOf(sql.fragment`m.category`, query.typeArr),
    oneOf(sql.fragment`m.style`, query.styleArr),
    oneOf(sql.fragment`m.fineness`, query.finenessArr),
    inRanges(query, { weight: sql.fragment`m.net_weight_mg`, price: tagPrice(asOf) }),
  );
};

const Stored = z.object({
  barcode: z.string(),
  from_position: z.int(),
  out_shop_id: z.int(),
  out_shop_name: z.string().nullable(),
  in_shop_id: z.int().nullable(),
  in_shop_name: z.string().nullable(),
  supplier_id: z.int().nullable(),
  supplier_name: z.string().nullable(),
  moved_on: z.string(),
  document_no: z.string(),
  quantity: z.int(),
  stock_before: z.int().nullable(),
  price_fen: z.int(),
  unit_cost_fen: z.int(),
  category: z.string(),
  name: z.string(),
  style: z.string(),
  fineness: z.string(),
  net_weight_mg: z.int(),
  gross_weight_mg: z.int(),
  main_stone_milli: z.int(),
  attributes: Attributes.nullable(),
});
export type StoredMove = z.infer<typeof Stored>;

/** The piece as it was when it moved where the report filters and sums; the rest is its receipt's description. */
export const describedPiece = (row: StoredMove, withCost: boolean) => ({
  ...(row.attributes === null ? {} : wireFields(row.attributes, withCost)),
  type: row.category,
  name: row.name,
  style: row.style,
  fineness: row.fineness,
  goldWeight: gramsFromMg(row.net_weight_mg),
  weight: gramsFromMg(row.gross_weight_mg),
  stoneCt: caratsFromMilli(row.main_stone_milli),
  key: `${row.barcode}@${row.from_position}`,
  barcode: row.barcode,
  documentNo: row.document_no,
});

const ordered = (query: MoveQuery, dayOrder: 'asc' | 'desc' | undefined) =>
  orderedBy(
    [
      [sql.fragment`m.barcode`, query.barcodeOrder],
      [sql.fragment`m.name COLLATE "zh-x-icu"`, query.nameOrder],
      [sql.fragment`m.net_weight_mg`, query.goldWeightOrder],
      [sql.fragment`m.moved_on`, dayOrder],
    ],
    sql.fragment`m.moved_on DESC, m.from_position DESC, m.barcode DESC`,
    sql.fragment`(m.from_position, m.barcode)`,
  );

/** A page of the rows that the clause of {@link movesWhere} lets through. */
export const movesOf = async <Query extends MoveQuery>(
  deps: QueryDeps,
  report: MoveReport<Query>,
  asked: ListRequest<Query>,
  where: FragmentSqlToken,
): Promise<readonly StoredMove[]> => {
  const { pageIndex, pageSize } = asked.query;
  const list = await pageRows({
    db: deps.db,
    from: sql.fragment`live.goods_moves m`,
    where,
    orderBy: ordered(asked.query, report.dayOrder(asked.query)),
    key: sql.fragment`m.barcode AS barcode, m.from_position`,
    // What the shop had of the piece is the state that this posting ended.
    select: sql.fragment`
      SELECT m.barcode, m.from_position, m.out_shop_id, o.name AS out_shop_name, m.in_shop_id, i.name AS in_shop_name,
        m.supplier_id, p.name AS supplier_name, m.moved_on, m.document_no, m.quantity, h.on_hand AS stock_before,
        m.price_fen, m.unit_cost_fen, m.category, m.name, m.style, m.fineness, m.net_weight_mg, m.gross_weight_mg,
        m.main_stone_milli, g.attributes
      FROM page JOIN live.goods_moves m ON m.barcode = page.barcode AND m.from_position = page.key
      LEFT JOIN live.holding h ON h.barcode = m.barcode AND h.shop_id = m.out_shop_id AND h.to_position = m.from_position
      LEFT JOIN live.goods_in g ON g.barcode = m.barcode AND g.bill_type = '1'
      LEFT JOIN master.shop o ON o.id = m.out_shop_id LEFT JOIN master.shop i ON i.id = m.in_shop_id
      LEFT JOIN master.supplier p ON p.id = m.supplier_id`,
    row: Stored,
    paging: { pageIndex, pageSize },
  });
  return asDescribed(deps, list, asked.asOf);
};

/** Per piece: column of `m`, and decimals of the sum on the wire. */
const FIGURES: Readonly<Record<MoveFigure, Figure>> = {
  num: { column: sql.fragment`1`, places: 0 },
  goldWeight: { column: sql.fragment`m.net_weight_mg`, places: 3 },
  weight: { column: sql.fragment`m.gross_weight_mg`, places: 3 },
  stoneCt: { column: sql.fragment`m.main_stone_milli`, places: 3 },
  price: { column: sql.fragment`m.price_fen`, places: 2 },
};
const TIMES = sql.fragment`m.quantity`;

/** Exact, of every row that the clause lets through; `price` is Σ price × quantity. */
export const moveTotals = async (deps: QueryDeps, where: FragmentSqlToken) => {
  const { count, totals } = await figureSums(deps, FIGURES, {
    from: sql.fragment`live.goods_moves m`,
    where,
    times: TIMES,
  });
  const { price, ...others } = totals;
  return { count, totals: others, price };
};

/** A total opened: each row is one posting, worth its quantity times the figure per piece. */
export const explainMoves = async <Query extends MoveQuery>(
  deps: QueryDeps,
  report: MoveReport<Query>,
  asked: ListRequest<Query>,
  name: MoveFigure,
): Promise<Explanation | Refusal> => {
  if (name === 'price' && !seesCost(asked.user)) return NO_COST;
  const where = movesWhere(report, asked, deps.now());
  if (isRefusal(where)) return where;
  const figure = FIGURES[name];
  const source = (width: Width) => sql.fragment`
    SELECT m.barcode || '@' || m.from_position AS key, m.barcode, m.out_shop_id AS shop_id,
      ${report.billType} AS bill_type, m.document_no, ${worthOf(figure, TIMES, width)} AS value, m.event_id,
      m.from_position AS position, m.at
    FROM live.goods_moves m WHERE ${where}`;
  return inFullWidth((width) => explained(deps, { source: source(width), places: figure.places, paging: asked.query }));
};
