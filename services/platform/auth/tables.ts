import type { Migration } from '../migrate.ts';

export const authMigration: Migration = {
  id: 'platform-004-sign-in',
  sql: `
    CREATE TABLE session (
      token_hash bytea PRIMARY KEY, user_id bigint NOT NULL, remember boolean NOT NULL, ip text NOT NULL,
      user_agent text NOT NULL, created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL);
    CREATE INDEX session_of_user ON session (user_id);
    CREATE INDEX session_expiry ON session (expires_at);
    CREATE TABLE captcha (id uuid PRIMARY KEY, answer text NOT NULL, expires_at timestamptz NOT NULL);
    CREATE TABLE login_attempt (
      subject text PRIMARY KEY, failures int NOT NULL, last_at timestamptz NOT NULL, locked_until timestamptz);`,
};
