/** The only place where the parts are joined. `node services/main.ts` starts the house. */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Health } from 'projections/platform/daemon';
import { momentReader } from 'projections/platform/as-of';
import { readRoutes, warningsOf } from 'projections/registry';
import type { Route } from './contracts/route.ts';
import { firstLogin, processLog, startSteps } from './console.ts';
import { openCore, type Core, type StartOptions } from './core.ts';
import { fieldNamesAt } from './goods/contract.ts';
import { Progress, progressRoute } from './demo/progress.ts';
import { startDemo } from './demo/start.ts';
import type { LateDocuments } from './documents/watcher.ts';
import { CommandLog } from './platform/command-log/command-log.ts';
import { BadConfiguration, readConfig } from './platform/config.ts';
import type { Config } from './platform/config.ts';
import { fileRoutes } from './platform/files/routes.ts';
import type { ReadModelGate } from './platform/gate.ts';
import { build } from './platform/http/build.ts';
import { createInvoke } from './platform/http/invoke.ts';
import type { Invoke } from './platform/http/invoke.ts';
import { routeIn } from './platform/http/route-in.ts';
import { stderrLog } from './platform/log.ts';
import { OperationLog } from './platform/operation-log/operation-log.ts';
import { onSignals } from './platform/signals.ts';
import type { Slice, SliceDeps } from './platform/slice.ts';
import { RowWriter } from './platform/row-writer.ts';
import { Teardown } from './platform/teardown.ts';
import { startReadSide, VIEWS, type ReadSide } from './read-side.ts';
import { checksOf } from './readiness.ts';
import { slices } from './slices.ts';
import { ADMIN_PASSWORD_FILE } from './system/seeds/seed.ts';
import { sessionUser } from './system/session-user.ts';
import { keepHouse, startWatchers } from './upkeep.ts';

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
const openCommandLog = ({ bindings, ids, store }: SliceDeps, url: string, teardown: Teardown): CommandLog => {
  const rowWriter = new RowWriter(url);
  teardown.add('row writer', () => rowWriter.close());
  return new CommandLog(bindings, ids, store, rowWriter);
};

const seedAll = async (joined: readonly Slice[], dataDir: string): Promise<string | null> => {
  const file = path.join(dataDir, ADMIN_PASSWORD_FILE);
  const known = fs.existsSync(file);
  for (const slice of joined) await slice.seed?.();
  return !known && fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : null;
};

const portOf = (address: string | AddressInfo | null): number | undefined =>
  typeof address === 'object' ? address?.port : undefined;

/** What a request is done with, over HTTP and in process. */
const executionOf = ({ deps }: Core, commandLog: CommandLog, readSide: ReadSide) => ({
  commandLog,
  looseId: () => deps.ids.next(),
  fieldLabels: fieldNamesAt,
  positionAsOf: momentReader(readSide.reading, { ...readSide, head: () => deps.store.head(), views: VIEWS }),
});
type ServedParts = {
  readonly config: Config;
  readonly core: Core;
  readonly readSide: ReadSide;
  readonly execution: ReturnType<typeof executionOf>;
  readonly routes: readonly Route[];
  readonly joined: readonly Slice[];
  readonly siteDir: string | undefined;
};
/** Starts the watchers of documents, then listens; answers the port. */
const serve = async (parts: ServedParts, teardown: Teardown): Promise<number> => {
  const { config, core, readSide, execution, routes } = parts;
  const { master, store, log, clock, sessions, files } = core.deps;
  const operationLog = new OperationLog(master, log);
  operationLog.watch();
  teardown.add('operation log', () => operationLog.stop());
  let late: LateDocuments = () => [];
  const app = await build({
    ...config,
    ...execution,
    routes: config.roles.has('api') ? routes : [],
    ownWrites: core.ownWrites,
    clock,
    authenticate: (token) => sessions.authenticate(token, clock()),
    operationLog,
    metrics: core.metrics,
    checks: checksOf(master, store, readSide),
    lag: () => Object.fromEntries(readSide.health().map(({ name, lag }) => [name, lag])),
    warnings: () => [...warningsOf(readSide.health()), ...late()],
    siteDir: parts.siteDir ?? SITE_DIR,
    filesDir: files.folder,
    log,
  });
  late = startWatchers(parts.joined, core.deps, teardown);
  teardown.add('http', () => app.close());
  await app.listen({ port: config.port, host: config.host });
  return portOf(app.server.address()) ?? config.port;
};

const startParts = async (config: Config, options: StartOptions, teardown: Teardown): Promise<House> => {
  let health: () => readonly Health[] = () => [];
  const core = await openCore(config, options, teardown, () => health());
  const { deps, url, ownWrites, listener } = core;
  const { master, store, log, clock } = deps;
  options.done?.('数据库');
  const joined = slices.map((slice) => slice.create(deps));
  const newAdminPassword = await seedAll(joined, config.dataDir);
  const readSide = await startReadSide({ config, store, master, url, log, ownWrites, listener }, teardown);
  health = readSide.health;
  options.done?.('读模型');
  const commandLog = openCommandLog(deps, url, teardown);
  keepHouse(commandLog, deps, teardown);
  const demo = new Progress();
  const own = [...joined.flatMap((slice) => slice.routes), ...fileRoutes(deps.files), progressRoute(demo)];
  const routes = [...own, ...readRoutes({ db: readSide.reading, now: clock, store }, readSide)];
  const execution = executionOf(core, commandLog, readSide);
  const { siteDir } = options;
  const port = await serve({ config, core, readSide, execution, routes, joined, siteDir }, teardown);
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
  const { teardown = new Teardown() } = options;
  try {
    return await startParts(config, options, teardown);
  } catch (error) {
    await teardown.run(options.log ?? stderrLog);
    throw error;
  }
};

const LOG = processLog(process.env, process.stderr.isTTY);
/** How long an end waits for the step of a start that is under way. */
const STEP_MS = 10_000;
/** What the terminal's signals do to it may fail a start before they are told here: they come with the next turn. */
const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

const runUntilTold = async (): Promise<void> => {
  const config = readConfig();
  const teardown = new Teardown();
  let told = false;
  let stopDemo = async (): Promise<void> => undefined;
  const start = async (): Promise<void> => {
    const steps = startSteps(console.log, process.env);
    const house = await startHouse(config, { log: LOG, done: steps.done, teardown });
    steps.ready(house.url);
    for (const line of firstLogin(house.newAdminPassword, config)) console.log(line);
    const userOf = (id: number) => sessionUser(house.deps.master, id);
    if (config.demo && !told) stopDemo = startDemo({ ...house, userOf }, house.demo);
  };
  const starting = start();
  const finish = async (): Promise<void> => {
    await teardown.run(LOG);
    await Promise.race([starting.catch(() => undefined), pause(STEP_MS)]);
    await teardown.run(LOG);
    process.exit(0);
  };
  onSignals({
    end: () => {
      told = true;
      void stopDemo().then(finish);
    },
    hurry: () => {
      teardown.hurry();
      void finish();
    },
  });
  try {
    await starting;
  } catch (error) {
    await nextTurn();
    if (!told) throw error;
  }
};

if (import.meta.main) {
  // A closed terminal refuses what is said to it, which must not end the draining.
  for (const said of [process.stdout, process.stderr]) said.on('error', () => undefined);
  runUntilTold().catch((error: unknown) => {
    if (error instanceof BadConfiguration) console.error(error.message);
    else LOG.error('start failed', { error });
    process.exit(1);
  });
}
