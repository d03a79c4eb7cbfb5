/** Tables of users, roles, menus, departments, sessions and logs, in schema `master`. */
import type { MasterTable } from '../platform/rows/master.ts';
import type { Migration } from '../platform/base/migrate.ts';

export const USERS: MasterTable = { name: 'sys_user', key: 'id', secret: ['password_hash'] };
export const ROLES: MasterTable = { name: 'sys_role', key: 'id' };
export const MENUS: MasterTable = { name: 'sys_menu', key: 'id' };
export const APIS: MasterTable = { name: 'sys_api', key: 'id' };

const people = `
  CREATE TABLE sys_user (
    id bigint PRIMARY KEY, username text NOT NULL, nick_name text NOT NULL, password_hash text NOT NULL,
    must_change_password boolean NOT NULL DEFAULT false,
    dept_id bigint, post_id bigint, phone text NOT NULL DEFAULT '', email text NOT NULL DEFAULT '',
    sex text NOT NULL DEFAULT '0', avatar text NOT NULL DEFAULT '', remark text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT '2', role_ids bigint[] NOT NULL DEFAULT '{}', lock_shops bigint[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE UNIQUE INDEX sys_user_username ON sys_user (lower(username));
  CREATE INDEX sys_user_roles ON sys_user USING gin (role_ids);
  CREATE TABLE sys_role (
    id bigint PRIMARY KEY, role_name text NOT NULL, role_key text NOT NULL UNIQUE, role_sort int NOT NULL DEFAULT 0,
    status text NOT NULL DEFAULT '2', data_scope text NOT NULL DEFAULT '1', remark text NOT NULL DEFAULT '',
    menu_ids bigint[] NOT NULL DEFAULT '{}', dept_ids bigint[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE sys_menu (
    id bigint PRIMARY KEY, parent_id bigint NOT NULL DEFAULT 0, menu_type text NOT NULL DEFAULT 'M',
    title text NOT NULL, menu_name text NOT NULL DEFAULT '', icon text NOT NULL DEFAULT '', path text NOT NULL DEFAULT '',
    component text NOT NULL DEFAULT '', permission text NOT NULL DEFAULT '', is_frame text NOT NULL DEFAULT '1',
    no_cache boolean NOT NULL DEFAULT false, visible text NOT NULL DEFAULT '0', sort int NOT NULL DEFAULT 0,
    api_ids bigint[] NOT NULL DEFAULT '{}', created_at timestamptz NOT NULL DEFAULT now());
  CREATE TABLE sys_dept (
    id bigint PRIMARY KEY, parent_id bigint NOT NULL DEFAULT 0, dept_name text NOT NULL, sort int NOT NULL DEFAULT 10,
    leader text NOT NULL DEFAULT '', phone text NOT NULL DEFAULT '', email text NOT NULL DEFAULT '',
    status text NOT NULL DEFAULT '2', created_at timestamptz NOT NULL DEFAULT now());
  /** What was seeded once: a deleted seed does not come back, an edited one is not overwritten. */
  CREATE TABLE sys_seed (name text PRIMARY KEY, at timestamptz NOT NULL DEFAULT now());`;

const logs = `
  CREATE TABLE operation_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text NOT NULL, business_type text NOT NULL,
    request_method text NOT NULL, oper_url text NOT NULL, oper_param text NOT NULL, json_result text NOT NULL DEFAULT '',
    status text NOT NULL, http_status int NOT NULL, error_msg text NOT NULL DEFAULT '', latency_ms int NOT NULL,
    user_id bigint NOT NULL, oper_name text NOT NULL, oper_ip text NOT NULL, user_agent text NOT NULL DEFAULT '',
    request_id text NOT NULL, oper_time timestamptz NOT NULL, hidden boolean NOT NULL DEFAULT false);
  CREATE INDEX operation_log_time ON operation_log (oper_time DESC, id DESC) WHERE NOT hidden;
  CREATE TABLE login_log (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, username text NOT NULL, status text NOT NULL, msg text NOT NULL,
    ipaddr text NOT NULL, browser text NOT NULL DEFAULT '', os text NOT NULL DEFAULT '', platform text NOT NULL DEFAULT '',
    login_time timestamptz NOT NULL, hidden boolean NOT NULL DEFAULT false);
  CREATE INDEX login_log_time ON login_log (login_time DESC, id DESC) WHERE NOT hidden;`;

