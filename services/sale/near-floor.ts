/**
 * Prices that lie a hair above the floor (R148): one may be chance, five of a seller in a week are a habit. Each piece counts once;
 * where a save is refused after all, its pieces stay counted: this is advice.
 */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ExceptionNote } from '../contracts/exception.ts';
import { mulDiv } from '../contracts/units.ts';
import type { Seller } from '../documents/sellers.ts';

export const NEAR_FLOOR_SQL = `CREATE TABLE master.sale_near_floor (
  seller_id bigint NOT NULL,
  barcode text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (seller_id, barcode)
);
CREATE INDEX sale_near_floor_at ON master.sale_near_floor (at);`;

const DAYS = 7;
const MANY = 5;
const DAY_MS = 86_400_000;
/** Of the floor. */
const NEAR_BP = 200;
export const isNearFloor = (amountFen: number, floorFen: number): boolean =>
  floorFen > 0 && amountFen >= floorFen && amountFen - floorFen <= mulDiv([floorFen, NEAR_BP], 10_000);

const Count = z.object({ count: z.int() });
type SoldNear = { readonly barcodes: readonly string[]; readonly seller: Seller; readonly shopId: number };
/** The row where the seller has {@link MANY} of them by now; none otherwise. */
export type NearFloors = (sold: SoldNear, now: Date) => Promise<readonly ExceptionNote[]>;
export const nearFloors =
  (db: CommonQueryMethods): NearFloors =>
  async ({ barcodes, seller, shopId }, now) => {
    if (barcodes.length === 0) return [];
    const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
    await db.query(sql.unsafe`DELETE FROM master.sale_near_floor WHERE at <= ${since}::timestamptz`);
    await db.query(sql.unsafe`
      INSERT INTO master.sale_near_floor (seller_id, barcode, at)
      SELECT ${seller.id}, barcode, ${now.toISOString()}::timestamptz FROM unnest(${sql.array([...new Set(barcodes)], 'text')}) AS t (barcode)
      ON CONFLICT (seller_id, barcode) DO NOTHING`);
    const count = await db.oneFirst(sql.type(Count)`
      SELECT count(*)::int AS count FROM master.sale_near_floor WHERE seller_id = ${seller.id}`);
    if (count < MANY) return [];
    const what = `${seller.name}${DAYS}天内有${count}件按接近最低价的价格成交`;
    return [{ kind: 'near-floor', shopId, what, who: { id: seller.id, name: seller.name } }];
  };
