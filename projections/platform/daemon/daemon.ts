/** Runs every projection of a process. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from 'services/event-store/port';
import { Listener } from 'services/platform/base/listener';
import { openPgPool } from 'services/platform/base/pg-pool';
import { migrateBy } from '../projection/checkpoint.ts';
import type { Health } from './health.ts';
import { listenForMoves, LISTENER_NAME, Positions } from '../gate/gate.ts';
import { interruptionsIn, type Interruptions } from './interruptions.ts';
import { Lanes } from '../tables/lanes.ts';
import { leaseOf, openLeases } from './leases.ts';
import type { Log } from '../following/log.ts';
import { Ring } from '../following/ring.ts';
import { SharedRebuilds } from '../rebuild/shared-rebuild.ts';
import { readTypes } from '../projection/pg-values.ts';
import type { Projection } from '../projection/projection.ts';
import type { RebuildProcess } from '../rebuild/rebuild-elsewhere.ts';
import type { RetryResult } from '../rebuild/retry.ts';
import { Statistics } from '../following/statistics.ts';
import type { DaemonResources, Settings } from './daemon-resources.ts';
import { Supervisor } from './supervisor.ts';

export type { Health } from './health.ts';

export type Daemon = {
  health(): readonly Health[];
  /**
   * True once every named view has passed `position`, false after `timeoutMs`.
   * @throws {RangeError} on an unknown view.
   */
  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  /** For how long the log has been ahead of a view that somebody waited for of late; 0: all of them show it. */
  behindMs(): number;
  /** Resolves when every projection has passed the head of the log of now; those that stand by or have failed are not waited for. */
  caughtUp(): Promise<void>;
  /**
   * Fills a fresh schema of the same version, promotes it and resolves; the old one answers meanwhile. It is not
   * promoted when it parks more keys than the live one, unless `anyway`.
   */
  rebuild(name: string, options?: { readonly anyway?: boolean }): Promise<void>;
  /** Takes up again what a projection has parked; rejects where another process runs it. */
  retry(name: string): Promise<RetryResult>;
  /** Finishes the batches at work, gives the leases back and closes the connections. */
  stop(): Promise<void>;
};

export type DaemonOptions = {
  readonly store: EventStore;
  /** Postgres of the read models. */
  readonly url: string;
  readonly projections: readonly Projection[];
  /** Those of them that this process may run, by name; absent: all. The others are waited for as they are run elsewhere. */
  readonly runs?: (name: string) => boolean;
  readonly log: Log;
  readonly signal?: AbortSignal;
  readonly settings?: Partial<Settings>;
  /** Where long logs are folded; absent: in this process. */
  readonly elsewhere?: RebuildProcess;
  /** Of the whole process; without one the daemon opens its own. */
  readonly listener?: Listener;
};

const DEFAULTS: Settings = {
  rebuildAbove: 10_000,
  rebuildsTogether: 24,
  longLog: 50_000,
  standbyMs: 1_000,
};
const CONNECTIONS = 3;
/** A lock that somebody holds is waited for anew, however long; a batch that takes longer is halved. */
/** What a process that hangs has begun and not ended would keep the next one from its rows. */
const PATIENCE = '-c lock_timeout=20s -c statement_timeout=60s -c idle_in_transaction_session_timeout=3s';
/** Opened when there is a rebuild, or statistics are made. */
const REBUILD_CONNECTIONS = 4;
/** Each holds one until all of them have read the log; the others make indexes. */
const REBUILDS_HERE = 3;
/** A second processor halves the wait. */
const INDEX_LANES = 2;
const LOOK_MS = 5;
const WAIT_MS = 500;

const named = (supervisors: readonly Supervisor[], name: string): Supervisor => {
  const supervisor = supervisors.find(({ projection }) => projection.name === name);
  if (supervisor === undefined) throw new RangeError(`no projection is named ${name}`);
  return supervisor;
};

const poolsOf =
  (url: string, interrupted: Interruptions, process: string) =>
  (name: string, max: number, limits = '') =>
    openPgPool(
      {
        connectionString: url,
        max,
        types: readTypes,
        // Ended with its process, or a COPY that hangs would keep rows locked.
        application_name: `${name} ${process}`,
        // Read models and their checkpoints follow from the log: what a crash takes back is made again.
        options: `-c synchronous_commit=off ${limits}`,
      },
      interrupted,
    );

