/** What every part stands on: database, event store, and what slices are handed. */
import fs from 'node:fs';
import path from 'node:path';
import type { Health } from 'projections/platform/daemon/daemon';
import type { OtherLog } from 'projections/platform/rebuild/same-log';
import type { DatabasePool } from 'slonik';
import { createWords } from '../services/approval/desk.ts';
import { proofCodes } from '../services/approval/proof.ts';
import { ClosedDayBook } from '../services/close/closed-days.ts';
import { DayClaims } from '../services/close/day-claims.ts';
import { createExceptions } from '../services/exception/desk.ts';
import { masterLookup } from '../services/master-data/slice.ts';
import { Sessions } from '../services/platform/auth/sessions.ts';
import type { Config } from '../services/platform/process/config.ts';
import { openPool } from '../services/platform/base/database.ts';
import { startEmbeddedPostgres } from '../services/platform/embedded-postgres/index.ts';
import { openFileStore } from '../services/platform/files/pictures.ts';
import type { EventStore } from '../services/platform/event-store/port.ts';
import { storeWith } from '../services/platform/event-store/store-with.ts';
import { StreamSnapshots } from '../services/platform/streams/stream-snapshots.ts';
import { createMetrics, measured, type Metrics } from '../services/platform/http/metrics.ts';
import { Listener } from '../services/platform/base/listener.ts';
import { LogTail } from '../services/platform/live-log/tail.ts';
import { leveled, stderrLog, type Log } from '../services/platform/base/log.ts';
import { OwnWrites } from '../services/platform/runtime/own-writes.ts';
import { paced } from '../services/platform/runtime/pace.ts';
import { listenerName } from '../services/platform/runtime/peers.ts';
import { storeKindOf } from '../services/platform/event-store/log-move/log-place.ts';
import { databasePlace, diskOf, PlaceWatch } from '../services/platform/runtime/place-watch.ts';
import { Reads } from '../services/platform/http/reads.ts';
import { openSecrets } from '../services/platform/secrets/secrets.ts';
import { outbound } from '../services/platform/outbound/outbound.ts';
import { ObjectStorage } from '../services/platform/storage/object-storage.ts';
import type { SliceDeps } from '../services/platform/slice/slice.ts';
import type { Teardown } from '../services/platform/process/teardown.ts';
import { liftAboveLog, WireIds } from '../services/platform/streams/wire-ids.ts';
import { installation } from './installation.ts';
import { openHouseLog } from './log/house-log.ts';
import { createWarrantyDesk } from '../services/warranty/desk.ts';
import { cardProofs } from '../services/shopper/card-proof.ts';
import { createShopperDesk } from '../services/shopper/desk.ts';
import { createShopperLog } from '../services/shopper/log.ts';
import { standingWords } from '../services/standing-word/desk.ts';
import { settledLog, watchedLog } from './log/other-log.ts';
import { prepareMaster } from './start/prepare-master.ts';
import { VIEW_OF_TABLE } from './read-side.ts';
import { createIdentity } from '../services/system/identity.ts';
import { createSecondFactor } from '../services/system/second-factor.ts';
import { sessionUser } from '../services/system/session-user.ts';
import { RIGHTS_CHANNEL } from '../services/system/rights-broadcast.ts';

export type StartOptions = {
  readonly log?: Log;
  readonly clock?: () => Date;
  readonly siteDir?: string;
  /** Ends the house and starts it anew: another log is there, or is to be followed from now on. */
  readonly restart?: () => void;
  /** What saves are written to, where that is not the store itself: tests write stream by stream. */
  readonly writtenTo?: (store: EventStore) => EventStore;
  /** Ends the start, too, when it runs meanwhile. */
  readonly teardown?: Teardown;
  /** Hears of each step when it is done. */
  readonly done?: (step: string, note?: string) => void;
};

const databaseOf = async (config: Config, log: Log, teardown: Teardown): Promise<string> => {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const embedded = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  teardown.add('database', () => embedded.stop(), { always: true });
  return embedded.url;
};

/** What somebody may, and the shops and settings that are remembered, are read anew as soon as one of the processes changed them. */
const followRights = (listener: Listener, { sessions, lookup }: SliceDeps): void =>
  listener.listen(RIGHTS_CHANNEL, (table) => {
    sessions.forget();
    // Sessions that end leave all else as it is.
    if (table !== 'session') lookup.forget();
  });

const watchedPlace = async (
  { dataDir }: Config,
  master: DatabasePool,
  { log, teardown }: { readonly log: Log; readonly teardown: Teardown },
): Promise<PlaceWatch> => {
  const eyes = { dataDisk: () => diskOf(dataDir), database: () => databasePlace(master), now: Date.now };
  const watch = new PlaceWatch(eyes, log);
  await watch.watch();
  teardown.add('watch of the place', async () => watch.stop());
  return watch;
};

