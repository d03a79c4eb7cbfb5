/** Runs every projection of a process. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore, Position } from 'services/event-store/port';
import { openPgPool } from 'services/platform/pg-pool';
import { migrateProjections } from './checkpoint.ts';
import { listenForMoves, Positions } from './gate.ts';
import { Lanes } from './lanes.ts';
import { openLeases } from './leases.ts';
import type { Log } from './log.ts';
import { Ring } from './ring.ts';
import { SharedRebuilds } from './shared-rebuild.ts';
import { readTypes } from './pg-values.ts';
import type { Projection } from './projection.ts';
import type { Elsewhere } from './rebuild-elsewhere.ts';
import type { RetryResult } from './retry.ts';
import { Supervisor, type Health, type Settings, type Shared } from './supervisor.ts';

export type { Health } from './supervisor.ts';

export type Daemon = {
  health(): readonly Health[];
  /**
   * True once every named view has passed `position`, false after `timeoutMs`.
   * @throws {RangeError} on an unknown view.
   */
  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
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
  readonly log: Log;
  readonly signal?: AbortSignal;
  readonly settings?: Partial<Settings>;
  /** Where long logs are folded; absent: in this process. */
  readonly elsewhere?: Elsewhere;
  /** What the connection that listens for other processes is called. */
  readonly listener?: string;
};

const DEFAULTS: Settings = {
  rebuildAbove: 10_000,
  rebuildsTogether: 8,
  longLog: 50_000,
  standbyMs: 1_000,
};
const CONNECTIONS = 8;
/** A lock that somebody holds is waited for anew, however long; a batch that takes longer is halved. */
const PATIENCE = '-c lock_timeout=20s -c statement_timeout=60s';
/** Beside the one that each rebuild holds; they are opened when there is a rebuild. */
const SPARE_CONNECTIONS = 2;
/** A second processor halves the wait. */
const INDEX_LANES = 2;
const LOOK_MS = 5;

const named = (supervisors: readonly Supervisor[], name: string): Supervisor => {
  const supervisor = supervisors.find(({ projection }) => projection.name === name);
  if (supervisor === undefined) throw new RangeError(`no projection is named ${name}`);
  return supervisor;
};

const poolsOf =
  (url: string, log: Log) =>
  (name: string, max: number, limits = '') =>
    openPgPool(
      {
        connectionString: url,
        max,
        types: readTypes,
        application_name: name,
        // Read models and their checkpoints follow from the log: what a crash takes back is made again.
        options: `-c synchronous_commit=off ${limits}`,
      },
      (error) => log.warn({ err: error }, 'idle projection connection lost'),
    );

/**
 * Migrates the `projection` schema and starts one runner per projection.
 * @throws {RangeError} when two projections share a name or a table.
 */
export async function startProjections(options: DaemonOptions): Promise<Daemon> {
  refuseDuplicates(options.projections);
  const { store, url, log } = options;
  const stopping = new AbortController();
  const stopSignal =
    options.signal === undefined ? stopping.signal : AbortSignal.any([stopping.signal, options.signal]);
  const settings = { ...DEFAULTS, ...options.settings };
  const open = poolsOf(url, log);
  const db = open('projections', CONNECTIONS, PATIENCE);
  const rebuildDb = open('projection rebuilds', settings.rebuildsTogether + SPARE_CONNECTIONS);
  await migrate(db);
  const positions = new Positions(
    options.projections.map((projection) => projection.name),
    db,
  );
  const ring = new Ring(store, () => positions.advanced());
  const listening = listenForMoves(url, positions, options.listener);
  const leases = openLeases(url);
  const sharedRebuilds = new SharedRebuilds(store, settings.rebuildsTogether, options.elsewhere);
  const indexLanes = new Lanes(INDEX_LANES);
  const shared = {
    store,
    ring,
    db,
    rebuildDb,
    leases,
    positions,
    log,
    settings,
    sharedRebuilds,
    indexLanes,
    stop: stopSignal,
  };
  const supervisors = options.projections.map((projection) => new Supervisor(projection, shared));
  const running = Promise.all(supervisors.map((supervisor) => supervisor.run()));
  let stopped: Promise<void> | undefined;
  const close = async () => {
    stopping.abort();
    await running;
    ring.close();
    await positions.close();
    await Promise.all([leases.close(), listening.close(), db.end(), rebuildDb.end()]);
  };
  return {
    health: () => supervisors.map((supervisor) => supervisor.health()),
    waitFor: async (views, position, timeoutMs) => positions.waitFor(views, position, timeoutMs),
    caughtUp: () => caughtUp(supervisors, shared),
    async rebuild(name, options) {
      await named(supervisors, name).rebuild(options);
    },
    async retry(name) {
      return named(supervisors, name).retry();
    },
    stop: () => (stopped ??= close()),
  };
}

async function caughtUp(supervisors: readonly Supervisor[], { store, stop }: Shared): Promise<void> {
  while (!stop.aborted && !supervisors.every((supervisor) => supervisor.isSettled())) await pause(LOOK_MS);
  const head = await store.head();
  while (!stop.aborted && supervisors.some((supervisor) => supervisor.isBehind(head))) await pause(LOOK_MS);
}

async function migrate(db: pg.Pool): Promise<void> {
  const client = await db.connect();
  try {
    await migrateProjections(client);
  } finally {
    client.release();
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
