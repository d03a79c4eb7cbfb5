/** What commands ask of read models: each statement waits until these have seen the log's head (own-writes.ts). */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { documentNo } from '../contracts/document.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { CheckBody, CheckHeader } from './contract.ts';
import type { CheckState } from './decider.ts';
import { whyNotReversed } from './settling.ts';

type Scope = Pick<CheckHeader, 'shopId' | 'category' | 'style'>;
/**
 * Number of an unfinished blind count that shares pieces with the scope; null when there is none. Who counts one is not
 * told its books by another check either.
 */
export type BlindCount = (scope: Scope) => Promise<number | null>;

const Id = z.object({ id: z.int() });
export const blindCount =
  (db: DatabasePool): BlindCount =>
  ({ shopId, category, style }) =>
    db.maybeOneFirst(sql.type(Id)`
      SELECT id FROM live.stock_checks
      WHERE blind AND NOT finished AND stage = 'pending' AND shop_id = ${shopId} AND category = ${category}
        AND (style = '' OR ${style} = '' OR style = ${style})
      ORDER BY id LIMIT 1`);

/** Of these transfers those that come to the shop or go from it. */
export type TransfersWith = (ids: readonly number[], shopId: number) => Promise<ReadonlySet<number>>;
export const transfersWith =
  (db: DatabasePool): TransfersWith =>
  async (ids, shopId) =>
    new Set(
      await db.anyFirst(sql.type(Id)`
        SELECT id FROM live.transfers
        WHERE id = ANY(${sql.array([...ids], 'int8')}) AND (in_shop_id = ${shopId} OR out_shop_id = ${shopId})`),
    );

const Books = z.object({ lines: z.int(), pieces: z.int() });
/** Read from the read models, which must have passed the position (`booksReach`). */
export const bookTotals = (db: DatabasePool, { header, bookPosition }: CheckState): Promise<z.infer<typeof Books>> => {
  const { shopId, category, style } = header ?? { shopId: 0, category: '', style: '' };
  return db.one(sql.type(Books)`
    SELECT count(*)::int AS lines, coalesce(sum(h.on_hand), 0)::int8 AS pieces
    FROM live.holding h JOIN live.goods_in g ON g.barcode = h.barcode AND g.bill_type = '1'
    WHERE h.shop_id = ${shopId} AND h.from_position <= ${bookPosition} AND h.on_hand > 0
      AND (h.to_position IS NULL OR h.to_position > ${bookPosition})
      AND g.category = ${category} AND (${style} = '' OR g.style = ${style})`);
};

const Named = z.object({ row_id: z.int(), barcode: z.string() });
/** In lines the barcode rules, and a number that names another piece is a mistake (R40); null when there is none. */
export const refuseRows = async (db: DatabasePool, lines: CheckBody['bizGoodsList']): Promise<Refusal | null> => {
  const ids = [...new Set(lines.flatMap(({ goodsId }) => goodsId ?? []))];
  if (ids.length === 0) return null;
  const rows = await db.any(sql.type(Named)`
    SELECT row_id, barcode FROM live.goods_in WHERE row_id = ANY(${sql.array(ids, 'int8')})`);
  const barcodes = new Map(rows.map(({ row_id: id, barcode }) => [id, barcode]));
  const fields = lines.flatMap(({ goodsId, barcode }, index) => {
    const named = goodsId == null ? undefined : barcodes.get(goodsId);
    return named === undefined || named === barcode
      ? []
      : [{ path: `bizGoodsList.${index}.goodsId`, message: '货品编号与条码不一致' }];
  });
  return fields[0] === undefined ? null : refuse('invalid', 'document.lines', fields[0].message, { fields });
};

const Adjust = z.object({ id: z.int() });
/** As {@link whyNotReversed}, for documents of before they claimed the check itself. */
export const builtOnAudit = async (db: DatabasePool, checkId: number): Promise<Refusal | null> => {
  const adjusts = await db.any(sql.type(Adjust)`
    SELECT id FROM live.stock_adjusts WHERE check_id = ${checkId} AND stage IN ('new', 'pending', 'audited') ORDER BY id`);
  return whyNotReversed(adjusts.map(({ id }) => ({ no: documentNo('adjust', id) })));
};
