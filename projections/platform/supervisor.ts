/** One projection in this process: waits for its lease, opens or rebuilds its version, follows, and tells how it is. */
import { setTimeout as pause } from 'node:timers/promises';
import type { EventStore, Position } from 'services/event-store/port';
import type pg from 'pg';
import { checkpointsOf, type Checkpoint } from './checkpoint.ts';
import { isOfPlace } from 'services/platform/faults';
import { LostLease, messageOf, ProjectionFailed } from './failures.ts';
import type { Positions } from './gate.ts';
import type { Lanes } from './lanes.ts';
import type { Leases } from './leases.ts';
import type { Progress } from './following.ts';
import { follow } from './live.ts';
import type { Log } from './log.ts';
import { Parking, parkedIn, type ParkedKey } from './parking.ts';
import type { SharedRebuilds, Place } from './shared-rebuild.ts';
import type { Projection } from './projection.ts';
import type { Ring } from './ring.ts';
import { orderOf } from './rebuild.ts';
import { RetryRequests, retryParked, type RetryResult } from './retry.ts';
import { replaceVersion } from './replace-version.ts';
import { openTable, type Table } from './table.ts';
import { createLive, WorseThanLive } from './versions.ts';

export type Health = {
  readonly name: string;
  readonly version: number;
  readonly state: 'live' | 'catching-up' | 'rebuilding' | 'standby' | 'failed';
  readonly position: Position;
  /** Positions of the log not yet passed, as far as this process knows. */
  readonly lag: number;
  /** Keys set aside: amber, everything else goes on. */
  readonly parked: readonly ParkedKey[];
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
  /** Rebuilds of this process that go together; the others wait, and go on following meanwhile. */
  readonly rebuildsTogether: number;
  /** A log whose head lies below is folded here, before a process of its own has started. */
  readonly longLog: number;
  /** How often a standby asks for the lease. */
  readonly standbyMs: number;
};