const ownOf = ({ projections, runs = () => true }: DaemonOptions): readonly Projection[] =>
  projections.filter(({ name }) => runs(name));

type OpenedResources = { readonly shared: DaemonResources; readonly close: () => Promise<void> };
/** What all runners of a process have in common. */
async function openShared(options: DaemonOptions, stop: AbortSignal): Promise<OpenedResources> {
  const { store, url, log, projections } = options;
  const settings = { ...DEFAULTS, ...options.settings };
  const listener = options.listener ?? new Listener(url, `${LISTENER_NAME} ${randomUUID()}`);
  const { process } = listener;
  const interrupted = interruptionsIn(log);
  const open = poolsOf(url, interrupted, process);
  const db = open('projections', CONNECTIONS, PATIENCE);
  const rebuildDb = open('projection rebuilds', REBUILD_CONNECTIONS);
  await migrateBy(db);
  const names = projections.map(({ name }) => name);
  const positions = new Positions(names, db, listener);
  listenForMoves(listener, positions);
  const types = projections.flatMap(({ events }) => events);
  const ring = new Ring(store, { types, advanced: () => positions.advanced() });
  const leases = openLeases(url, { wanted: ownOf(options).map(leaseOf), lookMs: settings.standbyMs, process });
  const { longLog, rebuildsTogether } = settings;
  const elsewhere = options.elsewhere && { ...options.elsewhere, process };
  const sharedRebuilds = new SharedRebuilds(store, rebuildsTogether, { elsewhere, longLog, here: REBUILDS_HERE });
  const indexLanes = new Lanes(INDEX_LANES);
  const statistics = new Statistics(rebuildDb, log, stop);
  const close = async (): Promise<void> => {
    ring.close();
    await positions.close();
    if (options.listener === undefined) await listener.close();
    await Promise.all([leases.close(), db.end(), rebuildDb.end()]);
  };
  const following = { store, ring, db, leases, positions, log, interrupted, settings, stop };
  return { shared: { ...following, rebuildDb, sharedRebuilds, indexLanes, statistics }, close };
}

/**
 * Migrates the `projection` schema and starts one runner per projection.
 * @throws {RangeError} when two projections share a name or a table.
 */
export async function startProjections(options: DaemonOptions): Promise<Daemon> {
  refuseDuplicates(options.projections);
  const stopping = new AbortController();
  const signals = options.signal === undefined ? [] : [options.signal];
  const { shared, close } = await openShared(options, AbortSignal.any([stopping.signal, ...signals]));
  const { positions } = shared;
  const supervisors = ownOf(options).map((projection) => new Supervisor(projection, shared));
  const running = Promise.all(supervisors.map((supervisor) => supervisor.run()));
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
    await close();
  };
  return {
    health: () => supervisors.map((supervisor) => supervisor.health()),
    waitFor: async (views, position, timeoutMs) => positions.waitFor(views, position, timeoutMs),
    behindMs: () => positions.behindMs(),
    caughtUp: () => caughtUp(supervisors, shared),
    async rebuild(name, options) {
      await named(supervisors, name).rebuild(options);
    },
    async retry(name) {
      return named(supervisors, name).retry();
    },
    stop: () => (stopped ??= stop()),
  };
}

async function caughtUp(
  supervisors: readonly Supervisor[],
  { store, stop, positions }: DaemonResources,
): Promise<void> {
  while (!stop.aborted && !supervisors.every((supervisor) => supervisor.isSettled())) await pause(LOOK_MS);
  const head = await store.head();
  for (;;) {
    const behind = supervisors.filter((supervisor) => supervisor.isBehind(head));
    if (stop.aborted || behind.length === 0) return;
    // Whoever is waited for gathers no longer.
    await positions.waitFor(
      behind.map(({ projection }) => projection.name),
      head,
      WAIT_MS,
    );
    await pause(LOOK_MS);
  }
}

function refuseDuplicates(projections: readonly Projection[]): void {
  for (const field of ['name', 'table'] as const) {
    const seen = new Set<string>();
    for (const projection of projections) {
      if (seen.has(projection[field])) throw new RangeError(`two projections share the ${field} ${projection[field]}`);
      seen.add(projection[field]);
    }
  }
}