/** Users are found by a fragment of their name or number; `pieces` is the master data's. */
const userSearch = `
  CREATE INDEX sys_user_username_pieces ON sys_user USING gin (master.pieces(username));
  CREATE INDEX sys_user_nick_name_pieces ON sys_user USING gin (master.pieces(nick_name));
  CREATE INDEX sys_user_phone_pieces ON sys_user USING gin (master.pieces(phone));
  CREATE INDEX sys_user_dept ON sys_user (dept_id, id);
  CREATE INDEX sys_user_status ON sys_user (status, id);
  CREATE INDEX sys_user_lock_shops ON sys_user USING gin (lock_shops);`;
export const userSearchMigration: Migration = { id: 'system-010-user-search', sql: userSearch };
/** By any digits of their number; sellers by what they are called. */
const userNumbers = `
  DROP INDEX sys_user_phone_pieces;
  CREATE INDEX sys_user_phone_runs ON sys_user USING gin (master.runs(phone));
  CREATE INDEX sys_user_nick_name ON sys_user (nick_name);`;
export const userNumbersMigration: Migration = { id: 'system-030-user-numbers', sql: userNumbers };

/** Secrets are sealed (services/platform/secrets/secrets.ts), tickets and recovery codes hashed; all go with their user. */
const secondFactor = `
  ALTER TABLE sys_role ADD COLUMN second_factor text NOT NULL DEFAULT '1' CHECK (second_factor IN ('1', '2'));
  CREATE TABLE second_factor (
    user_id bigint PRIMARY KEY REFERENCES sys_user ON DELETE CASCADE,
    secret text, last_step bigint NOT NULL DEFAULT 0, pending text, pending_until timestamptz);
  CREATE TABLE second_factor_code (
    user_id bigint REFERENCES second_factor ON DELETE CASCADE, hash bytea, used_at timestamptz,
    PRIMARY KEY (user_id, hash));
  CREATE TABLE sign_in_ticket (
    ticket_hash bytea PRIMARY KEY, user_id bigint NOT NULL REFERENCES sys_user ON DELETE CASCADE,
    secret text, tries int NOT NULL DEFAULT 0, expires_at timestamptz NOT NULL);
  CREATE INDEX sign_in_ticket_of_user ON sign_in_ticket (user_id);
  CREATE INDEX sign_in_ticket_expiry ON sign_in_ticket (expires_at);`;
export const secondFactorMigration: Migration = { id: 'system-020-second-factor', sql: secondFactor };

const lastSignIn = `
  ALTER TABLE sys_user ADD COLUMN last_sign_in_at timestamptz;
  UPDATE sys_user u SET last_sign_in_at = (
    SELECT max(l.login_time) FROM login_log l WHERE l.status = '2' AND lower(l.username) = lower(u.username));`;
export const lastSignInMigration: Migration = { id: 'system-031-last-sign-in', sql: lastSignIn };

/** Two who edit one record are told (412); users keep theirs beside what signing in writes. */
const revisions = `
  ALTER TABLE sys_role ADD COLUMN revision integer NOT NULL DEFAULT 0, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
  ALTER TABLE sys_menu ADD COLUMN revision integer NOT NULL DEFAULT 0, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
  ALTER TABLE sys_user ADD COLUMN revision integer NOT NULL DEFAULT 0, ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now();
  CREATE INDEX sys_menu_parent ON sys_menu (parent_id);`;
const userOrders = `
  CREATE INDEX sys_user_by_username ON sys_user (username, id);
  CREATE INDEX sys_user_by_nick_name ON sys_user (nick_name COLLATE "zh-x-icu", id);
  CREATE INDEX sys_user_by_phone ON sys_user (phone, id);
  CREATE INDEX sys_user_by_created ON sys_user (created_at, id);`;
export const userOrdersMigration: Migration = { id: 'system-041-user-orders', sql: userOrders };
export const rightsRevisionMigration: Migration = { id: 'system-040-rights-revisions', sql: revisions };