export type Shared = {
  readonly store: EventStore;
  readonly ring: Ring;
  readonly db: pg.Pool;
  /** For rebuilds alone, which hold their connections: those who follow never wait for one. */
  readonly rebuildDb: pg.Pool;
  readonly leases: Leases;
  readonly positions: Positions;
  readonly log: Log;
  readonly settings: Settings;
  readonly sharedRebuilds: SharedRebuilds;
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
  /** Of the follower at work. */
  #progress: Progress | null = null;
  #error: Health['error'];
  #parked: () => readonly ParkedKey[] = () => [];
  /** The next rebuild is promoted whatever it parks. */
  #anyway = false;
  /** Whether a first look was taken: before that, standing by means nothing. */
  #settled = false;
  #backoffMs = FIRST_BACKOFF_MS;
  readonly #retryAsked = new RetryRequests();
  #rebuildAsked: ((error: unknown) => void)[] = [];
  /** Ends following, waiting or a failure, to look again; a rebuild at work is joined instead. */
  #again = new AbortController();

  constructor(projection: Projection, shared: Shared) {
    this.projection = projection;
    this.#shared = shared;
  }

  health(): Health {
    const { name, version } = this.projection;
    const position = this.#passed();
    const seen = Math.max(this.#seen, this.#progress?.seen ?? -1);
    const base = {
      name,
      version,
      state: this.#state,
      position,
      lag: Math.max(0, seen - position),
      parked: this.#parked(),
    };
    return this.#error === undefined ? base : { ...base, error: this.#error };
  }

  isSettled(): boolean {
    return this.#settled && (this.#state === 'live' || this.#state === 'standby' || this.#state === 'failed');
  }

  /** Whether events up to `head` are still to be folded here; a projection that stands still is not waited for. */
  isBehind(head: Position): boolean {
    return this.#passed() < head && this.#state !== 'standby' && this.#state !== 'failed';
  }

  #passed(): Position {
    return Math.max(this.#position, this.#progress?.passed ?? -1);
  }

  /** Fills a fresh schema of the same version and promotes it; rejects when that fails. `anyway`: whatever it parks. */
  rebuild({ anyway = false }: { readonly anyway?: boolean } = {}): Promise<void> {
    this.#anyway ||= anyway;
    return new Promise((resolve, reject) => {
      this.#rebuildAsked.push((error) => {
        if (error === undefined) resolve();
        else reject(error instanceof Error ? error : new Error(messageOf(error)));
      });
      this.#again.abort();
    });
  }

  /** Takes up again what is parked; rejects where another process runs the projection, or it has failed. */
  retry(): Promise<RetryResult> {
    const asked = this.#retryAsked.ask();
    this.#again.abort();
    return asked;
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
      this.#shared.positions.setLocal(name, null);
    }
    this.#answerRebuild(new Error('the projections stopped'));
    this.#retryAsked.refuse(new Error('the projections stopped'));
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
    if (live !== undefined) {
      this.#moved(live.position, live.position);
      const parked = await parkedIn(this.#shared.db, live.schema);
      this.#parked = () => parked;
    }
    this.#settled = true;
    this.#answerRebuild(new Error('another process runs this projection'));
    this.#retryAsked.refuse(new Error('another process runs this projection'));
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
    const { store, ring, db, positions, log } = this.#shared;
    const { name } = this.projection;
    const table = await openTable(db, this.projection, checkpoint.schema);
    if (this.#retryAsked.isOpen) await this.#retry(table, checkpoint);
    const parking = new Parking(this.projection, await parkedIn(db, checkpoint.schema));
    this.#parked = () => parking.keys;
    this.#error = undefined;
    this.#state = 'catching-up';
    this.#position = checkpoint.position;
    positions.began(name, checkpoint.position);
    await follow({
      store,
      ring,
      db,
      table,
      from: checkpoint.position,
      parking,
      signal,
      began: (progress) => {
        this.#progress = progress;
        positions.setLocal(name, progress);
      },
      moved: (position, seen) => this.#moved(position, seen),
      parked: (keys) => this.#shared.log.error({ projection: name, parked: keys }, 'keys parked'),
      lull: (ms) => positions.lull(name, ms),
      caughtUp: () => {
        if (this.#state !== 'live') log.info({ projection: name, position: this.#position }, 'projection is live');
        this.#state = 'live';
        this.#settled = true;
        this.#backoffMs = FIRST_BACKOFF_MS;
      },
    }).finally(() => (this.#progress = null));
  }

  async #retry(table: Table, { schema, position }: Checkpoint): Promise<void> {
    const { store, db, log } = this.#shared;
    const healed = await retryParked({ store, db, table, position }, await parkedIn(db, schema));
    const left = await parkedIn(db, schema);
    log.info({ projection: this.projection.name, healed, left }, 'parked keys tried again');
    this.#retryAsked.answer({ healed, left });
  }

  /** Until its turn comes, `live` is followed as before. */
  async #rebuildInTurn(live: Checkpoint | undefined, signal: AbortSignal): Promise<void> {
    const place = this.#shared.sharedRebuilds.ask(orderOf(this.projection));
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
    const anyway = this.#anyway;
    this.#state = 'rebuilding';
    try {
      await replaceVersion(this.#shared, this.projection, { place, signal, anyway });
    } catch (error) {
      if (!(error instanceof WorseThanLive) || !(await this.#isLive())) throw error;
      // What is live goes on as before.
      this.#shared.log.error({ err: error, projection: this.projection.name }, 'projection not replaced');
      this.#answerRebuild(error);
      return;
    }
    this.#error = undefined;
    this.#anyway = false;
    this.#answerRebuild(undefined);
  }

  /** Whether this very version answers queries. */
  async #isLive(): Promise<boolean> {
    const known = await checkpointsOf(this.#shared.db, this.projection.name);
    return known.some(({ state, version }) => state === 'live' && version === this.projection.version);
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
    if (isOfPlace(error) || isAbort(error)) {
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
    this.#error = { message: messageOf(error), reason: reasonOf(error, name), ...at };
    this.#shared.log.error({ err: error, projection: name, version, ...at }, 'projection stopped');
    this.#answerRebuild(error);
    this.#retryAsked.refuse(error);
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

const reasonOf = (error: unknown, name: string): string =>
  error instanceof WorseThanLive
    ? `读模型 ${name} 的新版本有更多数据无法处理，未启用，仍显示旧数据`
    : `读模型 ${name} 处理事件出错，已停止更新`;
const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';
const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
