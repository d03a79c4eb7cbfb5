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
