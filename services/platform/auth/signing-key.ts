/** Keys that the house signs what browsers keep with: made once per database, so that every process knows them. */
import { randomBytes } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';

const Key = z.object({ key: z.string() });
const keyOf = async (db: DatabasePool, name: string): Promise<Buffer> => {
  await db.query(sql.unsafe`
    INSERT INTO master.signing_key (name, key) VALUES (${name}, ${randomBytes(32).toString('base64')})
    ON CONFLICT (name) DO NOTHING`);
  const key = await db.oneFirst(sql.type(Key)`SELECT key FROM master.signing_key WHERE name = ${name}`);
  return Buffer.from(key, 'base64');
};

/** Asked for once; a failure is forgotten, so that the next call asks again. */
export const signingKey = (db: DatabasePool, name: string): (() => Promise<Buffer>) => {
  let known: Promise<Buffer> | undefined;
  return async () => {
    known ??= keyOf(db, name);
    try {
      return await known;
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
};
