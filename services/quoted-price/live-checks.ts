/** The board of a day that is over, out of the read model: the stream's state keeps only what is valid from now on. */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import { BoardLine, type ValidBoard } from './contract.ts';

const Stored = z.object({ validFrom: z.string(), details: z.array(BoardLine) });

/** As it was valid at a moment, by all that was ever entered; null: nothing was quoted then. */
export const boardBefore = (db: DatabasePool, moment: string): Promise<ValidBoard | null> =>
  db.maybeOne(sql.type(Stored)`
    SELECT valid_from AS "validFrom", details FROM live.quoted_prices
    WHERE valid_from < ${moment}::timestamptz ORDER BY valid_from DESC, position DESC LIMIT 1`);

/** Those that became valid within a span, the latest first. */
export const boardsWithin = (db: DatabasePool, from: string, until: string): Promise<readonly ValidBoard[]> =>
  db.any(sql.type(Stored)`
    SELECT valid_from AS "validFrom", details FROM live.quoted_prices
    WHERE valid_from >= ${from}::timestamptz AND valid_from <= ${until}::timestamptz
    ORDER BY valid_from DESC, position DESC LIMIT 50`);