/** Every interface of the house once (R122); `titled`: somebody named it, so the route's own title no longer counts. */
const apis = `
  CREATE TABLE sys_api (
    id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
    action text NOT NULL, path text NOT NULL, title text NOT NULL, titled boolean NOT NULL DEFAULT false,
    type text NOT NULL CHECK (type IN ('SYS', 'BUS')), handle text NOT NULL DEFAULT '', keys text[] NOT NULL DEFAULT '{}',
    parent_id bigint NOT NULL DEFAULT 0, sort int NOT NULL DEFAULT 0, gone boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
    revision integer NOT NULL DEFAULT 0);
  CREATE UNIQUE INDEX sys_api_route ON sys_api (action, path);`;
export const apisMigration: Migration = { id: 'system-050-apis', sql: apis };

/**
 * Logs of millions of rows are searched by pieces of the few values that they hold (`log_value`), of an address that was
 * asked by three characters and more, and for failures (R105). pg_trgm comes with PostgreSQL; who owns the database may
 * create it.
 */
const logSearch = `
  CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
  CREATE TABLE log_value (
    field text NOT NULL, value text NOT NULL, detail text NOT NULL DEFAULT '', PRIMARY KEY (field, value, detail));
  INSERT INTO log_value (field, value)
    SELECT DISTINCT 'username', username FROM login_log UNION ALL SELECT DISTINCT 'ipaddr', ipaddr FROM login_log
    UNION ALL SELECT DISTINCT 'oper_name', oper_name FROM command WHERE logged
    UNION ALL SELECT DISTINCT 'oper_ip', oper_ip FROM command WHERE logged;
  INSERT INTO log_value (field, value, detail) SELECT DISTINCT 'route', route, title FROM command WHERE logged;
  CREATE INDEX log_value_spelling ON log_value USING gin (value public.gin_trgm_ops);
  CREATE INDEX login_log_username ON login_log (username) WHERE NOT hidden;
  CREATE INDEX login_log_ipaddr ON login_log (ipaddr) WHERE NOT hidden;
  CREATE INDEX login_log_failed ON login_log (login_time DESC, id DESC) WHERE NOT hidden AND status <> '2';
  CREATE INDEX command_oper_name ON command (oper_name) WHERE logged AND NOT hidden;
  CREATE INDEX command_oper_ip ON command (oper_ip) WHERE logged AND NOT hidden;
  CREATE INDEX command_route ON command (route) WHERE logged AND NOT hidden;
  CREATE INDEX command_oper_url ON command USING gin (oper_url public.gin_trgm_ops) WHERE logged AND NOT hidden;
  CREATE INDEX command_failed ON command (oper_time DESC, id DESC) WHERE logged AND NOT hidden AND status <> '2';`;
export const logSearchMigration: Migration = { id: 'system-060-log-search', sql: logSearch };

/** Departments as they were when rows began to keep their creator's (R109): what older rows are of. */
const departmentBefore = `
  CREATE TABLE department_before (user_id bigint PRIMARY KEY, dept_id bigint NOT NULL);
  INSERT INTO department_before SELECT id, dept_id FROM sys_user WHERE dept_id IS NOT NULL;
  CREATE INDEX department_before_dept ON department_before (dept_id);`;
const departmentBeforeMigration: Migration = { id: 'system-070-department-before', sql: departmentBefore };

/** Of a kind, a module or an address that thousands of rows have, the newest are read from the index alone. */
const logOrders = `
  DROP INDEX command_route;
  DROP INDEX command_oper_ip;
  CREATE INDEX command_route ON command (route, oper_time DESC, id DESC) INCLUDE (title) WHERE logged AND NOT hidden;
  CREATE INDEX command_oper_ip ON command (oper_ip, oper_time DESC, id DESC) WHERE logged AND NOT hidden;`;
export const logOrdersMigration: Migration = { id: 'system-090-log-orders', sql: logOrders };

/** A log that was cleared begins anew at a moment: what lies before is shown no more (R30). Who did it stands in the log itself. */
const logBegins = `CREATE TABLE log_begins (log text PRIMARY KEY, since timestamptz NOT NULL);`;

export const systemMigrations: readonly Migration[] = [
  { id: 'system-001-people', sql: people },
  { id: 'system-002-logs', sql: logs },
  departmentBeforeMigration,
  { id: 'system-080-log-begins', sql: logBegins },
];