export type Core = {
  readonly deps: SliceDeps;
  readonly url: string;
  readonly metrics: Metrics;
  readonly place: PlaceWatch;
  readonly ownWrites: OwnWrites;
  readonly listener: Listener;
  /** What the house says of itself as it says it. */
  readonly tail: LogTail;
  /** The log is not the one that the read models were made of; null: it is. */
  readonly other: OtherLog | null;
};
type Services = Pick<SliceDeps, 'store' | 'written' | 'master' | 'log' | 'clock' | 'installation'> & {
  readonly url: string;
};
/** What concerns shoppers alone. `cards`: for whoever judges words. */
const shopperDesks = (
  { master, clock }: Pick<Services, 'master' | 'clock'>,
  secrets: SliceDeps['secrets'],
  config: Config,
) => {
  const shopperLog = createShopperLog(master);
  return {
    shoppers: createShopperDesk(master, config),
    shopperLog,
    warranties: createWarrantyDesk({ db: master, secrets, config, now: clock }),
    cards: cardProofs({ db: master, shopperLog }),
  };
};
/** What slices are handed, beside the stores. */
const openDeps = async (config: Config, { url, ...services }: Services, teardown: Teardown): Promise<SliceDeps> => {
  const { master } = services;
  const bindings = await openPool(url, { applicationName: 'bindings', size: 2 });
  teardown.add('bindings', () => bindings.end());
  const secrets = openSecrets(config.dataDir, config.secretsKey);
  const lookup = masterLookup(master);
  const storage = new ObjectStorage({
    db: master,
    setting: (key) => lookup.setting(key),
    secrets,
    call: outbound(config.outboundHosts),
    log: services.log,
  });
  const exceptions = createExceptions(services);
  const { cards, ...ofShoppers } = shopperDesks(services, secrets, config);
  const codes = proofCodes({ db: master, secrets, sends: config.sms !== null, cards });
  const identity = createIdentity(master, createSecondFactor(master, secrets));
  const files = openFileStore(path.join(config.dataDir, 'files'), storage);
  teardown.add('pictures', () => files.close());
  return {
    ...services,
    bindings,
    ids: new WireIds(bindings),
    lookup,
    files,
    storage,
    reads: new Reads(),
    sessions: new Sessions(master, (id) => sessionUser(master, id)),
    identity,
    words: createWords({ store: services.store, db: master, identity, exceptions, codes }),
    standingWords: standingWords({ db: master, identity }),
    exceptions,
    ...ofShoppers,
    closedDays: new ClosedDayBook({ db: master, store: services.store, lookup, claims: new DayClaims(master) }),
    secrets,
    config,
    dataDir: config.dataDir,
    databaseUrl: url,
  };
};

export const openCore = async (
  config: Config,
  options: StartOptions,
  teardown: Teardown,
  lag: () => readonly Health[],
): Promise<Core> => {
  const tail = new LogTail();
  const log = tail.tap(leveled(options.log ?? stderrLog, config.logLevel));
  for (const hint of config.hints) log.warn(hint);
  fs.mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
  const url = await databaseOf(config, log, teardown);
  const ownWrites = new OwnWrites(VIEW_OF_TABLE);
  const master = await prepareMaster(url, ownWrites, teardown);
  const place = await watchedPlace(config, master, { log, teardown });
  const metrics = createMetrics(
    async () =>
      lag().map(({ name, lag: behind, parked }) => ({ projection: name, lag: behind, parked: parked.length })),
    () => place.place,
    () => (written.writership?.place().kind ?? 'here') === 'here',
  );
  const listener = new Listener(url, listenerName(storeKindOf(config.eventStoreUrl)));
  teardown.add('listener', () => listener.close());
  const snapshots = new StreamSnapshots(master, log);
  teardown.add('snapshots', () => snapshots.settled());
  const onMoved = (): void => options.restart?.();
  const { writtenTo } = options;
  const { written, opened } = await openHouseLog(config, { url, listener, log, teardown, onMoved, writtenTo });
  const other = await settledLog({ ...config, url, log }, opened);
  place.watchStore(written);
  const watched = watchedLog(opened, { url, log, onOther: () => options.restart?.() });
  const store = storeWith(paced(measured(watched, metrics), ownWrites), { snapshots });
  if (other === null) await liftAboveLog(master, store);
  const services = { store, written, master, log, installation, clock: options.clock ?? (() => new Date()) };
  const deps = await openDeps(config, { ...services, url }, teardown);
  followRights(listener, deps);
  return { url, metrics, place, ownWrites, listener, tail, other, deps };
};
