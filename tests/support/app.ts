/** The whole house in a fresh database, spoken to over real HTTP. */
import { argon2Sync, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'slonik';
import { startHouse } from '../../house/start/house.ts';
import type { House } from '../../house/start/house.ts';
import { parseConfig } from '../../services/platform/process/config.ts';
import { streamByStream } from '../../services/platform/event-store/appending.ts';
import { silentLog, stderrLog } from 'services/platform/base/log';
import type { Log } from 'services/platform/base/log';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { createUser } from '../../services/system/users.ts';
import { sessionUser } from '../../services/system/session-user.ts';
import type { SessionUser } from 'services/contracts/user';
import { copyOf, testDatabase, type TestDatabase } from './database.ts';
import { startFakeEventStoreDb } from './fake-esdb.ts';
import { startRealEventStoreDb, type RealEventStoreDb } from './real-esdb.ts';

export const ADMIN_PASSWORD = 'Admin-2026';

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  /** The whole envelope; `{}` when the answer is no JSON. */
  readonly body: { code?: number; msg?: string; data?: unknown; [field: string]: unknown };
  readonly text: string;
};
export type RequestOptions = {
  readonly token?: string | null;
  readonly body?: unknown;
  /** Idempotency-Key */
  readonly key?: string;
  readonly headers?: Record<string, string>;
  /** false: a GET is sent at once and sees of others what is shown already; else it sees whatever anybody wrote. */
  readonly waits?: false;
};
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type AppOptions = {
  readonly captcha?: 'on' | 'off';
  readonly clock?: () => Date;
  readonly siteDir?: string;
  /** Shows the house's log on stderr. */
  readonly loud?: boolean;
  /** Takes the house's log. */
  readonly log?: Log;
  /** Its store takes one append at a time: saves go in steps. */
  readonly inSteps?: boolean;
  /** More environment, for example EVENT_STORE_URL. */
  readonly env?: Readonly<Record<string, string>>;
};
export type NewTestUser = {
  readonly username: string;
  readonly password?: string;
  /** Default: a role without any right, since nobody signs in without one. */
  readonly roleIds?: readonly number[];
  readonly lockShops?: readonly number[];
  readonly mustChangePassword?: boolean;
};

export type App = {
  readonly house: House;
  readonly url: string;
  readonly dataDir: string;
  readonly adminToken: string;
  /** The administrator as rules see them, for `house.invoke`. */
  readonly admin: SessionUser;
  /** Paths begin with /api/v1 unless they name another place (`/healthz`); the administrator calls unless `token` says otherwise. */
  readonly call: (method: Method, path: string, options?: RequestOptions) => Promise<Reply>;
  readonly get: (path: string, options?: RequestOptions) => Promise<Reply>;
  readonly post: (path: string, body: unknown, options?: RequestOptions) => Promise<Reply>;
  readonly put: (path: string, body: unknown, options?: RequestOptions) => Promise<Reply>;
  readonly del: (path: string, body: unknown, options?: RequestOptions) => Promise<Reply>;
  /** Creates a user (default password `Secret-1`, no duty to change it) and answers the id. */
  readonly addUser: (user: NewTestUser) => Promise<number>;
  /** Signs in over HTTP and answers the token. */
  readonly signIn: (username: string, password?: string) => Promise<string>;
  readonly stop: () => Promise<void>;
};

export const USER_PASSWORD = 'Secret-1';
/** In the form that the house keeps, of the least that argon2id may cost: tests create and sign in hundreds of people. */
const lightHash = (password: string): string => {
  const nonce = randomBytes(16);
  const cost = { memory: 8, passes: 1, parallelism: 1 };
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
};
const OUTSIDE_API = /^\/(api|static|swagger|healthz|readyz|metrics|system|wslogout|$)/;

const toJson = (text: string): Reply['body'] => {
  try {
    return JSON.parse(text) as Reply['body'];
  } catch {
    return {};
  }
};

const send = async (base: string, method: Method, where: string, options: RequestOptions): Promise<Reply> => {
  const headers: Record<string, string> = { ...options.headers };
  if (options.token != null) headers['authorization'] = `Bearer ${options.token}`;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  const init: RequestInit = { method, headers };
  if (options.body instanceof FormData || typeof options.body === 'string') init.body = options.body;
  else if (options.body !== undefined) {
    headers['content-type'] ??= 'application/json';
    init.body = JSON.stringify(options.body);
  }
  const answer = await fetch(`${base}${OUTSIDE_API.test(where) ? '' : '/api/v1'}${where}`, init);
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: toJson(text) };
};

const signInAt = async (base: string, username: string, password: string): Promise<string> => {
  const reply = await send(base, 'POST', '/login', { body: { username, password, rememberMe: false } });
  if (reply.status !== 200) throw new Error(`sign-in of ${username}: ${reply.status} ${reply.text}`);
  return String(reply.body['token']);
};

const SHOWN_MS = 30_000;
/** Tests write as one user and read as another, who sees it once the read models are there, however busy the machine is. */
const shownToAll = async ({ caughtUp }: House): Promise<void> => {
  const passed = new AbortController();
  const late = pause(SHOWN_MS, undefined, { signal: passed.signal }).catch(() => undefined);
  await Promise.race([caughtUp().catch(() => undefined), late]);
  passed.abort();
};

