import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  InvalidEvent,
  NotTheWriter,
  RowsRefused,
  StoreUnavailable,
  WrongExpectedRevision,
  type Appended,
  type Candidate,
} from '../port.ts';
import { faultOf } from '../../base/faults.ts';
import { copyBatch } from './batch-copy.ts';
import { abandon } from '../../base/pg-pool.ts';
import { BEAT_MS, Candidacy } from './candidacy.ts';
import { kindOfFailure } from './connection.ts';
import { Heads } from './heads.ts';
import { planBatch, type PendingAppend, type Placed, type Plan } from './plan.ts';
import { findByIds, findRepeats, readHeads, readLastPosition } from './statements.ts';
import { giveSignOfLife, newSession, release, type Session } from './writer-session.ts';

const MAX_BATCH_EVENTS = 2_000;
const MAX_BATCH_CHARACTERS = 4 * 1024 * 1024;
/** About 20 MB of memory. */
const MAX_HEADS = 100_000;

export type WriterOptions = {
  readonly url: string;
  readonly schema: string;
  /** How long an append waits for the lock or the connection before it is answered unavailable. */
  readonly patienceMs: number;
  /** Called with every batch right after its commit. */
  readonly committed: (placed: readonly Placed[]) => void;
};

/**
 * The single writer: whatever queued during the last commit is the next batch. A session advisory lock fences a second
 * process, which stands by until the first one's connection ends. The lock is asked for at the first append, or as soon as the
 * process stands for it: one that only reads never holds it.
 */
export class Writer {
  readonly candidacy: Candidacy;
  readonly #options: WriterOptions;
  readonly #heads = new Heads(MAX_HEADS);
  #queue: PendingAppend[] = [];
  #session: Session | undefined;
  #running: Promise<void> | undefined;
  #closed = false;
  #wake: () => void = () => undefined;

  constructor(options: WriterOptions) {
    this.#options = options;
    this.candidacy = new Candidacy(options.schema);
  }

