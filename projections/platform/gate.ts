/** Waiting until read models have passed a position, in the process that projects and in those that do not. */
import pg from 'pg';
import type { Position } from 'services/event-store/port';
import { openPgPool } from 'services/platform/pg-pool';
import { livePositions, MOVED_CHANNEL } from './checkpoint.ts';
import type { Progress } from './following.ts';
import { readTypes } from './pg-values.ts';

/** Other processes' checkpoints are looked at this often while somebody waits for them. */
const POLL_MS = 20;
const RELISTEN_MS = 1_000;
/** Other processes are told at once, of more in a row at most this often: a NOTIFY in every batch of every view is work for all of them. */
const NOTIFY_MS = 25;
/** Views in one NOTIFY, whose payload may have 8,000 bytes. */
const TOLD_TOGETHER = 60;

export type ReadModelGate = {
  /**
   * True as soon as every view has passed `position`, false after `timeoutMs`.
   * @throws {RangeError} on a name that is no projection.
   */
  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean>;
  close(): Promise<void>;
};

type Waiter = { readonly missing: Set<string>; readonly position: Position; readonly done: (passed: boolean) => void };

/** Known positions of all views, fed by local runners, by NOTIFY and by a poll. */
export class Positions implements ReadModelGate {
  readonly #names: ReadonlySet<string>;
  readonly #db: pg.Pool;
  readonly #known = new Map<string, Position>();
  readonly #waiters = new Set<Waiter>();
  /** Views whose runner lives in this process: it is asked. */
  readonly #local = new Map<string, Progress>();
  /** Those who gather events until somebody waits for their view. */
  readonly #gathering = new Map<string, () => void>();
  /** What other processes are to be told, beside how far the local ones are. */
  readonly #news = new Map<string, Position>();
  readonly #told = new Map<string, Position>();
  #polling: NodeJS.Timeout | undefined;
  #telling: NodeJS.Timeout | undefined;
  #tellFrom = 0;
  #asking = false;

  constructor(names: readonly string[], db: pg.Pool) {
    this.#names = new Set(names);
    this.#db = db;
  }

  /** null: its runner is not here any more. */
  setLocal(name: string, progress: Progress | null): void {
    if (progress === null) this.#local.delete(name);
    else this.#local.set(name, progress);
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

  /** Resolves after `ms`, or as soon as somebody waits for the view. */
  lull(name: string, ms: number): Promise<void> {
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

  waitFor(views: readonly string[], position: Position, timeoutMs: number): Promise<boolean> {
    for (const view of views) if (!this.#names.has(view)) throw new RangeError(`no projection is named ${view}`);
    const missing = new Set(views.filter((view) => this.#passed(view) < position));
    if (missing.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (passed: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(waiter);
        resolve(passed);
      };
      const waiter: Waiter = { missing, position, done };
      const timer = setTimeout(done, timeoutMs, false);
      this.#waiters.add(waiter);
      for (const view of missing) this.#gathering.get(view)?.();
      this.#schedule(0);
    });
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
    const moves = this.#movesToTell();
    if (moves.length === 0) return;
    const values = [MOVED_CHANNEL, moves];
    const text = 'select pg_notify($1, move) from unnest($2::text[]) as move';
    await this.#db.query({ name: 'tell moves', text, values }).catch(() => undefined);
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

/** Feeds `positions` from NOTIFY; reconnects by itself, the poll covers the gap. */
export function listenForMoves(
  url: string,
  positions: Positions,
  listener = 'projections listen',
): { close(): Promise<void> } {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let closed = false;
  const later = () => {
    if (!closed) again = setTimeout(() => void connect(), RELISTEN_MS);
  };
  const connect = async () => {
    const mine = new pg.Client({ connectionString: url, application_name: listener });
    client = mine;
    mine.on('error', () => undefined);
    mine.on('notification', ({ payload }) => {
      const colon = payload?.lastIndexOf(':') ?? -1;
      if (payload === undefined || colon <= 0) return;
      const position = Number(payload.slice(colon + 1));
      for (const name of payload.slice(0, colon).split(',')) positions.heard(name, position);
    });
    try {
      await mine.connect();
      mine.on('end', later);
      await mine.query(`listen ${MOVED_CHANNEL}`);
    } catch {
      await mine.end().catch(() => undefined);
      if (mine.listenerCount('end') === 0) later();
    }
  };
  const connecting = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(again);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}

/** For processes that run no projector (ROLES=api): `views` are the names of all projections. */
export function readModelGate(options: {
  readonly url: string;
  readonly views: readonly string[];
  readonly listener?: string;
}): ReadModelGate {
  const db = openPgPool({
    connectionString: options.url,
    max: 1,
    types: readTypes,
    application_name: 'read model gate',
  });
  const positions = new Positions(options.views, db);
  const listening = listenForMoves(options.url, positions, options.listener);
  return {
    waitFor: (views, position, timeoutMs) => positions.waitFor(views, position, timeoutMs),
    async close() {
      await positions.close();
      await listening.close();
      await db.end();
    },
  };
}