const adminOf = async (house: House): Promise<SessionUser> => {
  const admin = await sessionUser(house.deps.master, 1);
  if (admin === null) throw new Error('user 1 is missing');
  return admin;
};

const NO_RIGHTS = 900;
const roleOfNothing = async ({ deps }: House): Promise<number> => {
  await deps.master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key) VALUES (${NO_RIGHTS}, '无权限', 'no-rights') ON CONFLICT DO NOTHING`);
  return NO_RIGHTS;
};

/** The vitest project `flow-eventstoredb` runs the same flows with the log on the other store, which is a real one where there is. */
const otherStoreFor = async ({ env }: AppOptions): Promise<RealEventStoreDb | null> => {
  if (process.env['TEST_EVENT_STORE'] !== 'eventstoredb' || env !== undefined) return null;
  const command = process.env['EVENTSTORE_TEST_COMMAND'];
  return command === undefined ? startFakeEventStoreDb() : startRealEventStoreDb(command);
};

/** What of the house a test sets itself. */
const settingsOf = ({ log, loud, clock, siteDir, inSteps }: AppOptions) => ({
  log: log ?? (loud === true ? stderrLog : silentLog),
  ...(clock === undefined ? {} : { clock }),
  ...(siteDir === undefined ? {} : { siteDir }),
  ...(inSteps === true && { writtenTo: streamByStream }),
});

const HOUSE_TEMPLATE = 'house_of_day_one';
/** A house that has just been set up: tables, keys, pages and the administrator. */
const setUp = async (url: string): Promise<void> => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-set-up-'));
  const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, DATABASE_URL: url, ADMIN_PASSWORD, DEMO: 'off' };
  const house = await startHouse(parseConfig({ ...env, ROLES: 'api,projector' }), { log: silentLog });
  await house.caughtUp();
  await house.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
};
/** What a house of another age, log or administrator sets up itself. */
const ITS_OWN = ['ADMIN_PASSWORD', 'EVENT_STORE_URL', 'DEMO'];
/** The jobs that every house starts with ring at night, and what they missed since the template was made is made up for: no test is to meet them. */
const withoutNights = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`UPDATE master.sys_job SET scheduled = false`);
  await client.end();
};

/** Setting up takes longer than most tests, so it is done once a run. */
const databaseFor = async ({ env = {}, clock }: AppOptions, other: RealEventStoreDb | null): Promise<TestDatabase> => {
  if (clock !== undefined || other !== null || ITS_OWN.some((name) => name in env)) return testDatabase();
  const database = await copyOf(HOUSE_TEMPLATE, setUp);
  if (env['ROLES']?.includes('scheduler') === true) await withoutNights(database.url);
  return database;
};

/** Without `captcha: 'on'` sign-in needs no picture. `DATABASE_URL` in `env` joins a database that already has a house. */
export const startApp = async (options: AppOptions = {}): Promise<App> => {
  const other = await otherStoreFor(options);
  const database = options.env?.['DATABASE_URL'] === undefined ? await databaseFor(options, other) : null;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-app-'));
  const config = parseConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: database?.url,
    EVENT_STORE_URL: other?.url,
    ADMIN_PASSWORD,
    LOGIN_CODE: options.captcha === 'on' ? 'captcha' : 'none',
    DEMO: 'off',
    // Servers of tests stand on this machine.
    OUTBOUND_HOSTS: '127.0.0.1:*,localhost:*',
    // Jobs ring at night: a test that wants them says so.
    ROLES: 'api,projector',
    ...options.env,
  });
  const house = await startHouse(config, settingsOf(options));
  const admin = await adminOf(house);
  const adminToken = options.captcha === 'on' ? '' : await signInAt(house.url, 'admin', ADMIN_PASSWORD);
  const call = async (method: Method, where: string, request: RequestOptions = {}): Promise<Reply> => {
    if (method === 'GET' && request.waits !== false) await shownToAll(house);
    return send(house.url, method, where, { token: adminToken, ...request });
  };
  return {
    house,
    url: house.url,
    dataDir,
    adminToken,
    admin,
    call,
    get: (where, request) => call('GET', where, request),
    post: (where, body, request) => call('POST', where, { ...request, body }),
    put: (where, body, request) => call('PUT', where, { ...request, body }),
    del: (where, body, request) => call('DELETE', where, { ...request, body }),
    addUser: async (user) => {
      const id = await nextId(house.deps.master);
      const row = {
        id,
        username: user.username,
        nickName: user.username,
        passwordHash: lightHash(user.password ?? USER_PASSWORD),
        roleIds: user.roleIds ?? [await roleOfNothing(house)],
        lockShops: user.lockShops ?? [],
        mustChangePassword: user.mustChangePassword ?? false,
      };
      const by = { user: admin, now: new Date(), key: `test-${id}` };
      await house.deps.master.transaction((tx) => createUser(tx, row, by));
      return id;
    },
    signIn: (username, password = USER_PASSWORD) => signInAt(house.url, username, password),
    stop: async () => {
      await house.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
      await other?.stop();
      await database?.drop();
    },
  };
};