  /** From now on the lock is asked for without an append, too. */
  stand(as: Candidate): void {
    if (this.#closed) return;
    this.candidacy.stand(as);
    this.#running ??= this.#run();
  }

  get holdsLock(): boolean {
    return this.#session !== undefined && !this.#session.lost;
  }

  append(request: Omit<PendingAppend, 'since' | 'resolve' | 'reject'>): Promise<readonly Appended[]> {
    if (this.#closed) return Promise.reject(new StoreUnavailable('append: closed'));
    return new Promise((resolve, reject) => {
      this.#queue.push({ ...request, since: Date.now(), resolve, reject });
      this.#running ??= this.#run();
      this.#wake();
    });
  }

  /** Finishes what is queued (as far as patience goes), then gives the lock back. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#closed || this.#queue.length > 0) {
      const session = await this.#acquire();
      if (session === undefined) continue;
      this.#session = session;
      try {
        await this.#serve(session);
      } finally {
        this.#session = undefined;
        this.candidacy.lost();
        this.#heads.clear();
        await release(session);
      }
    }
  }

  /** One connection's tries for the lock; undefined after a pause when it is lost or the server is away. */
  async #acquire(): Promise<Session | undefined> {
    const session = newSession(this.#options.url, () => this.#wake());
    const { client } = session;
    let reason: unknown;
    try {
      await client.connect();
      while (this.#queue.length > 0 || !this.#closed) {
        reason = await this.candidacy.ask(client);
        if (reason === null) {
          session.nextPosition = (await readLastPosition(client, this.#options.schema)) + 1;
          return session;
        }
        await this.#pause(reason);
      }
    } catch (error) {
      reason = error;
      this.candidacy.away();
    }
    abandon(client);
    await this.#pause(reason);
    return undefined;
  }

  /** Whoever asked too long ago is answered; where another process lives that writes, nobody has to wait. */
  async #pause(reason: unknown): Promise<void> {
    if (reason instanceof NotTheWriter && this.candidacy.isStanding) {
      for (const { reject } of this.#queue.splice(0)) reject(reason);
    }
    const patient = Date.now() - this.#options.patienceMs;
    const expired = this.#queue.filter(({ since }) => since <= patient);
    this.#queue = this.#queue.filter(({ since }) => since > patient);
    for (const { reject } of expired) reject(new StoreUnavailable('append', { cause: reason }));
    if (this.#queue.length > 0 || !this.#closed) await wait(this.candidacy.pauseMs);
  }

  /** Until there is something to write; with a sign of life meanwhile where others stand by. */
  async #idle(session: Session): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, BEAT_MS).unref();
    });
    clearTimeout(timer);
    if (this.#queue.length > 0 || this.#closed || session.lost || !this.candidacy.isWatched) return;
    await giveSignOfLife(session);
  }

  async #serve(session: Session): Promise<void> {
    while (!session.lost) {
      if (this.#queue.length === 0) {
        if (this.#closed) return;
        await this.#idle(session);
        continue;
      }
      // Whoever the last commit woke comes back within this turn of the event loop: one batch instead of two.
      await turn();
      const batch = this.#take();
      try {
        await this.#commit(session, batch);
      } catch (error) {
        for (const { reject } of batch) reject(new StoreUnavailable('append', { cause: error }));
        session.lost ||= kindOfFailure(error) === 'lost' || !(await this.#resynced(session));
      }
    }
  }

  #take(): PendingAppend[] {
    let events = 0;
    let characters = 0;
    let count = 0;
    for (const pending of this.#queue) {
      for (const part of pending.parts) events += part.events.length;
      characters += pending.characters;
      if (count > 0 && (events > MAX_BATCH_EVENTS || characters > MAX_BATCH_CHARACTERS)) break;
      count += 1;
    }
    return this.#queue.splice(0, count);
  }

  /**
   * `trusting`: a stream that shall be new and is not known is taken to be new; the unique index says if it is not.
   */
  async #commit(session: Session, batch: readonly PendingAppend[], trusting = true): Promise<void> {
    const { schema } = this.#options;
    await this.#learnHeads(session, batch, trusting);
    const plan = planBatch(batch, (stream) => this.#heads.get(stream) ?? -1, session.nextPosition);
    const suspects = plan.misplaced.filter(({ mayRepeat }) => mayRepeat).map(({ pending }) => pending);
    const repeats = await findRepeats(session.client, schema, suspects);
    const rows = plan.accepted.flatMap(({ pending, appended }) => pending.beside?.(appended.at(-1) as Appended) ?? []);
    try {
      if (plan.placed.length > 0) await copyBatch(session.client, schema, plan.placed, rows);
    } catch (error) {
      // A table of the house may refuse for reasons that the log never has: whose row it is shows one by one.
      if (kindOfFailure(error) !== 'data' && (rows.length === 0 || faultOf(error) !== 'bug')) throw error;
      await this.#resync(session);
      if (trusting) await this.#commit(session, batch, false);
      else await this.#commitOneByOne(session, batch, error);
      return;
    }
    this.#queue.unshift(...plan.deferred);
    session.nextPosition += plan.placed.length;
    for (const [stream, revision] of plan.heads) this.#heads.set(stream, revision);
    this.#options.committed(plan.placed);
    answer(plan, repeats);
  }

  /** One append spoiled the batch: alone, each gets its own answer. */
  async #commitOneByOne(session: Session, batch: readonly PendingAppend[], error: unknown): Promise<void> {
    const [only] = batch;
    if (batch.length > 1 || only === undefined) {
      for (const pending of batch) await this.#commit(session, [pending], false);
      return;
    }
    const earlier = await findByIds(session.client, this.#options.schema, only);
    const constraint = error instanceof pg.DatabaseError ? error.constraint : undefined;
    if (earlier !== undefined) only.resolve(earlier);
    else if (constraint === 'events_id_key') {
      only.reject(new InvalidEvent(nameOf(only), 'an event id already names another event', { cause: error }));
    } else if (only.beside !== undefined) {
      only.reject(new RowsRefused(nameOf(only), 'the database does not take them', { cause: error }));
    } else only.reject(new StoreUnavailable('append', { cause: error }));
  }

  async #learnHeads(session: Session, batch: readonly PendingAppend[], trusting: boolean): Promise<void> {
    const unknown = new Set<string>();
    for (const { parts } of batch) {
      const begun = new Set<string>();
      for (const { stream, expected } of parts) {
        if (trusting && expected === 'none') begun.add(stream);
        else if (!begun.has(stream) && this.#heads.get(stream) === undefined) unknown.add(stream);
      }
    }
    if (unknown.size === 0) return;
    const heads = await readHeads(session.client, this.#options.schema, [...unknown]);
    for (const [stream, revision] of heads) this.#heads.set(stream, revision);
  }

  async #resynced(session: Session): Promise<boolean> {
    try {
      await this.#resync(session);
      return true;
    } catch {
      return false;
    }
  }

  /** What was remembered may be wrong: forget it and look. */
  async #resync(session: Session): Promise<void> {
    this.#heads.clear();
    session.nextPosition = (await readLastPosition(session.client, this.#options.schema)) + 1;
  }
}

/** Conflicts are told after the commit, so the caller who reads again sees what was in its way. */
function answer({ accepted, misplaced }: Plan, repeats: ReadonlyMap<PendingAppend, readonly Appended[]>): void {
  for (const { pending, appended } of accepted) pending.resolve(appended);
  for (const { pending, part, actual } of misplaced) {
    const earlier = repeats.get(pending);
    if (earlier !== undefined) pending.resolve(earlier);
    else pending.reject(new WrongExpectedRevision(part.stream, part.expected, actual));
  }
}

const nameOf = ({ parts }: PendingAppend): string => parts[0]?.stream ?? '';
