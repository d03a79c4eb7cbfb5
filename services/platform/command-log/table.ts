import type { Migration } from '../migrate.ts';

/**
 * One row per command: the ids it allocated are bound here before its first append (R40); `answer` is the accepted
 * outcome. A running row is alive while its process renews it.
 */
export const commandLogMigration: Migration = {
  id: 'platform-003-command-log',
  sql: `
    CREATE TABLE command_log (
      user_id bigint NOT NULL, key text NOT NULL, route text NOT NULL, body_hash text NOT NULL,
      ids bigint[] NOT NULL DEFAULT '{}', answer json, owner uuid,
      renewed_at timestamptz NOT NULL DEFAULT now(), created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (user_id, key));
    CREATE INDEX command_log_created ON command_log (created_at);
    CREATE INDEX command_log_owner ON command_log (owner) WHERE owner IS NOT NULL;`,
};

/**
 * Every row is written twice, the second time with its answer: no index over what that changes, and room on the page
 * beside the first, so that the indexes are written once.
 */
export const commandLogRoomMigration: Migration = {
  id: 'platform-006-command-log-room',
  sql: `
    DROP INDEX command_log_owner;
    ALTER TABLE command_log SET (fillfactor = 50);`,
};
