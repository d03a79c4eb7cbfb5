/** Self-audits: those under way and done; each is the work of one run of a job. */
import type { Migration } from '../platform/base/migrate.ts';

export const selfAuditMigration: Migration = {
  id: 'self-audit-001',
  sql: `
    CREATE TABLE self_audit (
      id bigint PRIMARY KEY,
      -- Of master.job_run: what became of it is said there.
      run_id bigint NOT NULL UNIQUE,
      by_name text NOT NULL DEFAULT '',
      start_at timestamptz NOT NULL DEFAULT now(),
      end_at timestamptz,
      status text NOT NULL DEFAULT '0',
      progress int NOT NULL DEFAULT 0,
      reports int NOT NULL DEFAULT 0,
      found int NOT NULL DEFAULT 0,
      differences jsonb NOT NULL DEFAULT '[]');
    CREATE UNIQUE INDEX self_audit_one ON self_audit ((true)) WHERE status = '0';`,
};

/**
 * What the count of the last night came to, a row a thirtieth of the streams (R167). Each is signed with the key of seals, bound to the
 * event it was counted up to; one that is not what was signed is counted anew from the first event.
 */
export const nightlyCountMigration: Migration = {
  id: 'self-audit-002-nightly-count',
  sql: `
    CREATE TABLE nightly_count (
      thirtieth int PRIMARY KEY CHECK (thirtieth BETWEEN 0 AND 29),
      position bigint NOT NULL, event_id text NOT NULL, seal int NOT NULL,
      -- Of the code that counted: another one may count something else.
      rules text NOT NULL,
      -- When it was last counted from the first event, by a number and not by a clock.
      turn bigint NOT NULL,
      sums text NOT NULL, signature text NOT NULL);
    ALTER TABLE self_audit ADD COLUMN coverage jsonb;`,
};
