/** Master data alone behind a real HTTP server: migrations, seeds, writes, reads; tokens are words for users. */
import { fieldNamesAt } from 'services/goods/contract';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabasePool } from 'slonik';
import type { SessionUser } from '../../services/contracts/user.ts';
import { masterDataSlice, masterLookup } from '../../services/master-data/slice.ts';
import { CommandLog } from '../../services/platform/command-log/command-log.ts';
import {
  commandLogMigration,
  commandMigrations,
  commandShopsMigration,
  operationOutcomeMigration,
} from '../../services/platform/command-log/table.ts';
import { openPool } from '../../services/platform/base/database.ts';
import { MERGES_SQL } from '../../services/points/merging.ts';
import { shopperSlice } from '../../services/shopper/slice.ts';
import { OwnWrites } from '../../services/platform/runtime/own-writes.ts';
import { build } from '../../services/platform/http/build.ts';
import { createMetrics } from '../../services/platform/http/metrics.ts';
import { UNKNOWN_PLACE } from '../../services/platform/runtime/place-watch.ts';
import { answerMarkMigration } from '../../services/platform/event-store/log-move/command-answers.ts';
import { logPlaceMigration } from '../../services/platform/event-store/log-move/log-place.ts';
import { silentLog } from '../../services/platform/base/log.ts';
import { changeLogMigration } from '../../services/platform/rows/master.ts';
import { migrate } from '../../services/platform/base/migrate.ts';
import { OperationLog } from '../../services/platform/operation-log/operation-log.ts';
import { openSecrets } from '../../services/platform/secrets/secrets.ts';
import type { SliceDeps } from '../../services/platform/slice/slice.ts';
import { systemMigrations } from '../../services/system/tables.ts';
import { nextId, WireIds } from '../../services/platform/streams/wire-ids.ts';
import { masterDataQueries } from '../../projections/master-data/query.ts';
import { testDatabase } from '../support/database.ts';
import { z } from 'zod';

export type Reply<Data = unknown> = {
  readonly status: number;
  readonly msg: string;
  readonly etag: string | undefined;
  readonly data: Data;
};
/** What the tests read of a row of any kind. */
export type Row = { readonly id: number; readonly dictCode: number } & Readonly<
  Record<'name' | 'dictType' | 'value' | 'template' | 'expandData' | 'configValue', string>
>;
export type Page = { readonly list: readonly Row[]; readonly count: number };
export type Sent = { readonly body?: unknown; readonly as?: string; readonly ifMatch?: string; readonly key?: string };
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type House = {
  readonly pool: DatabasePool;
  readonly lookup: ReturnType<typeof masterLookup>;
  readonly seed: () => Promise<void>;
  readonly send: <Data = number>(method: Method, path: string, sent?: Sent) => Promise<Reply<Data>>;
  /** Rows of a list's first page. */
  readonly listOf: (path: string) => Promise<readonly Row[]>;
  readonly download: (
    path: string,
  ) => Promise<{ readonly status: number; readonly type: string; readonly bytes: Buffer }>;
  readonly close: () => Promise<void>;
};

const user = (id: number, permissions: readonly string[], lockShops: readonly number[] = []): SessionUser => ({
  id,
  username: `user${id}`,
  nickName: `用户${id}`,
  deptId: null,
  roleIds: [],
  roleKeys: [],
  permissions: new Set(permissions),
  lockShops,
  rows: 'all',
  mustChangePassword: false,
});

/** `admin` may do everything, `clerk` nothing by right, `locked-<shop id>` everything in that shop. */
const userOf = (token: string): SessionUser | null => {
  if (token === 'admin') return user(1, ['*:*:*']);
  if (token === 'clerk') return user(2, []);
  const shop = /^locked-(\d+)$/.exec(token)?.[1];
  return shop === undefined ? null : user(3, ['*:*:*'], [Number(shop)]);
};

export const openHouse = async (): Promise<House> => {
  const database = await testDatabase();
  const siteDir = await mkdtemp(join(tmpdir(), 'site-'));
  const own = [
    changeLogMigration,
    commandLogMigration,
    ...systemMigrations,
    operationOutcomeMigration,
    ...commandMigrations,
    commandShopsMigration,
    logPlaceMigration,
    answerMarkMigration,
  ];
  // What a customer spent looks at records that were merged; his row says since when he is bound.
  const kept = [
    ...(masterDataSlice.migrations ?? []),
    { id: 'points-001-merges', sql: MERGES_SQL },
    ...(shopperSlice.migrations ?? []),
  ];
  await migrate(database.url, [...own, ...kept]);
  const pool = await openPool(database.url, { applicationName: 'test' });
  const lookup = masterLookup(pool);
  const secrets = openSecrets(siteDir);
  const exceptions = { note: async () => undefined };
  const given = {
    master: pool,
    lookup,
    secrets,
    exceptions,
    store: { head: async () => -1 },
    config: { outboundHosts: [] },
  };
  const slice = masterDataSlice.create(given as unknown as SliceDeps);
  const seed = async (): Promise<void> => slice.seed?.();
  await seed();
  const operationLog = new OperationLog(pool, silentLog);
  const app = await build({
    routes: [...slice.routes, ...masterDataQueries({ db: pool, now: () => new Date() })],
    commandLog: new CommandLog(pool, new WireIds(pool)),
    looseId: () => nextId(pool),
    fieldLabels: fieldNamesAt,
    misses: { enter: async () => ({ giveBack: async () => undefined }) },
    positionAsOf: async () => 0,
    ownWrites: new OwnWrites(new Map()),
    clock: () => new Date(),
    authenticate: async (token) => userOf(token),
    operationLog,
    metrics: createMetrics(
      async () => [],
      () => UNKNOWN_PLACE,
    ),
    checks: [],
    writeChecks: [],
    writership: undefined,
    lag: () => ({}),
    warnings: () => [],
    siteDir,
    filesDir: siteDir,
    trustedProxies: 0,
    behindTls: false,
    statusInBody: false,
    metricsToken: undefined,
    printServicePort: 9090,
    log: silentLog,
  });
  const send = async <Data = number>(
    method: Method,
    path: string,
    { body, as = 'admin', ifMatch, key }: Sent = {},
  ): Promise<Reply<Data>> => {
    const reply = await app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        authorization: `Bearer ${as}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': key ?? randomUUID() }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const { msg, data } = reply.json<{ msg: string; data: Data }>();
    return { status: reply.statusCode, msg, etag: reply.headers.etag, data };
  };
  return {
    pool,
    lookup,
    seed,
    send,
    listOf: async (path) => (await send<Page>('GET', path)).data.list,
    download: async (path) => {
      const url = `/api/v1${path}`;
      const reply = await app.inject({ url, headers: { authorization: 'Bearer admin' } });
      return { status: reply.statusCode, type: String(reply.headers['content-type']), bytes: reply.rawPayload };
    },
    close: async () => {
      await app.close();
      await operationLog.stop();
      await pool.end();
      await database.drop();
      await rm(siteDir, { recursive: true, force: true });
    },
  };
};

const Problems = z.array(z.object({ path: z.string(), message: z.string() }));
const Fields = z.union([Problems, z.object({ fields: Problems }).transform(({ fields }) => fields)]);
/** The message at each field of a refused body. */
export const fieldsOf = (reply: Reply): Record<string, string> =>
  Object.fromEntries(Fields.parse(reply.data).map(({ path, message }) => [path, message]));
