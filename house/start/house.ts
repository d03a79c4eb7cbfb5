/** The only place where the parts are joined: everything that a house is, started and listening. */
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Health } from 'projections/platform/daemon/daemon';
import { momentReader } from 'projections/platform/queries/as-of';
import { readRoutes, warningsOf } from 'projections/registry';
import type { Route } from '../../services/contracts/route.ts';
import { heldReadSide, logStateRoutes, withheld } from './withheld-house.ts';
import { openCore, type Core, type StartOptions } from '../core.ts';
import { fieldNamesAt } from '../../services/goods/contract.ts';
import { Progress, progressRoute } from '../../services/demo/progress.ts';
import type { LateDocuments } from '../../services/documents/watcher.ts';
import { CommandLog } from '../../services/platform/command-log/command-log.ts';
import type { Config } from '../../services/platform/process/config.ts';
import { fileRoutes } from '../../services/platform/files/routes.ts';
import type { ReadModelGate } from '../../services/platform/runtime/gate.ts';
import { build } from '../../services/platform/http/build.ts';
import { createInvoke } from '../../services/platform/http/invoke.ts';
import type { Invoke } from '../../services/platform/http/invoke.ts';
import { routeIn } from '../../services/platform/http/route-in.ts';
import { LiveLog, liveLogRoutes } from '../../services/platform/live-log/live-log.ts';
import { sessionOfTicket, wsTicketRoute } from '../../services/platform/live-log/ticket.ts';
import { answerMarkOf } from '../../services/platform/event-store/log-move/command-answers.ts';
import { stderrLog } from '../../services/platform/base/log.ts';
import { numberMisses } from '../../services/platform/auth/number-misses.ts';
import { OperationLog } from '../../services/platform/operation-log/operation-log.ts';
import type { Slice, SliceDeps } from '../../services/platform/slice/slice.ts';
import { RowWriter } from '../../services/platform/event-store/postgres/row-writer.ts';
import { Teardown } from '../../services/platform/process/teardown.ts';
import { lagging, startReadSide, startReadWork, VIEWS, type ReadSide } from '../read-side.ts';
import { RELEASE } from './release.ts';
import { sentenceOf } from '../log/other-log.ts';
import { installation } from '../installation.ts';
import { checksOf, stoppedOf } from './readiness.ts';
import { withShown } from '../../services/printing/shown-papers.ts';
import { checkFileText } from '../../services/shopper/check-file.ts';
import { slices } from '../slices.ts';
import type { CheckContext } from '../../services/system-state/check.ts';
import { stateRoute } from '../../services/system-state/routes.ts';
import { registerRoutes } from '../../services/system/api-registry.ts';
import { ADMIN_PASSWORD_FILE } from '../../services/system/seeds/seed.ts';
import { sessionUser } from '../../services/system/session-user.ts';
import { keepHouse, standForWriting, startWatchers } from '../upkeep.ts';

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
  /** The log is not the one of the read models: nothing of it is served. */
  readonly held: boolean;
  /** How far the demo data is. */
  readonly demo: Progress;
  readonly stop: () => Promise<void>;
};
const openCommandLog = async (deps: SliceDeps, url: string, teardown: Teardown): Promise<CommandLog> => {
  const { bindings, ids, store } = deps;
  const rowWriter = new RowWriter(url);
  teardown.add('row writer', () => rowWriter.close());
  return new CommandLog(bindings, ids, { store, rowWriter, answerMark: await answerMarkOf(bindings) });
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
  misses: numberMisses(deps.master, deps.exceptions),
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
  readonly live: LiveLog;
  readonly siteDir: string | undefined;
};
/** Starts the watchers of documents, then listens; answers the port. */
const serve = async (parts: ServedParts, teardown: Teardown): Promise<number> => {
  const { config, core, readSide, execution, routes } = parts;
  const { master, store, log, clock, sessions, files, storage, lookup } = core.deps;
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
    ...checksOf({ ...core.deps, other: core.other }, readSide, config),
    writership: store.writership,
    lag: () => Object.fromEntries(lagging(readSide).map(({ name, lag }) => [name, lag])),
    warnings: () => [...core.place.warnings(), ...warningsOf(readSide.health()), ...late(), ...readSide.warnings()],
    siteDir: parts.siteDir ?? installation.siteDir,
    filesDir: files.folder,
    elsewhere: storage,
    checkFile: (name) => checkFileText(lookup, name),
    log,
  });
  if (core.other === null) late = startWatchers(parts.joined, core.deps, teardown);
  teardown.add('http', () => app.close());
  parts.live.attach(app.server);
  // Before the server: it waits for every socket.
  teardown.add('live log', async () => parts.live.stop());
  await app.listen({ port: config.port, host: config.host });
  return portOf(app.server.address()) ?? config.port;
};

