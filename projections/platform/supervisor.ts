/** One projection in this process: waits for its lease, opens or rebuilds its version, follows, and tells how it is. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from 'services/event-store/port';
import type pg from 'pg';
import { checkpointsOf, type Checkpoint } from './checkpoint.ts';
import { isPassing, LostLease, messageOf, ProjectionFailed } from './failures.ts';
import type { Positions } from './gate.ts';
import type { Lanes } from './lanes.ts';
import type { Leases } from './leases.ts';
import { follow } from './live.ts';
import type { Parties, Place } from './party.ts';
import type { Projection } from './projection.ts';
import { load, orderOf } from './rebuild.ts';
import { openTable } from './table.ts';
import { addIndexes, createBuilding, createLive, dropOlder, promote } from './versions.ts';

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export type Health = {
  readonly name: string;
  readonly version: number;
  readonly state: 'live' | 'catching-up' | 'rebuilding' | 'standby' | 'failed';
  readonly position: Position;
  /** Positions of the log not yet passed, as far as this process knows. */
  readonly lag: number;
  /** `message` is English and for the log; `reason` is Chinese and fit to show. */
  readonly error?: {
    readonly message: string;
    readonly reason: string;
    readonly eventId?: string;
    readonly eventType?: string;
    readonly position?: Position;
  };
};

export type Settings = {
  /** A version without rows is rebuilt in memory instead of followed when the log's head lies past this. */
  readonly rebuildAbove: number;
  /** Of all rebuilds that go together. */
  readonly maxRowsInMemory: number;
  /** Rebuilds of this process that go together; the others wait, and go on following meanwhile. */
  readonly rebuildsTogether: number;
  /** How often a standby asks for the lease. */
  readonly standbyMs: number;
};

export type Shared = {
  readonly store: EventStore;
  readonly db: pg.Pool;
  /** For rebuilds alone, which hold their connections: those who follow never wait for one. */
  readonly rebuildDb: pg.Pool;
  readonly leases: Leases;
  readonly positions: Positions;
  readonly log: Log;
  readonly settings: Settings;
  readonly parties: Parties;
  /** Indexes made at the same time. */
  readonly indexLanes: Lanes;
  readonly stop: AbortSignal;
};

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

export class Supervisor {
  readonly projection: Projection;
  readonly #shared: Shared;
  #state: Health['state'] = 'standby';
  #position: Position = -1;
  #seen: Position = -1;
  #error: Health['error'];
  /** Whether a first look was taken: before that, standing by means nothing. */
  #settled = false;
  #backoffMs = FIRST_BACKOFF_MS;
  #rebuildAsked: ((error: unknown) => void)[] = [];
  /** Ends following, waiting or a failure, to look again; a rebuild at work is joined instead. */
  #again = new AbortController();

  constructor(projection: Projection, shared: Shared) {
    this.projection = projection;
    this.#shared = shared;
  }

