/** Lines of a check: the holdings at its position beside what was counted, and what happened since. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { unexplained, type UnexplainedPieces } from 'services/stock-check/contract';
import { picturesOf, receiptsAt, withPictures } from '../goods-in/receipt-descriptions.ts';
import { holdingsAt } from '../holding/holding-as-of.ts';
import { standing } from '../platform/queries/past-rows.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { BOOK_FIELDS, type CheckLineRow, type ShownLine } from './contract.ts';
import { differenceOf, documentOfKey, type Move } from './difference.ts';

export type Books = {
  readonly shopId: number;
  readonly category: string;
  readonly style: string;
  /** Log position of the books; absent: now. */
  readonly position: number | undefined;
  /** When they are looked at, where that is not now: pieces are described as they were then. */
  readonly asOf: number | undefined;
};
const H = sql.fragment`h`;

/** FROM and WHERE of the books: holding `h` with its goods `g`. */
export const booksOf = ({ shopId, category, style, position, asOf }: Books): FragmentSqlToken => sql.fragment`
  ${holdingsAt(sql.fragment`${shopId}::int`, position === undefined ? undefined : sql.fragment`${position}`)} h
  JOIN ${receiptsAt(asOf).table} g ON g.barcode = h.barcode AND ${receiptsAt(asOf).on}
  WHERE ${allOf(equals(sql.fragment`g.category`, category), equals(sql.fragment`g.style`, style))}`;

/** Which lines are wanted: after a barcode, some of them, or one alone. */
export type LineSelection = {
  readonly after?: string;
  readonly limit: number;
  readonly barcode?: string | undefined;
  /** Only lines whose count is not what the books say. */
  readonly differing?: true;
  /** Only lines that somebody counted. */
  readonly counted?: boolean;
  /** Position of the log; absent: now. */
  readonly asOf?: number | undefined;
};
export type CheckOfLines = {
  readonly id: number;
  readonly shop_id: number;
  readonly category: string;
  readonly style: string;
  readonly book_position: number;
  readonly audited_position: number | null;
  readonly finished: boolean;
  readonly round: number;
};

const MoveRow = z.object({
  at: z.string(),
  type: z.string(),
  kind: z.string(),
  id: z.int(),
  no: z.string(),
  num: z.int(),
  by: z.string(),
});
const StoredLine = z.object({
  barcode: z.string(),
  goods_id: z.int().nullable(),
  category: z.string().nullable(),
  name: z.string().nullable(),
  pictures: z.unknown(),
  net_weight_mg: z.int().nullable(),
  tag_price_fen: z.int().nullable(),
  book_num: z.int(),
  fact_num: z.int(),
  scan_num: z.int(),
  remark: z.string(),
  by_name: z.string(),
  moves: z.array(MoveRow).nullable(),
  held: z.int(),
  hold_keys: z.array(z.string()).nullable(),
});
type StoredLine = z.infer<typeof StoredLine>;

const only = (column: FragmentSqlToken, barcode: string | undefined): FragmentSqlToken =>
  equals(column, barcode) ?? sql.fragment`true`;

/** Lines of the books and of the counts, cut to the part before they are joined: its first lines are among the first of either. */
const joined = (
  { id, shop_id, category, style, book_position, round }: CheckOfLines,
  { after = '', limit, barcode, differing, counted = false, asOf }: LineSelection,
): FragmentSqlToken => {
  const books = booksOf({ shopId: shop_id, category, style, position: book_position, asOf });
  const wanted = differing ? sql.fragment`coalesce(b.book_num, 0) <> coalesce(c.fact_num, 0)` : sql.fragment`true`;
  const join = counted ? sql.fragment`RIGHT JOIN` : sql.fragment`FULL JOIN`;
  const first = differing ? null : limit;
  return sql.fragment`
    book AS (
      SELECT h.barcode, h.on_hand AS book_num FROM ${books} AND h.barcode > ${after}
        AND ${only(sql.fragment`h.barcode`, barcode)}
      ORDER BY h.barcode LIMIT ${counted ? null : first}),
    counted AS (
      SELECT barcode, fact_num, scan_num, remark, by_name FROM live.stock_check_counts c
      WHERE check_id = ${id} AND round = ${round} AND barcode > ${after} AND ${standing(sql.fragment`c`, asOf)}
        AND ${only(sql.fragment`c.barcode`, barcode)}
      ORDER BY barcode LIMIT ${first}),
    line AS (
      SELECT barcode, coalesce(b.book_num, 0) AS book_num, coalesce(c.fact_num, 0) AS fact_num,
        coalesce(c.scan_num, 0) AS scan_num, coalesce(c.remark, '') AS remark, coalesce(c.by_name, '') AS by_name
      FROM book b ${join} counted c USING (barcode)
      WHERE ${wanted} ORDER BY barcode LIMIT ${limit})`;
};

