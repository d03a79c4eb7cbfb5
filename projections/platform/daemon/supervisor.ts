/** One projection in this process: waits for its lease, opens or rebuilds its version, follows, and tells how it is. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Position } from 'services/event-store/port';
import { checkpointsOf, type Checkpoint } from '../projection/checkpoint.ts';
import { isOfPlace } from 'services/platform/base/faults';
import { LostLease } from '../projection/failures.ts';
import type { DaemonResources } from './daemon-resources.ts';
import { leaseOf } from './leases.ts';
import { ProjectionHealth, type Health } from './health.ts';
import { follow } from '../following/follower.ts';
import { Parking, parkedIn } from '../parking/parking.ts';
import type { RebuildTicket } from '../rebuild/shared-rebuild.ts';
import type { Projection } from '../projection/projection.ts';
import { orderOf } from '../rebuild/rebuild.ts';
import { Requests } from './requests.ts';
import { retryParked, type RetryResult } from '../rebuild/retry.ts';
import { aborted, isAbort } from '../following/signals.ts';
import { reasonToRebuild } from '../rebuild/reason-to-rebuild.ts';
import { replaceVersion } from '../rebuild/replace-version.ts';
import { openTable, type Table } from '../tables/table.ts';
import { createLive, WorseThanLive } from '../tables/versions.ts';

const FIRST_BACKOFF_MS = 100;
const LONGEST_BACKOFF_MS = 5_000;

export class Supervisor {
  readonly projection: Projection;
  readonly #shared: DaemonResources;
  readonly #health: ProjectionHealth;
  /** The next rebuild is promoted whatever it parks. */
  #anyway = false;
  #backoffMs = FIRST_BACKOFF_MS;
  /** It was rebuilt for being far behind: once, since what is not promoted stays behind. */
  #wasFarBehind = false;
  readonly #retries = new Requests<RetryResult>();
  readonly #rebuilds = new Requests<void>();
  /** Ends following, waiting or a failure, to look again; a rebuild at work is joined instead. */
  #again = new AbortController();

  constructor(projection: Projection, shared: DaemonResources) {
    this.projection = projection;
    this.#health = new ProjectionHealth(projection);
    this.#shared = shared;
  }

  health(): Health {
    return this.#health.now();
  }

  isSettled(): boolean {
    return this.#health.isSettled();
  }

  isBehind(head: Position): boolean {
    return this.#health.isBehind(head);
  }

  /** Fills a fresh schema of the same version and promotes it; rejects when that fails. `anyway`: whatever it parks. */
  rebuild({ anyway = false }: { readonly anyway?: boolean } = {}): Promise<void> {
    this.#anyway ||= anyway;
    const rebuilt = this.#rebuilds.ask();
    this.#again.abort();
    return rebuilt;
  }

  /** Takes up again what is parked; rejects where another process runs the projection, or it has failed. */
  retry(): Promise<RetryResult> {
    const retried = this.#retries.ask();
    this.#again.abort();
    return retried;
  }

  /** Runs until the daemon stops; never rejects. */
  async run(): Promise<void> {
    const { stop, leases, log } = this.#shared;
    const { name } = this.projection;
    while (!stop.aborted) {
      let lost: AbortSignal | null = null;
      try {
        this.#again = new AbortController();
        lost = await leases.acquire(leaseOf(this.projection));
        if (lost === null) await this.#standBy();
        else await this.#hold(AbortSignal.any([stop, lost]));
      } catch (error) {
        // Lost, or handed to another: looked at anew at once.
        if (lost?.aborted === true) this.#health.state = 'catching-up';
        else if (!stop.aborted) await this.#recover(error);
      }
      this.#shared.positions.setLocal(name, null);
    }
    this.#refuseRequests(new Error('the projections stopped'));
    await leases
      .release(leaseOf(this.projection))
      .catch((error: unknown) => log.warn({ err: error, projection: name }, 'lease not released'));
  }

  async #standBy(): Promise<void> {
    this.#health.state = 'standby';
    const live = (await checkpointsOf(this.#shared.db, this.projection.name)).find((one) => one.state === 'live');
    if (live !== undefined) {
      this.#moved(live.position, live.position);
      const parked = await parkedIn(this.#shared.db, live.schema);
      this.#health.parked = () => parked;
    }
    this.#health.settle();
    this.#refuseRequests(new Error('another process runs this projection'));
    await this.#pause(this.#shared.settings.standbyMs);
  }

  async #hold(signal: AbortSignal): Promise<void> {
    const { db, store, log } = this.#shared;
    const known = await checkpointsOf(db, this.projection.name);
    const live = known.find((one) => one.state === 'live');
    if (live !== undefined && live.version > this.projection.version && !this.#rebuilds.isOpen) {
      log.warn({ projection: this.projection.name, live: live.version }, 'a newer version is live: standing by');
      return this.#standBy();
    }
    const why = this.#reasonToRebuild(live, await store.head());
    if (why !== null || this.#rebuilds.isOpen) await this.#rebuildInTurn(why === 'unfilled' ? undefined : live, signal);
    else {
      const checkpoint = live ?? (await createLive(db, this.projection));
      await this.#follow(checkpoint, AbortSignal.any([signal, this.#again.signal]));
    }
    this.#backoffMs = FIRST_BACKOFF_MS;
  }

  #reasonToRebuild(live: Checkpoint | undefined, head: Position): ReturnType<typeof reasonToRebuild> {
    const why = reasonToRebuild(this.projection, live, { head, settings: this.#shared.settings });
    if (why !== 'behind') return why;
    const again = this.#wasFarBehind;
    this.#wasFarBehind = true;
    return again ? null : why;
  }

  async #follow(checkpoint: Checkpoint, signal: AbortSignal): Promise<void> {
    const { store, ring, db, positions, log, statistics } = this.#shared;
    const { name, table: tableName } = this.projection;
    const table = await openTable(db, this.projection, checkpoint.schema);
    if (this.#retries.isOpen) await this.#retry(table, checkpoint);
    const parking = new Parking(this.projection, await parkedIn(db, checkpoint.schema));
    this.#health.parked = () => parking.keys;
    this.#health.began(checkpoint.position);
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
        this.#health.progress = progress;
        positions.setLocal(name, progress);
      },
      moved: (position, seen) => this.#moved(position, seen),
      parked: (keys) => this.#shared.log.error({ projection: name, parked: keys }, 'keys parked'),
      wrote: (rows) => statistics.wrote({ schema: checkpoint.schema, table: tableName }, rows),
      lull: (sinceMs) => positions.lull(name, sinceMs),
      caughtUp: () => {
        if (this.#health.state !== 'live')
          log.info({ projection: name, position: this.#health.position }, 'projection is live');
        this.#health.state = 'live';
        this.#health.settle();
        this.#backoffMs = FIRST_BACKOFF_MS;
      },
    }).finally(() => (this.#health.progress = null));
  }

  async #retry(table: Table, { schema, position }: Checkpoint): Promise<void> {
    const { store, db, log } = this.#shared;
    const healed = await retryParked({ store, db, table, position }, await parkedIn(db, schema));
    const left = await parkedIn(db, schema);
    log.info({ projection: this.projection.name, healed, left }, 'parked keys tried again');
    this.#retries.answer({ healed, left });
  }

  /** Until its turn comes, `live` is followed as before. */
  async #rebuildInTurn(live: Checkpoint | undefined, signal: AbortSignal): Promise<void> {
    const place = this.#shared.sharedRebuilds.ask(orderOf(this.projection));
    try {
      const waiting = AbortSignal.any([signal, place.granted]);
      if (live === undefined || this.#health.error !== undefined) {
        this.#health.state = 'rebuilding';
        await aborted(waiting);
      } else if (!waiting.aborted) await this.#follow(live, waiting);
      signal.throwIfAborted();
      await this.#shared.leases.keeping(leaseOf(this.projection), () => this.#rebuild(place, signal));
    } finally {
      place.end();
    }
  }

  async #rebuild(place: RebuildTicket, signal: AbortSignal): Promise<void> {
    const anyway = this.#anyway;
    this.#health.state = 'rebuilding';
    try {
      await replaceVersion(this.#shared, this.projection, { place, signal, anyway });
    } catch (error) {
      if (!(error instanceof WorseThanLive) || !(await this.#isLive())) throw error;
      // What is live goes on as before.
      this.#shared.log.error({ err: error, projection: this.projection.name }, 'projection not replaced');
      this.#rebuilds.refuse(error);
      return;
    }
    this.#health.error = undefined;
    this.#anyway = false;
    this.#rebuilds.answer();
  }

  /** Whether this very version answers queries. */
  async #isLive(): Promise<boolean> {
    const known = await checkpointsOf(this.#shared.db, this.projection.name);
    return known.some(({ state, version }) => state === 'live' && version === this.projection.version);
  }

  #moved(position: Position, seen: Position): void {
    this.#health.moved(position, seen);
    this.#shared.positions.moved(this.projection.name, position);
  }

  async #recover(error: unknown): Promise<void> {
    const { log, interrupted, leases, settings } = this.#shared;
    const { name } = this.projection;
    if (this.#again.signal.aborted) return;
    if (error instanceof LostLease) {
      log.warn({ projection: name }, 'another runner moved the checkpoint: standing by');
      this.#health.state = 'standby';
      await leases.release(leaseOf(this.projection)).catch(() => undefined);
      return this.#pause(settings.standbyMs);
    }
    if (isOfPlace(error) || isAbort(error)) {
      interrupted(error);
      if (this.#health.state === 'live') this.#health.state = 'catching-up';
      await this.#pause(this.#backoffMs);
      this.#backoffMs = Math.min(this.#backoffMs * 2, LONGEST_BACKOFF_MS);
      return;
    }
    await this.#failFor(error);
  }

  async #failFor(error: unknown): Promise<void> {
    const { name, version } = this.projection;
    const at = this.#health.failed(error);
    this.#shared.log.error({ err: error, projection: name, version, ...at }, 'projection stopped');
    this.#refuseRequests(error);
    await this.#pause(null);
  }

  #refuseRequests(why: unknown): void {
    this.#rebuilds.refuse(why);
    this.#retries.refuse(why);
  }

  /** Ends early when the daemon stops or a rebuild is asked for; null waits for that alone. */
  async #pause(ms: number | null): Promise<void> {
    const signal = AbortSignal.any([this.#shared.stop, this.#again.signal]);
    await (ms === null ? aborted(signal) : pause(ms, undefined, { signal }).catch(() => undefined));
  }
}