  health(): Health {
    const { name, version } = this.projection;
    const base = {
      name,
      version,
      state: this.#state,
      position: this.#position,
      lag: Math.max(0, this.#seen - this.#position),
    };
    return this.#error === undefined ? base : { ...base, error: this.#error };
  }

  isSettled(): boolean {
    return this.#settled && (this.#state === 'live' || this.#state === 'standby' || this.#state === 'failed');
  }

  /** Fills a fresh schema of the same version and promotes it; rejects when that fails. */
  rebuild(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#rebuildAsked.push((error) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error(messageOf(error)));
      });
      this.#again.abort();
    });
  }

  /** Runs until the daemon stops; never rejects. */
  async run(): Promise<void> {
    const { stop, leases, log } = this.#shared;
    const { name } = this.projection;
    while (!stop.aborted) {
      try {
        this.#again = new AbortController();
        const lost = await leases.acquire(this.#lease());
        if (lost === null) await this.#standBy();
        else await this.#hold(AbortSignal.any([stop, lost]));
      } catch (error) {
        if (!stop.aborted) await this.#recover(error);
      }
      this.#shared.positions.setLocal(name, false);
    }
    this.#answerRebuild(new Error('the projections stopped'));
    await leases
      .release(this.#lease())
      .catch((error: unknown) => log.warn({ err: error, projection: name }, 'lease not released'));
  }

  #lease(): string {
    return `${this.projection.name}@${this.projection.version}`;
  }

  async #standBy(): Promise<void> {
    this.#state = 'standby';
    const live = (await checkpointsOf(this.#shared.db, this.projection.name)).find((one) => one.state === 'live');
    if (live !== undefined) this.#moved(live.position, live.position);
    this.#settled = true;
    this.#answerRebuild(new Error('another process runs this projection'));
    await this.#pause(this.#shared.settings.standbyMs);
  }

  async #hold(signal: AbortSignal): Promise<void> {
    const { db, store, settings, log } = this.#shared;
    const known = await checkpointsOf(db, this.projection.name);
    const live = known.find((one) => one.state === 'live');
    if (live !== undefined && live.version > this.projection.version && this.#rebuildAsked.length === 0) {
      log.warn({ projection: this.projection.name, live: live.version }, 'a newer version is live: standing by');
      return this.#standBy();
    }
    const head = await store.head();
    const isMine = live?.version === this.projection.version;
    const mustRebuild = live === undefined || (isMine && live.position < 0) ? head > settings.rebuildAbove : !isMine;
    if (mustRebuild || this.#rebuildAsked.length > 0) await this.#rebuildInTurn(mustRebuild ? undefined : live, signal);
    else
      await this.#follow(
        live ?? (await createLive(db, this.projection)),
        AbortSignal.any([signal, this.#again.signal]),
      );
    this.#backoffMs = FIRST_BACKOFF_MS;
  }

  async #follow(checkpoint: Checkpoint, signal: AbortSignal): Promise<void> {
    const { store, db, positions, log } = this.#shared;
    const { name } = this.projection;
    const table = await openTable(db, this.projection, checkpoint.schema);
    this.#error = undefined;
    this.#state = 'catching-up';
    this.#position = checkpoint.position;
    positions.setLocal(name, true);
    positions.moved(name, checkpoint.position);
    await follow({
      store,
      db,
      table,
      from: checkpoint.position,
      signal,
      moved: (position, seen) => this.#moved(position, seen),
      lull: (ms) => positions.lull(name, ms),
      caughtUp: () => {
        if (this.#state !== 'live') log.info({ projection: name, position: this.#position }, 'projection is live');
        this.#state = 'live';
        this.#settled = true;
        this.#backoffMs = FIRST_BACKOFF_MS;
      },
    });
  }

  /** Until its turn comes, `live` is followed as before. */
  async #rebuildInTurn(live: Checkpoint | undefined, signal: AbortSignal): Promise<void> {
    const place = this.#shared.parties.ask(orderOf(this.projection));
    try {
      const waiting = AbortSignal.any([signal, place.granted]);
      if (live === undefined || this.#error !== undefined) {
        this.#state = 'rebuilding';
        await aborted(waiting);
      } else if (!waiting.aborted) await this.#follow(live, waiting);
      signal.throwIfAborted();
      await this.#rebuild(place, signal);
    } finally {
      place.end();
    }
  }

  async #rebuild(place: Place, signal: AbortSignal): Promise<void> {
    const { store, rebuildDb: db, log, settings, indexLanes } = this.#shared;
    const head = await place.head();
    const maxRowsInMemory = Math.ceil(settings.maxRowsInMemory / place.size());
    const { name, version } = this.projection;
    this.#state = 'rebuilding';
    const startedAt = Date.now();
    const { schema } = await createBuilding(db, this.projection);
    const table = await openTable(db, this.projection, schema);
    log.info({ projection: name, version, schema, until: head }, 'rebuilding a projection');
    await load({ store, db, table, until: head, read: place.read.bind(place), maxRowsInMemory, signal });
    await addIndexes(db, this.projection, { schema, lanes: indexLanes, signal });
    await db.query(`update projection.checkpoint set position = $2 where schema = $1`, [schema, head]);
    let from = head;
    for (let promoted = false; !promoted;) {
      const nothing = () => undefined;
      from = await follow({ store, db, table, from, signal, moved: nothing, caughtUp: nothing, onceCaughtUp: true });
      signal.throwIfAborted();
      promoted = await promote(db, name, schema).catch((error: unknown) => {
        if (isPassing(error)) return false;
        throw error;
      });
    }
    log.info({ projection: name, version, schema, ms: Date.now() - startedAt }, 'projection rebuilt and promoted');
    this.#error = undefined;
    await dropOlder(db, name).catch((error: unknown) =>
      log.warn({ err: error, projection: name }, 'old version not dropped yet'),
    );
    this.#answerRebuild(undefined);
  }

  #moved(position: Position, seen: Position): void {
    this.#position = position;
    this.#seen = Math.max(seen, position);
    this.#shared.positions.moved(this.projection.name, position);
  }

  async #recover(error: unknown): Promise<void> {
    const { log, leases, settings } = this.#shared;
    const { name } = this.projection;
    if (this.#again.signal.aborted) return;
    if (error instanceof LostLease) {
      log.warn({ projection: name }, 'another runner moved the checkpoint: standing by');
      this.#state = 'standby';
      await leases.release(this.#lease()).catch(() => undefined);
      return this.#pause(settings.standbyMs);
    }
    if (isPassing(error) || isAbort(error)) {
      log.warn({ err: error, projection: name, retryMs: this.#backoffMs }, 'projection interrupted');
      if (this.#state === 'live') this.#state = 'catching-up';
      await this.#pause(this.#backoffMs);
      this.#backoffMs = Math.min(this.#backoffMs * 2, LONGEST_BACKOFF_MS);
      return;
    }
    await this.#failFor(error);
  }

  /** Red until a restart, a new version or a rebuild. */
  async #failFor(error: unknown): Promise<void> {
    const { name, version } = this.projection;
    const event = error instanceof ProjectionFailed ? error.event : null;
    const at = event === null ? {} : { eventId: event.id, eventType: event.type, position: event.position };
    this.#state = 'failed';
    this.#settled = true;
    this.#error = { message: messageOf(error), reason: `读模型 ${name} 处理事件出错，已停止更新`, ...at };
    this.#shared.log.error({ err: error, projection: name, version, ...at }, 'projection stopped');
    this.#answerRebuild(error);
    await this.#pause(null);
  }

  #answerRebuild(error: unknown): void {
    for (const answer of this.#rebuildAsked.splice(0)) answer(error);
  }

  /** Ends early when the daemon stops or a rebuild is asked for; null waits for that alone. */
  async #pause(ms: number | null): Promise<void> {
    const signal = AbortSignal.any([this.#shared.stop, this.#again.signal]);
    await (ms === null ? aborted(signal) : pause(ms, undefined, { signal }).catch(() => undefined));
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
