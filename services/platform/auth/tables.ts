import type { Migration } from '../base/migrate.ts';

const signIn: Migration = {
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

/** Sessions of before become families of one token each, with the end they had. */
const sessionFamilies: Migration = {
  id: 'platform-007-session-families',
  sql: `
    CREATE TABLE session_family (
      id uuid PRIMARY KEY, user_id bigint NOT NULL, remember boolean NOT NULL, ip text NOT NULL, user_agent text NOT NULL,
      started_at timestamptz NOT NULL, ends_at timestamptz NOT NULL);
    CREATE INDEX session_family_of_user ON session_family (user_id);
    CREATE INDEX session_family_end ON session_family (ends_at);
    ALTER TABLE session ADD COLUMN family uuid;
    UPDATE session SET family = gen_random_uuid();
    INSERT INTO session_family (id, user_id, remember, ip, user_agent, started_at, ends_at)
      SELECT family, user_id, remember, ip, user_agent, created_at, expires_at FROM session;
    ALTER TABLE session ALTER COLUMN family SET NOT NULL,
      ADD FOREIGN KEY (family) REFERENCES session_family ON DELETE CASCADE,
      DROP COLUMN user_id, DROP COLUMN remember, DROP COLUMN ip, DROP COLUMN user_agent;
    CREATE INDEX session_of_family ON session (family);`,
};

const devices: Migration = {
  id: 'platform-008-known-devices',
  sql: `
    CREATE TABLE signing_key (name text PRIMARY KEY, key text NOT NULL);
    CREATE TABLE known_device (
      device_id uuid, user_id bigint, last_at timestamptz NOT NULL, PRIMARY KEY (device_id, user_id));
    CREATE INDEX known_device_of_user ON known_device (user_id);`,
};

/** What has passed goes by its time, however much a stranger left behind. */
const pruning: Migration = {
  id: 'platform-011-pruning',
  sql: `
    CREATE INDEX captcha_expiry ON captcha (expires_at);
    CREATE INDEX login_attempt_last ON login_attempt (last_at);
    CREATE INDEX known_device_last ON known_device (last_at);`,
};

/** Who is signed in, newest first; an account's counters by how their subject ends. */
const lists: Migration = {
  id: 'platform-020-session-lists',
  sql: `
    CREATE INDEX session_family_started ON session_family (started_at DESC, id);
    CREATE INDEX login_attempt_account ON login_attempt ((reverse(subject)) COLLATE "C");`,
};

/** Codes that were sent to telephones; a day's are kept, for they are counted. */
const messages: Migration = {
  id: 'platform-021-login-sms',
  sql: `
    CREATE TABLE login_sms (
      id uuid PRIMARY KEY, account text NOT NULL, address text NOT NULL, code text NOT NULL,
      tries int NOT NULL DEFAULT 0, used boolean NOT NULL DEFAULT false, sent_at timestamptz NOT NULL);
    CREATE INDEX login_sms_account ON login_sms (account, sent_at);
    CREATE INDEX login_sms_address ON login_sms (address, sent_at);
    CREATE INDEX login_sms_sent ON login_sms (sent_at);`,
};

/** What opens something once, within seconds. */
export const oneTimeTicketMigration: Migration = {
  id: 'platform-022-one-time-ticket',
  sql: `
    CREATE TABLE one_time_ticket (
      ticket_hash bytea PRIMARY KEY, purpose text NOT NULL, user_id bigint NOT NULL, subject text NOT NULL,
      expires_at timestamptz NOT NULL);
    CREATE INDEX one_time_ticket_expiry ON one_time_ticket (expires_at);`,
};
/** Questions for numbers of people that found nobody, of the last minutes (R140). */
export const numberMissMigration: Migration = {
  id: 'platform-023-number-miss',
  sql: `
    CREATE TABLE number_miss (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, user_id bigint NOT NULL, at timestamptz NOT NULL);
    CREATE INDEX number_miss_user ON number_miss (user_id, at);`,
};

export const authMigrations: readonly Migration[] = [signIn, sessionFamilies, devices, pruning, lists, messages];
