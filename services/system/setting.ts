/** A setting as it stands in the database, for what must not be a moment old. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** null when there is no such key. */
export const settingOf = (db: CommonQueryMethods, key: string): Promise<string | null> =>
  db.maybeOneFirst(sql.type(z.object({ value: z.string() }))`
    SELECT config_value AS value FROM master.config WHERE config_key = ${key}`);
