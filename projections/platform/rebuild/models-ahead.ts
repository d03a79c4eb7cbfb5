/**
 * Read models of a log that is being moved (ADR 0064): positions are others where it goes, and rows name them, so each is made a
 * second time from the target while the shop works on the source, kept up with it, and shown from the switch on.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isOfPlace } from 'services/platform/base/faults';
import type { EventStore, Position } from 'services/event-store/port';
import { openPgPool } from 'services/platform/base/pg-pool';
import type pg from 'pg';
import { migrateBy } from '../projection/checkpoint.ts';
import { Lanes } from '../tables/lanes.ts';
import type { Progress } from '../following/followed-table.ts';
import { follow } from '../following/follower.ts';
import { Parking, parkedIn } from '../parking/parking.ts';
import { readTypes } from '../projection/pg-values.ts';
import type { Projection } from '../projection/projection.ts';
import { orderOf } from './rebuild.ts';
import { fillVersion, type RebuildDeps } from './replace-version.ts';
import { Ring } from '../following/ring.ts';
import { retireLive } from './same-log.ts';
import { SharedRebuilds } from './shared-rebuild.ts';
import { aborted } from '../following/signals.ts';
import { openTable } from '../tables/table.ts';
import { inTransaction } from '../projection/transaction.ts';
import { createBuilding, dropVersion, showTables } from '../tables/versions.ts';

/** Each holds a connection until all of them have read the log. */
const TOGETHER = 16;
const FOLLOWING = 3;
const INDEX_LANES = 2;
const AGAIN_MS = 500;
const LOOK_MS = 10;

export type AheadOptions = {
  /** The target, up to where it is known to be the source. */
  readonly store: EventStore;
  /** Postgres of the read models. */
  readonly url: string;
  readonly projections: readonly Projection[];
  readonly onFailed: (name: string, error: unknown) => void;
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

type AheadVersion = { readonly schema: string; readonly whole: boolean };
const aheadOf = async (client: pg.ClientBase): Promise<readonly AheadVersion[]> => {
  const { rows } = await client.query<AheadVersion>(
    `select schema, position >= 0 as whole from projection.checkpoint where state = 'ahead'`,
  );
  return rows;
};
/** Those of an earlier attempt, which may have had another target. */
const dropAll = (db: pg.Pool): Promise<void> =>
  inTransaction(db, async (client) => {
    for (const { schema } of await aheadOf(client)) await dropVersion(client, schema);
  });

/**
 * When nobody of the old place works any more: what was made ahead is shown. Answers how many are; what is not there is made anew by
 * whoever projects it. Within the caller's transaction.
 */
export const showAhead = async (client: pg.ClientBase): Promise<number> => {
  await retireLive(client);
  const made = await aheadOf(client);
  for (const { schema } of made.filter(({ whole }) => !whole)) await dropVersion(client, schema);
  const shown = made.flatMap(({ schema, whole }) => (whole ? [schema] : []));
  await client.query(
    `update projection.checkpoint set state = 'live', promoted_at = now() where schema = any($1::text[])`,
    [shown],
  );
  for (const schema of shown) await showTables(client, schema);
  return shown.length;
};

type State = { progress: Progress | null; isReady: boolean; hasFailed: boolean };
export class ModelsAhead {
  readonly #options: AheadOptions;
  readonly #db: pg.Pool;
  readonly #shared: RebuildDeps;
  readonly #rebuilds: SharedRebuilds;
  readonly #ring: Ring;
  readonly #states = new Map<string, State>();
  readonly #stop = new AbortController();
  #running: Promise<unknown> = Promise.resolve();

  private constructor(options: AheadOptions) {
    this.#options = options;
    const { store, url, projections } = options;
    const open = (name: string, max: number): pg.Pool =>
      openPgPool({
        connectionString: url,
        max,
        types: readTypes,
        application_name: name,
        options: '-c synchronous_commit=off',
      });
    this.#db = open('projections ahead', FOLLOWING);
    const rebuildDb = open('projection rebuilds ahead', TOGETHER + INDEX_LANES);
    const settings = { longLog: Infinity };
    this.#shared = { store, rebuildDb, log: silent, settings, indexLanes: new Lanes(INDEX_LANES) };
    this.#rebuilds = new SharedRebuilds(store, TOGETHER);
    this.#ring = new Ring(store, { types: projections.flatMap(({ events }) => events) });
  }

  static async start(options: AheadOptions): Promise<ModelsAhead> {
    const ahead = new ModelsAhead(options);
    try {
      await migrateBy(ahead.#db);
      await dropAll(ahead.#db);
    } catch (error) {
      await ahead.stop();
      throw error;
    }
    ahead.#running = Promise.all(options.projections.map((projection) => ahead.#run(projection)));
    return ahead;
  }

  /** Each was made and has caught up once, or cannot be made. */
  get isSettled(): boolean {
    return [...this.#states.values()].every(({ isReady, hasFailed }) => isReady || hasFailed);
  }

  /** How many are kept up. */
  get ready(): number {
    return [...this.#states.values()].filter(({ isReady, hasFailed }) => isReady && !hasFailed).length;
  }

  /** Until each that is kept up has what lies at `position`, or so many milliseconds. */
  async reached(position: Position, ms: number): Promise<void> {
    const until = performance.now() + ms;
    const isBehind = ({ progress, isReady, hasFailed }: State): boolean =>
      isReady && !hasFailed && (progress?.passed ?? -1) < position;
    while (performance.now() < until && [...this.#states.values()].some(isBehind)) await pause(LOOK_MS);
  }

  /** Finishes what is under way. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    this.#ring.close();
    await Promise.all([this.#db.end(), this.#shared.rebuildDb.end()]);
  }

  /** They are of no use: nothing was switched. */
  async drop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await dropAll(this.#db).catch(() => undefined);
    await this.stop();
  }

  async #run(projection: Projection): Promise<void> {
    const state: State = { progress: null, isReady: false, hasFailed: false };
    this.#states.set(projection.name, state);
    let schema: string | null = null;
    while (!this.#stop.signal.aborted) {
      try {
        schema ??= await this.#made(projection);
        await this.#follow(projection, schema, state);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (!isOfPlace(error)) {
          state.hasFailed = true;
          this.#options.onFailed(projection.name, error);
          return;
        }
        await pause(AGAIN_MS, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    }
  }

  async #made(projection: Projection): Promise<string> {
    const { signal } = this.#stop;
    const place = this.#rebuilds.ask(orderOf(projection));
    try {
      await aborted(AbortSignal.any([signal, place.granted]));
      signal.throwIfAborted();
      const { schema } = await createBuilding(this.#shared.rebuildDb, projection, 'ahead');
      const table = await openTable(this.#shared.rebuildDb, projection, schema);
      await fillVersion(this.#shared, table, { place, signal });
      return schema;
    } finally {
      place.end();
    }
  }

  async #follow(projection: Projection, schema: string, state: State): Promise<void> {
    const db = this.#db;
    const { store } = this.#shared;
    const { rows } = await db.query<{ position: Position }>(
      'select position from projection.checkpoint where schema = $1',
      [schema],
    );
    const from = rows[0]?.position ?? -1;
    const table = await openTable(db, projection, schema);
    const parking = new Parking(projection, await parkedIn(db, schema));
    const began = (progress: Progress): void => void (state.progress = progress);
    const caughtUp = (): void => void (state.isReady = true);
    const { signal } = this.#stop;
    const heard = { began, caughtUp, moved: () => undefined };
    await follow({ store, ring: this.#ring, db, table, from, parking, signal, ...heard });
  }
}
