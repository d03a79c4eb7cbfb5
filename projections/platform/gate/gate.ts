/** Waiting until read models have passed a position, in the process that projects and in those that do not. */
import type pg from 'pg';
import type { Position } from 'services/event-store/port';
import { Listener } from 'services/platform/base/listener';
import { openPgPool } from 'services/platform/base/pg-pool';
import { livePositions, MOVED_CHANNEL } from '../projection/checkpoint.ts';
import type { Progress } from '../following/followed-table.ts';
import { readTypes } from '../projection/pg-values.ts';

/** Other processes' checkpoints are looked at this often while somebody waits for them. */
const POLL_MS = 20;
/** Other processes are told at once, of more in a row at most this often: a NOTIFY in every batch of every view is work for all of them. */
const NOTIFY_MS = 25;
/** A view that somebody waited for within this time is hot: his next list waits for it again. */
const HOT_MS = 30_000;
/** A view that nobody waits for is written at most this often. */
const GATHER_MS = 100;
/** One that nobody has waited for of late, where every reader is of this process: who comes wakes it. */
const COLD_GATHER_MS = 500;
/** What the connection is called where a process has no other to listen with. */
export const LISTENER_NAME = 'projections listen';
/** Views in one NOTIFY, whose payload may have 8,000 bytes. */
const TOLD_TOGETHER = 60;

export type ReadModelGate = {
  /**
   * True as soon as every view has passed `position`, false after `timeoutMs`.
   * @throws {RangeError} on a name that is no projection.
   */
  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  /** For how long the log has been ahead of a view that somebody waited for of late; 0: all of them show it. */
  behindMs(): number;
  close(): Promise<void>;
};

type Waiter = {
  readonly since: number;
  readonly missing: Set<string>;
  readonly position: Position;
  readonly done: (passed: boolean) => void;
};

/** Known positions of all views, fed by local runners, by NOTIFY and by a poll. */
export class Positions implements ReadModelGate {
  readonly #names: ReadonlySet<string>;
  readonly #db: pg.Pool;
  readonly #listener: Listener;
  readonly #known = new Map<string, Position>();
  readonly #waiters = new Set<Waiter>();
  /** Views whose runner lives in this process: it is asked. */
  readonly #local = new Map<string, Progress>();
  /** Views that the next list of somebody waits for, and when one waited last. */
  readonly #waitedFor = new Map<string, number>();
  /** Those who gather events until somebody waits for their view. */
  readonly #gathering = new Map<string, () => void>();
  /** What other processes are to be told, beside how far the local ones are. */
  readonly #news = new Map<string, Position>();
  readonly #told = new Map<string, Position>();
  #polling: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #tellFrom = 0;
  #asking = false;

