/** The only place where the parts are joined. `node services/main.ts` starts the house. */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Health } from 'projections/platform/daemon';
import { momentReader } from 'projections/platform/as-of';
import { readRoutes, warningsOf } from 'projections/registry';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import type { Route } from './contracts/route.ts';
import { firstLogin, processLog, startSteps } from './console.ts';
import { fieldNames } from './goods/contract.ts';
import { Progress, progressRoute } from './demo/progress.ts';
import { startDemo } from './demo/start.ts';
import { postgresLease } from './documents/lease.ts';
import { watchDocuments, type LateDocuments } from './documents/watcher.ts';
import { masterLookup } from './master-data/slice.ts';
import { Sessions } from './platform/auth/sessions.ts';
import { CommandLog } from './platform/command-log/command-log.ts';
import { BadConfiguration, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { openPool } from './platform/database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import type { EventStore } from './platform/event-store/port.ts';
import { openStore } from './open-store.ts';
import { openFileStore } from './platform/files/pictures.ts';
import { fileRoutes } from './platform/files/routes.ts';
import type { ReadModelGate } from './platform/gate.ts';
import { build } from './platform/http/build.ts';
import type { Check } from './platform/http/health.ts';
import { createInvoke } from './platform/http/invoke.ts';
import type { Invoke } from './platform/http/invoke.ts';
import { routeIn } from './platform/http/route-in.ts';
import { createMetrics, measured } from './platform/http/metrics.ts';
import type { Metrics } from './platform/http/metrics.ts';
import { leveled, stderrLog } from './platform/log.ts';
import type { Log } from './platform/log.ts';
import { OperationLog } from './platform/operation-log/operation-log.ts';
import { OwnWrites } from './platform/own-writes.ts';
import type { Slice, SliceDeps } from './platform/slice.ts';
import { openSecrets } from './platform/secrets.ts';
import { Teardown } from './platform/teardown.ts';
import { liftAboveLog, markChecked, WireIds } from './platform/wire-ids.ts';
import { prepareMaster } from './prepare-master.ts';
import { startReadSide, VIEW_OF_TABLE, VIEWS, type ReadSide } from './read-side.ts';
import { slices } from './slices.ts';
import { ADMIN_PASSWORD_FILE } from './system/seeds/seed.ts';
import { createIdentity } from './system/identity.ts';
import { createSecondFactor } from './system/second-factor.ts';
import { sessionUser } from './system/session-user.ts';

const HOUSEKEEPING_MS = 3_600_000;
const SITE_DIR = fileURLToPath(new URL('../site/', import.meta.url));

export type House = {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly port: number;
  readonly deps: SliceDeps;
  /** Runs a route in process: same checks, no HTTP, own clock. */
  readonly invoke: Invoke;
  /** The whole table of routes, as it is mounted. */
  readonly routes: readonly Route[];
  /** Every route by method and path, for {@link House.invoke}. */
  readonly route: (method: Route['method'], path: string) => Route;
  /** Resolves when every projection has caught up. */
  readonly caughtUp: () => Promise<void>;
  readonly gate: ReadModelGate;
  readonly health: () => readonly Health[];
  /** Set once: the password of user admin, when this start created it. */
  readonly newAdminPassword: string | null;
  /** How far the demo data is. */
  readonly demo: Progress;
  readonly stop: () => Promise<void>;
};
export type StartOptions = {
  readonly log?: Log;
  readonly clock?: () => Date;
  readonly siteDir?: string;
  /** Hears of each step when it is done. */
  readonly done?: (step: string, note?: string) => void;
};

const databaseOf = async (config: Config, log: Log, teardown: Teardown): Promise<string> => {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  teardown.add('database', () => embedded.stop());
  return embedded.url;
};

const stateReason = ({ name, state, error }: Health): string | null => {
  if (state === 'failed') return `${name} 已停止：${error?.reason ?? '处理事件出错'}`;
  return state === 'catching-up' || state === 'rebuilding' ? `${name} 正在追赶` : null;
};
const checksOf = (master: DatabasePool, store: EventStore, readSide: ReadSide): readonly Check[] => [
  { name: '数据库', check: async () => (await master.query(sql.unsafe`SELECT 1`)) && null },
  { name: '事件存储', check: async () => ((await store.head()) >= -1 ? null : '无法读取') },
  {
    name: '读模型',
    check: async () => {
      const reasons = readSide
        .health()
        .map(stateReason)
        .filter((reason) => reason !== null);
      return reasons.length === 0 ? null : reasons.join('，');
    },
  },
];

const keepHouse = (commandLog: CommandLog, deps: SliceDeps, teardown: Teardown): void => {
  const tidy = async (): Promise<void> => {
    await commandLog.prune();
    await deps.sessions.prune(deps.clock());
    await markChecked(deps.master, await deps.store.head());
  };
  const run = (): void => void tidy().catch((error: unknown) => deps.log.warn('housekeeping failed', { error }));
  run();
  const timer = setInterval(run, HOUSEKEEPING_MS);
  teardown.add('housekeeping', async () => {
    clearInterval(timer);
    await commandLog.stop();
    await markChecked(deps.master, await deps.store.head());
  });
};

/** Answers how to ask which documents are late. */
const startWatchers = (
  joined: readonly Slice[],
  { store, master, log }: SliceDeps,
  teardown: Teardown,
): LateDocuments => {
  let late: LateDocuments = () => [];
  const onLate = (now: LateDocuments): void => void (late = now);
  const stopping = new AbortController();
  const documents = joined.flatMap(({ watched = [] }) => watched);
  const lease = postgresLease(master, 'documents');
  const resumption: Pick<Slice, 'name' | 'start'> = {
    name: 'documents',
    start: (signal) => watchDocuments({ store, documents, lease, log, onLate }, signal),
  };
  const running = [resumption, ...joined].map(async ({ name, start }) => {
    try {
      await start?.(stopping.signal);
    } catch (error) {
      log.error('watcher stopped', { slice: name, error });
    }
  });
  teardown.add('watchers', async () => {
    stopping.abort();
    await Promise.all(running);
  });
  return () => late();
};

const seedAll = async (joined: readonly Slice[], dataDir: string): Promise<string | null> => {
  const file = path.join(dataDir, ADMIN_PASSWORD_FILE);
  const known = fs.existsSync(file);
  for (const slice of joined) await slice.seed?.();
  return !known && fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
};

type Core = {
  readonly deps: SliceDeps;
  readonly url: string;
  readonly metrics: Metrics;
  readonly ownWrites: OwnWrites;
};
const openCore = async (
  config: Config,
  options: StartOptions,
  teardown: Teardown,
  lag: () => readonly Health[],
): Promise<Core> => {
  const log = leveled(options.log ?? stderrLog, config.logLevel);
  const clock = options.clock ?? (() => new Date());
  fs.mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const url = await databaseOf(config, log, teardown);
  const ownWrites = new OwnWrites(VIEW_OF_TABLE);
  const master = await prepareMaster(url, ownWrites, teardown);
  const metrics = createMetrics(async () =>
    lag().map(({ name, lag: behind, parked }) => ({ projection: name, lag: behind, parked: parked.length })),
  );
  const store = measured(await openStore(config, url), metrics);
  teardown.add('event store', () => store.close());
  const bindings = await openPool(url, { applicationName: 'bindings', size: 12 });
  teardown.add('bindings', () => bindings.end());
  const files = openFileStore(path.join(config.dataDir, 'files'));
  teardown.add('pictures', () => files.close());
  await liftAboveLog(master, store);
  const secrets = openSecrets(config.dataDir, config.secretsKey);
  const sessions = new Sessions(master, (id) => sessionUser(master, id));
  return {
    url,
    metrics,
    ownWrites,
    deps: {
      store,
      master,
      bindings,
      ids: new WireIds(bindings),
      lookup: masterLookup(master),
      files,
      sessions,
      identity: createIdentity(master, createSecondFactor(master, secrets)),
      secrets,
      config,
      clock,
      log,
      dataDir: config.dataDir,
    },
  };
};

const portOf = (address: string | AddressInfo | null): number | undefined =>
  typeof address === 'object' ? address?.port : undefined;

const startParts = async (config: Config, options: StartOptions, teardown: Teardown): Promise<House> => {
  let health: () => readonly Health[] = () => [];
  const { deps, url, metrics, ownWrites } = await openCore(config, options, teardown, () => health());
  const { master, store, log, clock, sessions, files } = deps;
  options.done?.('数据库');
  const joined = slices.map((slice) => slice.create(deps));
  const newAdminPassword = await seedAll(joined, config.dataDir);
  const readSide = await startReadSide({ config, store, master, url, log, ownWrites }, teardown);
  health = readSide.health;
  options.done?.('读模型');
  const { reading } = readSide;
  const commandLog = new CommandLog(deps.bindings, deps.ids, store);
  keepHouse(commandLog, deps, teardown);
  const operationLog = new OperationLog(master, log);
  operationLog.watch();
  teardown.add('operation log', () => operationLog.stop());
  let late: LateDocuments = () => [];
  const demo = new Progress();
  const own = [...joined.flatMap((slice) => slice.routes), ...fileRoutes(files), progressRoute(demo)];
  const routes = [...own, ...readRoutes({ db: reading, now: clock, store }, readSide)];
  const execution = {
    commandLog,
    looseId: () => deps.ids.next(),
    fieldLabels: fieldNames(),
    positionAsOf: momentReader(reading, { ...readSide, head: () => store.head(), views: VIEWS }),
  };
  const app = await build({
    ...config,
    ...execution,
    routes: config.roles.has('api') ? routes : [],
    ownWrites,
    clock,
    authenticate: (token) => sessions.authenticate(token, clock()),
    operationLog,
    metrics,
    checks: checksOf(master, store, readSide),
    lag: () => Object.fromEntries(readSide.health().map(({ name, lag }) => [name, lag])),
    warnings: () => [...warningsOf(readSide.health()), ...late()],
    siteDir: options.siteDir ?? SITE_DIR,
    filesDir: files.folder,
    log,
  });
  late = startWatchers(joined, deps, teardown);
  teardown.add('http', () => app.close());
  await app.listen({ port: config.port, host: config.host });
  const port = portOf(app.server.address()) ?? config.port;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    deps,
    invoke: createInvoke(execution),
    routes,
    route: routeIn(routes),
    ...readSide,
    newAdminPassword,
    demo,
    stop: () => teardown.run(log),
  };
};

/**
 * Starts the house and listens.
 * @throws whatever a part throws while starting; what was already started is stopped again.
 */
export const startHouse = async (config: Config, options: StartOptions = {}): Promise<House> => {
  const teardown = new Teardown();
  try {
    return await startParts(config, options, teardown);
  } catch (error) {
    await teardown.run(options.log ?? stderrLog);
    throw error;
  }
};

const LOG = processLog(process.env, process.stderr.isTTY);
const runUntilTold = async (): Promise<void> => {
  const config = readConfig();
  const steps = startSteps(console.log, process.env);
  const house = await startHouse(config, { log: LOG, done: steps.done });
  steps.ready(house.url);
  for (const line of firstLogin(house.newAdminPassword, config)) console.log(line);
  const userOf = (id: number) => sessionUser(house.deps.master, id);
  const stopDemo = config.demo ? startDemo({ ...house, userOf }, house.demo) : async () => undefined;
  const end = (): void => {
    void stopDemo()
      .then(() => house.stop())
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
};

if (import.meta.main) {
  runUntilTold().catch((error: unknown) => {
    if (error instanceof BadConfiguration) console.error(error.message);
    else LOG.error('start failed', { error });
    process.exit(1);
  });
}
