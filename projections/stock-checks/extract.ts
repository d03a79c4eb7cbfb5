/** GET /biz-check/extract: what a check would begin with (wire). */
import { sql } from 'slonik';
import { z } from 'zod';
import { SumText, WireSum, wireSum } from 'services/contracts/sums';
import { asBarcode } from 'services/contracts/barcode';
import { reportOf } from 'services/contracts/envelope';
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesShop, type SessionUser } from 'services/contracts/user';
import { whyHidden } from 'services/stock-check/contract';
import { picturesOf, withPictures } from '../goods-in/receipt-descriptions.ts';
import { inFullWidth } from '../platform/queries/full-width.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { OTHER_SHOP } from '../platform/queries/scope.ts';
import { equals } from '../platform/queries/where-clauses.ts';
import { CheckLineRow, ExtractQuery } from './contract.ts';
import { blindCount } from './blind.ts';
import { booksOf } from './lines.ts';

const Piece = z.object({
  row_id: z.int(),
  barcode: z.string(),
  category: z.string(),
  name: z.string(),
  pictures: z.unknown(),
  net_weight_mg: z.int(),
  tag_price_fen: z.int(),
  on_hand: z.int(),
});
const ExtractTotals = z.object({ count: z.int(), pieces: SumText, weight: SumText });
/** What the shop has of a category, now or at a moment: the lines a check would begin with. */
const extracted = async (deps: QueryDeps, query: ExtractQuery, user: SessionUser, asOf: number | undefined) => {
  if (!seesShop(user, query.shopId)) return OTHER_SHOP;
  const { pageIndex, pageSize, shopId, type, style = '', barcode } = query;
  const hiding = await blindCount(deps.db, { shopId, category: type, style });
  if (hiding !== null) return whyHidden(hiding);
  const books = sql.fragment`${booksOf({ shopId, category: type, style, position: asOf, asOf })} AND ${
    equals(sql.fragment`h.barcode`, asBarcode(barcode ?? '')) ?? sql.fragment`true`
  }`;
  const [rows, totals] = await Promise.all([
    deps.db.any(sql.type(Piece)`
      SELECT g.row_id, h.barcode, g.category, g.name, ${picturesOf(asOf)} AS pictures, g.net_weight_mg, g.tag_price_fen, h.on_hand
      FROM ${books} ORDER BY h.barcode LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`),
    inFullWidth((width) =>
      deps.db.one(sql.type(ExtractTotals)`
        SELECT count(*)::int AS count, coalesce(sum(h.on_hand), 0)::text AS pieces,
          coalesce(sum(h.on_hand::${width} * g.net_weight_mg), 0)::text AS weight FROM ${books}`),
    ),
  ]);
  const list = (await withPictures(deps, rows, asOf)).map((row): CheckLineRow => ({
    goodsId: row.row_id,
    barcode: row.barcode,
    type: row.category,
    name: row.name,
    bookNum: row.on_hand,
    factNum: 0,
    scanNum: 0,
    goldWeight: gramsFromMg(row.net_weight_mg),
    sellPrice: yuanFromFen(row.tag_price_fen),
    pictures: JSON.stringify(row.pictures ?? []),
    remark: '',
    state: 'uncounted',
    missing: 0,
    gone: 0,
    explain: '',
    by: '',
  }));
  const sums = { bookNum: wireSum(totals.pieces, 0), goldWeight: wireSum(totals.weight, 3) };
  return { count: totals.count, pageIndex, pageSize, list: { ...sums, list } };
};

export const extractRoute = (deps: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/biz-check/extract',
    summary: '提取库存数据',
    allow: ['biz:bizCheck:list', 'biz:bizCheck:add', 'biz:bizCheck:edit'],
    query: ExtractQuery,
    data: reportOf(CheckLineRow, { bookNum: WireSum, goldWeight: WireSum }),
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const data = await extracted(deps, query, user, asOf);
      return isRefusal(data) ? data : { data };
    },
  });
