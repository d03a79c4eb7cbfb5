/**
 * Imports under way, in `master.import_job`: bound before the first append, so that a crash is found again and the
 * progress can be asked for. The stream `import-<id>` is the truth; a row only says where to look.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../../platform/base/migrate.ts';

export const importMigration: Migration = {
  id: 'goods-002-import-jobs',
  sql: `
    CREATE TABLE import_job (
      id bigint PRIMARY KEY, file_id text, shop_id bigint NOT NULL, user_id bigint NOT NULL, state text NOT NULL,
      done int NOT NULL DEFAULT 0, total int NOT NULL, renewed_at timestamptz NOT NULL DEFAULT now());
    CREATE INDEX import_job_file ON import_job (file_id);
    CREATE INDEX import_job_running ON import_job (renewed_at) WHERE state = 'running';`,
};

export const ImportState = z.enum(['running', 'completed', 'withdrawn', 'dropped']);
export type ImportState = z.infer<typeof ImportState>;
const Job = z.object({
  id: z.int(),
  shopId: z.int(),
  userId: z.int(),
  state: ImportState,
  done: z.int(),
  total: z.int(),
});
export type Job = z.infer<typeof Job>;
const Id = z.object({ id: z.int() });

export type NewJob = {
  readonly id: number;
  readonly fileId: string | null;
  readonly shopId: number;
  readonly userId: number;
  readonly total: number;
};
/** Binds the import; a repeat takes its row up again. */
export const openJob = async (db: CommonQueryMethods, { id, fileId, shopId, userId, total }: NewJob): Promise<void> => {
  await db.query(sql.unsafe`
    INSERT INTO master.import_job (id, file_id, shop_id, user_id, state, total)
    VALUES (${id}, ${fileId}, ${shopId}, ${userId}, 'running', ${total})
    ON CONFLICT (id) DO UPDATE SET state = 'running', renewed_at = now() WHERE import_job.state = 'dropped'`);
};
/** A sign of life: one that was given up while its process hung is under way again, and found again should that process end. */
export const progress = async (db: CommonQueryMethods, id: number, done: number): Promise<void> => {
  await db.query(sql.unsafe`
    UPDATE master.import_job SET done = greatest(done, ${done}), renewed_at = now(),
      state = CASE WHEN state = 'dropped' THEN 'running' ELSE state END WHERE id = ${id}`);
};
type FinalState = Exclude<ImportState, 'running' | 'dropped'>;
export const closeJob = async (db: CommonQueryMethods, id: number, state: FinalState): Promise<void> => {
  await db.query(sql.unsafe`
    UPDATE master.import_job SET state = ${state}, renewed_at = now(),
      done = CASE WHEN ${state} = 'completed' THEN total ELSE done END WHERE id = ${id}`);
};
/** By import id, or by the id of the file while the import still runs and nobody knows its number. */
export const findJob = (db: CommonQueryMethods, name: string): Promise<Job | null> => {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : -1;
  return db.maybeOne(sql.type(Job)`
    SELECT id, shop_id AS "shopId", user_id AS "userId", state, done, total FROM master.import_job
    WHERE id = ${id} OR file_id = ${name} ORDER BY id DESC LIMIT 1`);
};
const ABANDONED = sql.fragment`state = 'running' AND renewed_at < now() - interval '20 seconds'`;
/** Running imports that nobody has moved for a while: their process is gone. */
export const abandonedJobs = (db: CommonQueryMethods): Promise<readonly number[]> =>
  db.anyFirst(sql.type(Id)`SELECT id FROM master.import_job WHERE ${ABANDONED} ORDER BY id`);
/** One that was never accepted; its process may have shown itself since it was found. */
export const dropJob = async (db: CommonQueryMethods, id: number): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.import_job SET state = 'dropped' WHERE id = ${id} AND ${ABANDONED}`);
};
