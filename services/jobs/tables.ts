/** Jobs, what of their firings is dealt with, and their runs. */
import type { MasterTable } from '../platform/rows/master.ts';
import type { Migration } from '../platform/base/migrate.ts';

export const JOBS: MasterTable = { name: 'sys_job', key: 'id' };

/**
 * `scheduled`: it was started. `owner_id`: with whose rights it reads. A clock has firings up to `seen_at` behind it; those
 * in `backlog` are still to be made up for. A run without `holder` was asked for and waits for the process that runs jobs.
 */
const jobs = `
  CREATE TABLE sys_job (
    id bigint PRIMARY KEY, job_name text NOT NULL, job_group text NOT NULL, job_type text NOT NULL,
    cron_expression text NOT NULL, invoke_target text NOT NULL, args text NOT NULL DEFAULT '',
    misfire_policy text NOT NULL, concurrent text NOT NULL, timeout int NOT NULL, status text NOT NULL,
    scheduled boolean NOT NULL DEFAULT false, owner_id bigint NOT NULL, revision int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE job_clock (
    job_id bigint PRIMARY KEY REFERENCES sys_job ON DELETE CASCADE,
    seen_at timestamptz NOT NULL, backlog timestamptz[] NOT NULL DEFAULT '{}');
  CREATE TABLE job_holder (name text PRIMARY KEY, holder uuid NOT NULL);
  CREATE TABLE job_run (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, job_id bigint NOT NULL, job_name text NOT NULL,
    invoke_target text NOT NULL, args text NOT NULL DEFAULT '', due_at timestamptz NOT NULL, holder uuid,
    start_at timestamptz NOT NULL, end_at timestamptz, status text NOT NULL DEFAULT '0',
    skipped int NOT NULL DEFAULT 0, output text NOT NULL DEFAULT '');
  CREATE INDEX job_run_of_job ON job_run (job_id, id DESC);
  CREATE INDEX job_run_open ON job_run (id) WHERE status = '0';
  CREATE INDEX job_run_time ON job_run (start_at);`;
export const jobMigration: Migration = { id: 'jobs-001', sql: jobs };

/** Rows of the logs that no list shows are archived like others. */
export const trimMigration: Migration = {
  id: 'jobs-002-trim',
  sql: `
    CREATE INDEX login_log_hidden ON login_log (login_time) WHERE hidden;
    CREATE INDEX command_hidden ON command (oper_time) WHERE logged AND hidden;`,
};
