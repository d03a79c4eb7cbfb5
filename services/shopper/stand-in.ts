/** Whether the demonstration's records are still offered: from its end to the first order after it (R159). */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { soldSince } from './live-checks.ts';

const Until = z.object({ untilId: z.int() });
export const standInIsOpen = async (db: CommonQueryMethods): Promise<boolean> => {
  const untilId = await db.maybeOneFirst(
    sql.type(Until)`SELECT until_id AS "untilId" FROM master.shopper_demo_end WHERE id = 1`,
  );
  return untilId !== null && !(await soldSince(db, untilId));
};
