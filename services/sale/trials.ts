/** Prices that are tried out (R132): by many refused saves the lowest that passes could be found. The fifth is a row in 异常. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../contracts/exception.ts';
import type { Actor } from '../contracts/user.ts';

export const TRIALS_SQL = `CREATE TABLE master.sale_trial (
  barcode text NOT NULL,
  user_id bigint NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX sale_trial_barcode ON master.sale_trial (barcode, at);
CREATE INDEX sale_trial_at ON master.sale_trial (at);`;

const WINDOW_MS = 600_000;
const SWEPT_MS = 86_400_000;
const MANY = 5;
const Count = z.object({ count: z.int() });

/** Notes that a price of these pieces was refused. */
export type Trials = (barcodes: readonly string[], shopId: number, by: Actor) => Promise<void>;
export const saleTrials =
  (db: CommonQueryMethods, exceptions: ExceptionDesk): Trials =>
  async (barcodes, shopId, { user, now, key, requestId }) => {
    if (barcodes.length === 0) return;
    const before = (ms: number): string => new Date(now.getTime() - ms).toISOString();
    await db.query(sql.unsafe`DELETE FROM master.sale_trial WHERE at < ${before(SWEPT_MS)}::timestamptz`);
    for (const barcode of barcodes) {
      await db.query(sql.unsafe`
        INSERT INTO master.sale_trial (barcode, user_id, at)
        VALUES (${barcode}, ${user.id}, ${now.toISOString()}::timestamptz)`);
      const count = await db.oneFirst(sql.type(Count)`
        SELECT count(*)::int AS count FROM master.sale_trial
        WHERE barcode = ${barcode} AND at > ${before(WINDOW_MS)}::timestamptz`);
      if (count !== MANY) continue;
      const what = `${barcode} 十分钟内${MANY}次低于最低价被拒`;
      // In no commit of the save: that is refused, and takes what waits for it along.
      await exceptions.note({ kind: 'trial-price', shopId, what }, { user, now, key, requestId });
    }
  };