/** Whoever cannot be reached yet takes nothing over. */
const serveAndStand = async (parts: ServedParts, teardown: Teardown): Promise<number> => {
  const port = await serve(parts, teardown);
  if (parts.core.other === null) standForWriting(parts.core, parts.readSide, parts.config, port);
  return port;
};

type RouteParts = {
  readonly core: Core;
  readonly readSide: ReadSide;
  readonly joined: readonly Slice[];
  readonly demo: Progress;
  readonly live: LiveLog;
  readonly restart: () => void;
  readonly execution: ReturnType<typeof executionOf>;
};
const liveLogOf = ({ tail, deps: { sessions, clock, master } }: Core, { wsOrigins, publicUrl }: Config): LiveLog =>
  new LiveLog({
    tail,
    authenticate: (pass, maxAgeMs) =>
      'token' in pass
        ? sessions.authenticate(pass.token, clock(), maxAgeMs)
        : sessions.ofHash(pass.session, clock(), maxAgeMs),
    sessionOf: (ticket) => sessionOfTicket(master, ticket, clock()),
    origins: publicUrl === undefined ? wsOrigins : [...wsOrigins, publicUrl],
    isUser: async (id) => (await sessionUser(master, id)) !== null,
  });
const placeOf = ({ deps, other }: Core, readSide: ReadSide): CheckContext => ({
  ...deps,
  db: deps.master,
  itself: true,
  running: true,
  release: RELEASE,
  head: () => deps.store.head(),
  otherLog: async () => (other === null ? null : sentenceOf(other)),
  stopped: () => stoppedOf(readSide.health()),
  storeAheadMs: async () => (await deps.store.clockAheadMs?.()) ?? null,
});
/** The whole table; of a house that is held, what it may do. */
const routesOf = ({ core, readSide, joined, demo, live, restart, execution }: RouteParts): readonly Route[] => {
  const { deps, other } = core;
  const { clock: now, store, shoppers, shopperLog, warranties } = deps;
  const asked = readRoutes({ db: readSide.reading, now, store, shoppers, shopperLog, warranties }, readSide);
  const reads = withShown(deps.master, asked);
  deps.reads.open({ ...execution, routes: reads, invoke: createInvoke(execution) });
  const routes = [
    ...joined.flatMap((slice) => slice.routes),
    ...fileRoutes(deps.files),
    progressRoute(demo),
    ...liveLogRoutes(live),
    wsTicketRoute(deps.master, deps.sessions),
    ...logStateRoutes({ ...core, restart }),
    stateRoute(placeOf(core, readSide)),
    ...reads,
  ];
  return other === null ? routes : withheld(routes, other);
};

/** The registry of interfaces knows the routes of today; a house that is held writes nothing. */
const told = async (routes: ReturnType<typeof routesOf>, { other, deps }: Core) => {
  if (other === null) await registerRoutes(deps.master, routes);
  return routes;
};

const startParts = async (config: Config, options: StartOptions, teardown: Teardown): Promise<House> => {
  let health: () => readonly Health[] = () => [];
  const core = await openCore(config, options, teardown, () => health());
  const { deps, url, ownWrites, listener } = core;
  const { master, store, log } = deps;
  options.done?.('数据库');
  const joined = slices.map((slice) => slice.create(deps));
  const { other } = core;
  const newAdminPassword = other === null ? await seedAll(joined, config.dataDir) : null;
  const readSide =
    other === null
      ? await startReadSide({ config, store, master, url, log, ownWrites, listener }, teardown)
      : await heldReadSide(url, teardown);
  health = () => lagging(readSide);
  options.done?.('读模型');
  const commandLog = await openCommandLog(deps, url, teardown);
  if (other === null) keepHouse(commandLog, deps, teardown);
  else teardown.add('command log', () => commandLog.stop());
  const demo = new Progress();
  const restart = options.restart ?? (() => undefined);
  const live = liveLogOf(core, config);
  const execution = executionOf(core, commandLog, readSide);
  const routes = await told(routesOf({ core, readSide, joined, demo, live, restart, execution }), core);
  startReadWork(readSide, deps, teardown);
  const { siteDir } = options;
  const port = await serveAndStand({ config, core, readSide, execution, routes, joined, live, siteDir }, teardown);
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    deps,
    invoke: createInvoke(execution),
    routes,
    route: routeIn(routes),
    ...readSide,
    newAdminPassword,
    held: other !== null,
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
