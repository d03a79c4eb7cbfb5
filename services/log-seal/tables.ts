/** Seals are only ever added, like the events; the private key lies beside them, sealed with the installation's key. */
import type { Migration } from '../platform/base/migrate.ts';

export const sealMigration: Migration = {
  id: 'log-seal-001',
  sql: `
    CREATE TABLE log_seal (
      no int PRIMARY KEY, at text NOT NULL, position bigint NOT NULL, count bigint NOT NULL,
      hash text NOT NULL, marks_hash text NOT NULL, previous text NOT NULL,
      -- Eight bytes an event: they name the one that differs.
      marks bytea NOT NULL, signature text NOT NULL);
    CREATE FUNCTION refuse_change_of_seal() RETURNS trigger LANGUAGE plpgsql AS $body$
    BEGIN
      RAISE EXCEPTION '% of a seal refused: seals are only ever added', tg_op USING errcode = 'restrict_violation';
    END $body$;
    CREATE TRIGGER log_seal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_seal
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_seal();
    CREATE TABLE log_seal_key (
      only_one int PRIMARY KEY DEFAULT 1 CHECK (only_one = 1), public_key text NOT NULL, sealed_key text NOT NULL);
    CREATE TABLE log_seal_check (
      id bigint PRIMARY KEY, by_name text NOT NULL, asked_at timestamptz NOT NULL, ended_at timestamptz,
      -- While it is under way it is heard of every second or so; one that is silent died with its process.
      heard_at timestamptz NOT NULL DEFAULT now(),
      state text NOT NULL DEFAULT 'running', done bigint NOT NULL DEFAULT 0, total bigint NOT NULL DEFAULT 0,
      result text NOT NULL DEFAULT '');
    CREATE INDEX log_seal_check_newest ON log_seal_check (asked_at DESC, id DESC);
    CREATE UNIQUE INDEX log_seal_check_running ON log_seal_check (state) WHERE state = 'running';`,
};

/** The number of the newest seal stands apart from the seals: the chain alone does not tell that its end is gone. */
export const newestSealMigration: Migration = {
  id: 'log-seal-003-newest',
  sql: `
    ALTER TABLE log_seal_key ADD COLUMN newest int NOT NULL DEFAULT 0;
    UPDATE log_seal_key SET newest = (SELECT coalesce(max(no), 0) FROM log_seal);`,
};

/** Which case files were made, by whom, of what; the archives themselves lie below DATA_DIR for a few days. */
export const caseFileMigration: Migration = {
  id: 'log-seal-002-case-file',
  sql: `
    CREATE TABLE case_file (
      id bigint PRIMARY KEY, kind text NOT NULL, about text NOT NULL, at timestamptz NOT NULL,
      shop_id bigint NOT NULL, shop_name text NOT NULL, by_id bigint NOT NULL, by_name text NOT NULL,
      asked_at timestamptz NOT NULL, ended_at timestamptz,
      -- As of a check: one that is silent died with its process.
      heard_at timestamptz NOT NULL DEFAULT now(),
      state text NOT NULL DEFAULT 'running', done int NOT NULL DEFAULT 0, total int NOT NULL DEFAULT 100,
      result text NOT NULL DEFAULT '', digest text NOT NULL DEFAULT '', bytes bigint NOT NULL DEFAULT 0,
      events int NOT NULL DEFAULT 0, seal int NOT NULL DEFAULT 0,
      persons boolean NOT NULL, cost boolean NOT NULL);
    CREATE INDEX case_file_newest ON case_file (asked_at DESC, id DESC);
    CREATE INDEX case_file_shop ON case_file (shop_id, asked_at DESC, id DESC);
    CREATE INDEX case_file_states ON case_file (state, ended_at);`,
};

/** What whoever is handed an archive must see himself (R145): shops, rows, and what the house answered its maker. */
export const caseReachMigration: Migration = {
  id: 'log-seal-004-case-reach',
  sql: `
    ALTER TABLE case_file ADD COLUMN reach text NOT NULL DEFAULT '';
    CREATE INDEX case_file_own ON case_file (by_id, asked_at DESC, id DESC);`,
};
