/** The read side of a process: its projections or a gate to those of another, and the pool of the GETs. */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readModelGate } from 'projections/platform/gate/gate';
import { startProjections, type Daemon, type Health } from 'projections/platform/daemon/daemon';
import type { Relay, RelayOptions } from 'projections/kafka-relay/relay';
import { leaseOf } from 'projections/platform/daemon/leases';
import { projections, READ_SLICES, readWork, titlesOf } from 'projections/registry';
import type { DatabasePool } from 'slonik';
import { CannotStart } from '../services/platform/base/cannot-start.ts';
import type { Config } from '../services/platform/process/config.ts';
import { openPool } from '../services/platform/base/database.ts';
import type { EventStore } from '../services/platform/event-store/port.ts';
import type { ReadModelGate } from '../services/platform/runtime/gate.ts';
import type { Listener } from '../services/platform/base/listener.ts';
import type { Log } from '../services/platform/base/log.ts';
import type { OwnWrites } from '../services/platform/runtime/own-writes.ts';
import { Peers, UNTIL_SEEN_MS } from '../services/platform/runtime/peers.ts';
import type { SliceDeps } from '../services/platform/slice/slice.ts';
import type { Teardown } from '../services/platform/process/teardown.ts';
import { UnclaimedWatch } from './start/unclaimed-models.ts';

export const VIEWS = projections.map(({ name }) => name);
export const VIEW_OF_TABLE: ReadonlyMap<string, string> = new Map(projections.map(({ table, name }) => [table, name]));
const TITLES = titlesOf(READ_SLICES);
export const LEASE_TITLES: ReadonlyMap<string, string> = new Map(
  projections.map((one) => [leaseOf(one), TITLES.get(one.name) ?? one.name]),
);

type ProjectionState = {
  readonly gate: ReadModelGate;
  readonly health: () => readonly Health[];
  readonly caughtUp: () => Promise<void>;
  /** Null where no projection runs in this process. */
  readonly daemon: Daemon | null;
};
type Parts = {
  readonly config: Config;
  readonly store: EventStore;
  readonly master: DatabasePool;
  readonly url: string;
  readonly log: Log;
  readonly ownWrites: OwnWrites;
  readonly listener: Listener;
};
/** Which projections run here. @throws {CannotStart} naming a pattern that fits none. */
const pinned = ({ projections: patterns }: Pick<Config, 'projections'>): ((name: string) => boolean) => {
  const fits = (name: string, pattern: string): boolean => path.matchesGlob(name, pattern);
  const none = patterns.find((pattern) => !VIEWS.some((name) => fits(name, pattern)));
  if (none !== undefined)
    throw new CannotStart(`PROJECTIONS中的${none}不合任何读模型：请改正，可用的有${VIEWS.join('、')}`);
  return (name) => patterns.length === 0 || patterns.some((pattern) => fits(name, pattern));
};
/** The log as the read side writes it. */
const readLog = (log: Log): RelayOptions['log'] => ({
  info: (fields, message) => log.info(message, { ...fields }),
  warn: (fields, message) => log.warn(message, { ...fields }),
  error: (fields, message) => log.error(message, { ...fields }),
});
const startProjecting = async (
  { config, store, url, log, listener }: Parts,
  teardown: Teardown,
): Promise<ProjectionState> => {
  if (!config.roles.has('projector')) {
    const gate = readModelGate({ url, views: VIEWS, listener });
    teardown.add('read-model gate', () => gate.close());
    return { gate, health: () => [], caughtUp: async () => undefined, daemon: null };
  }
  const settings = { eventStoreUrl: config.eventStoreUrl };
  const elsewhere = { module: new URL('./log/rebuild-process.ts', import.meta.url), url, settings };
  const runs = pinned(config);
  const daemon = await startProjections({ store, url, projections, runs, log: readLog(log), listener, elsewhere });
  teardown.add('projections', () => daemon.stop());
  // Nothing to follow yet: the read models are there at once, before anybody asks them.
  if ((await store.head()) < 0) await daemon.caughtUp();
  return { gate: daemon, health: () => daemon.health(), caughtUp: () => daemon.caughtUp(), daemon };
};

/** What the read side does beside requests, where projections run. */
export const startReadWork = (
  { gate, reading, daemon }: ReadSide,
  { store, clock, log }: Pick<SliceDeps, 'store' | 'clock' | 'log'>,
  teardown: Teardown,
): void => {
  if (daemon === null) return;
  const stopping = new AbortController();
  const running = readWork(
    {
      db: reading,
      store,
      now: clock,
      waitFor: (views, position, timeoutMs) => gate.waitFor(views, position, timeoutMs),
      warn: (error, message) => log.warn(message, { error }),
    },
    stopping.signal,
  ).catch((error: unknown) => log.error('work of the read side stopped', { error }));
  teardown.add('read work', async () => {
    stopping.abort();
    await running;
  });
};

/** The others take this process into account before it takes its first write. */
const joinPeers = async (peers: Peers, teardown: Teardown): Promise<void> => {
  await peers.watch();
  teardown.add('peers', async () => peers.stop());
  if (!peers.alone()) await pause(UNTIL_SEEN_MS);
};

/** The pool of the GETs reads what its user wrote (docs/rules.md, "Who wrote sees it"). */
export type ReadSide = ProjectionState & {
  readonly reading: DatabasePool;
  /** No other process of the house lives. */
  readonly alone: () => boolean;
  /** Null where this process hands nothing on to Kafka. */
  readonly relay: Relay | null;
  /** What stands still though no read model of this process does. */
  readonly warnings: () => readonly string[];
};
/** Whatever reads the log here, and how far behind it is. */
export const lagging = ({ health, relay }: ReadSide): readonly Health[] => [
  ...health(),
  ...(relay === null ? [] : [relay.health()]),
];
/** Loaded where it is asked for: its client, the schemas of every event. */
const startRelaying = async ({ config, store, url, log }: Parts, teardown: Teardown): Promise<Relay | null> => {
  const { kafka, roles } = config;
  if (kafka === null || !roles.has('relay')) return null;
  const [{ startRelay }, { EVENT_SCHEMAS }] = await Promise.all([
    import('projections/kafka-relay/relay'),
    import('./log/event-schemas.ts'),
  ]);
  const relay = startRelay({ store, url, kafka, schemas: EVENT_SCHEMAS, log: readLog(log) });
  teardown.add('relay', () => relay.stop());
  return relay;
};
export const startReadSide = async (parts: Parts, teardown: Teardown): Promise<ReadSide> => {
  const { store, master, url, log, ownWrites, listener } = parts;
  const peers = new Peers(master, listener.name);
  const projecting = await startProjecting(parts, teardown);
  await joinPeers(peers, teardown);
  listener.silentWhile(() => peers.alone());
  const alone = (): boolean => peers.alone();
  await ownWrites.join({ gate: projecting.gate, head: () => store.head(), alone });
  const reading = await openPool(url, { applicationName: 'read models', size: 6, interceptors: [ownWrites.ofReads] });
  teardown.add('read pool', () => reading.end());
  const relay = await startRelaying(parts, teardown);
  const unclaimed = new UnclaimedWatch({ db: master, released: LEASE_TITLES, log });
  void unclaimed.watch();
  teardown.add('unclaimed read models', async () => unclaimed.stop());
  return {
    ...projecting,
    reading,
    alone,
    relay,
    warnings: () => [...(relay?.warning() ?? []), ...unclaimed.warnings()],
  };
};