  constructor(names: readonly string[], db: pg.Pool, listener: Listener) {
    this.#names = new Set(names);
    this.#db = db;
    this.#listener = listener;
    listener.onLost(() => this.#forgetOthers());
  }

  /** null: its runner is not here any more. What is known of it by then may be what a crash of the database takes back. */
  setLocal(name: string, progress: Progress | null): void {
    if (progress !== null) this.#local.set(name, progress);
    else if (this.#local.delete(name)) this.#known.delete(name);
    this.#schedule();
  }

  /** A local runner begins at its stored checkpoint; a crash of the database may have taken it back. */
  began(name: string, position: Position): void {
    this.#known.delete(name);
    this.#told.delete(name);
    this.moved(name, position);
  }

  /** A local runner got on: those who wait here hear it at once, others soon. */
  moved(name: string, position: Position): void {
    if (position <= (this.#known.get(name) ?? -1)) return;
    this.heard(name, position);
    this.#news.set(name, position);
    this.#tellSoon();
  }

  /** The log went on, and with it every local view that wants nothing of what came. */
  advanced(): void {
    for (const waiter of this.#waiters) {
      for (const name of waiter.missing) {
        if ((this.#local.get(name)?.passed ?? -1) >= waiter.position) waiter.missing.delete(name);
      }
      if (waiter.missing.size === 0) waiter.done(true);
    }
    this.#tellSoon();
  }

  #tellSoon(): void {
    if (!this.#listener.isHeard) return;
    const inMs = Math.max(0, this.#tellFrom - performance.now());
    this.#telling ??= setTimeout(() => void this.#tell(), inMs).unref();
  }

  /** Another process's runner got on. */
  heard(name: string, position: Position): void {
    if (position <= (this.#known.get(name) ?? -1)) return;
    this.#known.set(name, position);
    for (const waiter of this.#waiters) {
      if (position < waiter.position || !waiter.missing.delete(name)) continue;
      if (waiter.missing.size === 0) waiter.done(true);
    }
  }

  /** Resolves when the view, written `sinceMs` ago, may be written again, or as soon as somebody waits for it. */
  lull(name: string, sinceMs: number): Promise<void> {
    const ms = (this.#isCold(name) ? COLD_GATHER_MS : GATHER_MS) - sinceMs;
    if (ms <= 0) return Promise.resolve();
    for (const { missing } of this.#waiters) if (missing.has(name)) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#gathering.delete(name);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#gathering.set(name, done);
    });
  }

  #isCold(name: string): boolean {
    return !this.#listener.isHeard && performance.now() - (this.#waitedFor.get(name) ?? -Infinity) > HOT_MS;
  }

  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean> {
    for (const view of views) if (!this.#names.has(view)) throw new RangeError(`no projection is named ${view}`);
    const now = performance.now();
    for (const view of views) this.#waitedFor.set(view, now);
    const missing = new Set(views.filter((view) => this.#passed(view) < position));
    if (missing.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (passed: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(passed);
      };
      const since = performance.now();
      const waiter: Waiter = { since, missing, position, done };
      const timer = setTimeout(done, timeoutMs, false);
      this.#waiters.add(waiter);
      for (const view of missing) this.#gathering.get(view)?.();
      this.#schedule(0);
    });
  }

  /** Of a view that another process runs it is known while somebody waits. */
  behindMs(): number {
    const now = performance.now();
    let since = now;
    for (const [view, at] of this.#waitedFor) {
      if (now - at > HOT_MS) this.#waitedFor.delete(view);
      else since = Math.min(since, this.#local.get(view)?.behindSince ?? now);
    }
    for (const waiter of this.#waiters)
      for (const view of waiter.missing) if (!this.#local.has(view)) since = Math.min(since, waiter.since);
    return now - since;
  }

  #passed(view: string): Position {
    return Math.max(this.#known.get(view) ?? -1, this.#local.get(view)?.passed ?? -1);
  }

  async close(): Promise<void> {
    clearTimeout(this.#polling);
    for (const waiter of this.#waiters) waiter.done(false);
    if (this.#telling === undefined) return;
    clearTimeout(this.#telling);
    await this.#tell();
  }

  /** What is lost here the others' poll makes good. */
  async #tell(): Promise<void> {
    this.#telling = undefined;
    this.#tellFrom = performance.now() + NOTIFY_MS;
    await this.#listener.tell(MOVED_CHANNEL, this.#movesToTell());
  }

  /** `a,b:7`: views a and b have passed 7. */
  #movesToTell(): string[] {
    for (const [name, { passed }] of this.#local)
      if (passed > (this.#told.get(name) ?? -1)) this.#news.set(name, passed);
    const moves: string[] = [];
    for (const [position, all] of Map.groupBy(this.#news, ([, position]) => position)) {
      const names = all.map(([name]) => name);
      for (const name of names) this.#told.set(name, position);
      for (let from = 0; from < names.length; from += TOLD_TOGETHER)
        moves.push(`${names.slice(from, from + TOLD_TOGETHER).join(',')}:${position}`);
    }
    this.#news.clear();
    return moves;
  }

  /** Of local views their runners know; of the others the table does. */
  #forgetOthers(): void {
    for (const name of this.#known.keys()) if (!this.#local.has(name)) this.#known.delete(name);
  }

  #foreign(): string[] {
    const wanted = new Set<string>();
    for (const { missing } of this.#waiters) for (const view of missing) if (!this.#local.has(view)) wanted.add(view);
    return [...wanted];
  }

  #schedule(afterMs = POLL_MS): void {
    if (this.#asking || this.#foreign().length === 0) return;
    clearTimeout(this.#polling);
    this.#polling = setTimeout(() => void this.#ask(), afterMs);
  }

  async #ask(): Promise<void> {
    this.#asking = true;
    try {
      const positions = await livePositions(this.#db, this.#foreign());
      for (const [name, position] of positions) this.heard(name, position);
    } catch {
      // The database is away: those who wait time out, as they were told.
    } finally {
      this.#asking = false;
      this.#schedule();
    }
  }
}

/** Feeds `positions` from NOTIFY; the poll covers what is lost. */
export const listenForMoves = (listener: Listener, positions: Positions): void =>
  listener.listen(MOVED_CHANNEL, (payload) => {
    const colon = payload.lastIndexOf(':');
    if (colon <= 0) return;
    const position = Number(payload.slice(colon + 1));
    for (const name of payload.slice(0, colon).split(',')) positions.heard(name, position);
  });

/** For processes that run no projector (ROLES=api): `views` are the names of all projections. */
export function readModelGate(options: {
  readonly url: string;
  readonly views: readonly string[];
  /** Of the whole process; without one the gate opens its own. */
  readonly listener?: Listener;
}): ReadModelGate {
  const db = openPgPool({
    connectionString: options.url,
    max: 1,
    types: readTypes,
    application_name: 'read model gate',
  });
  const listener = options.listener ?? new Listener(options.url, LISTENER_NAME);
  const positions = new Positions(options.views, db, listener);
  listenForMoves(listener, positions);
  return {
    waitFor: (views, position, timeoutMs) => positions.waitFor(views, position, timeoutMs),
    behindMs: () => positions.behindMs(),
    async close() {
      await positions.close();
      if (options.listener === undefined) await listener.close();
      await db.end();
    },
  };
}
