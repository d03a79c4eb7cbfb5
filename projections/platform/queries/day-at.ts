/** The day that a moment of the log lies on: ages of stock count from it. */
import { sql } from 'slonik';
import { z } from 'zod';
import { dayOf } from 'services/contracts/dates';
import type { QueryDeps } from './query-deps.ts';

const LastMoment = z.object({ at_ms: z.number() });
/** The day the stock is looked at: today, or the day of the log's last event then while later ones exist. */
export const dayAt = async ({ db, now }: QueryDeps, asOf: number | undefined): Promise<string> => {
  if (asOf === undefined) return dayOf(now());
  const last = await db.maybeOne(sql.type(LastMoment)`
    SELECT at_ms FROM live.moments WHERE position <= ${asOf}
      AND EXISTS (SELECT FROM live.moments WHERE position > ${asOf}) ORDER BY position DESC LIMIT 1`);
  return dayOf(last === null ? now() : new Date(last.at_ms));
};