/** What moved since the books, and what is held. After the audit nothing new explains anything: both count up to it. */
const explaining = (
  { shop_id, book_position, audited_position }: CheckOfLines,
  asOf: number | undefined,
): FragmentSqlToken => {
  const end = audited_position ?? asOf;
  const until = end === undefined ? sql.fragment`true` : sql.fragment`f.position <= ${end}`;
  return sql.fragment`
    moved AS (
      SELECT f.barcode, jsonb_agg(jsonb_build_object(
          'at', to_char(f.at AT TIME ZONE 'Asia/Shanghai', 'MM-DD HH24:MI'), 'type', f.bill_type,
          'kind', f.document_kind, 'id', f.document_id, 'no', f.document_no, 'num', f.quantity, 'by', f.by_name)
        ORDER BY f.position, f.line) AS moves
      FROM live.goods_flow f WHERE f.shop_id = ${shop_id} AND f.position > ${book_position} AND ${until}
      GROUP BY f.barcode),
    held AS (
      SELECT h.barcode, h.held, array(SELECT one.key FROM jsonb_each(h.holds) one
        WHERE (one.value ->> 'shopId')::int = ${shop_id}) AS hold_keys
      FROM live.holding h WHERE h.shop_id = ${shop_id} AND h.held > 0 AND ${standing(H, end)})`;
};

const querying = (check: CheckOfLines, part: LineSelection) => {
  const receipts = receiptsAt(part.asOf);
  return sql.type(StoredLine)`
    WITH ${joined(check, part)}, ${explaining(check, part.asOf)}
    SELECT line.*, g.row_id AS goods_id, g.category, g.name, ${picturesOf(part.asOf)} AS pictures, g.net_weight_mg,
      g.tag_price_fen, moved.moves, coalesce(held.held, 0) AS held, held.hold_keys
    FROM line LEFT JOIN ${receipts.table} g ON g.barcode = line.barcode AND ${receipts.on}
    LEFT JOIN moved ON moved.barcode = line.barcode LEFT JOIN held ON held.barcode = line.barcode
    ORDER BY line.barcode`;
};

const ShopOf = z.object({ id: z.int(), name: z.string().nullable() });
/** Where the transfers that explain something went. */
const destinations = async (
  { db }: QueryDeps,
  rows: readonly StoredLine[],
  asOf: number | undefined,
): Promise<ReadonlyMap<number, string>> => {
  const ids = new Set<number>();
  for (const { moves, hold_keys } of rows) {
    for (const { kind, id } of moves ?? []) if (kind === 'transfer') ids.add(id);
    for (const key of hold_keys ?? []) {
      const document = documentOfKey(key);
      if (document?.kind === 'transfer') ids.add(document.id);
    }
  }
  if (ids.size === 0) return new Map();
  const found = await db.any(sql.type(ShopOf)`
    SELECT t.id, s.name FROM live.transfer_versions t LEFT JOIN master.shop s ON s.id = t.in_shop_id
    WHERE t.id = ANY(${sql.array([...ids], 'int8')}) AND ${standing(sql.fragment`t`, asOf)}`);
  return new Map(found.map(({ id, name }) => [id, name ?? '']));
};

export type UnsettledLine = UnexplainedPieces & { readonly barcode: string };
/** Lines of the check with something that nothing explains, by barcode. */
export const differencesOf = async (
  { db }: QueryDeps,
  check: CheckOfLines,
  limit: number,
): Promise<UnsettledLine[]> => {
  const rows = await db.any(querying(check, { limit, differing: true }));
  return rows.flatMap((row) => {
    const moved = (row.moves ?? []).reduce((sum, { num }) => sum + num, 0);
    const line = unexplained({ bookNum: row.book_num, factNum: row.fact_num, moved, held: row.held });
    return line.missing + line.surplus === 0 ? [] : [{ barcode: row.barcode, ...line }];
  });
};

const NO_MOVES: readonly Move[] = [];
export const linesOf = async (deps: QueryDeps, check: CheckOfLines, part: LineSelection): Promise<CheckLineRow[]> => {
  const rows = await withPictures(deps, await deps.db.any(querying(check, part)), part.asOf);
  const shops = await destinations(deps, rows, part.asOf);
  return rows.map((row) => ({
    goodsId: row.goods_id ?? 0,
    barcode: row.barcode,
    type: row.category ?? '',
    name: row.name ?? '',
    bookNum: row.book_num,
    factNum: row.fact_num,
    scanNum: row.scan_num,
    goldWeight: gramsFromMg(row.net_weight_mg ?? 0),
    sellPrice: yuanFromFen(row.tag_price_fen ?? 0),
    pictures: JSON.stringify(row.pictures ?? []),
    remark: row.remark,
    by: row.by_name,
    ...differenceOf(
      {
        finished: check.finished || check.audited_position !== null,
        bookNum: row.book_num,
        factNum: row.fact_num,
        moves: row.moves ?? NO_MOVES,
        held: row.held,
        holdKeys: row.hold_keys ?? [],
      },
      (id) => shops.get(id),
    ),
  }));
};

/** Of a check whose books are hidden only what was counted, without anything that the books say. */
export const shownLines = async (
  deps: QueryDeps,
  check: CheckOfLines & { readonly hidden: boolean },
  part: LineSelection,
): Promise<ShownLine[]> => {
  const lines = await linesOf(deps, check, { ...part, counted: check.hidden });
  if (!check.hidden) return lines;
  return lines.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([field]) => !BOOK_FIELDS.some((book) => book === field))),
  ) as ShownLine[];
};
