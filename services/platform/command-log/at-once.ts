/**
 * Claim, ids, events, answer and trace of a command in one transaction (ADR 0023), where its store takes rows beside
 * events and its route appends once. Whatever does not fit has written nothing and goes the longer way: claim first.
 */
import type { DatabasePool } from 'slonik';
import { DoesNotFit } from '../../contracts/one-commit.ts';
import {
  AppendTooLarge,
  RowsRefused,
  WrongExpectedRevision,
  type Appended,
  type Beside,
  type EventStore,
} from '../event-store/port.ts';
import { isAccepted, type Outcome } from '../answers/outcome.ts';
import { outcomeEntry, type Entry } from '../operation-log/entry.ts';
import { latencySince, type Trace } from '../operation-log/operation-log.ts';
import { batched } from '../base/batches.ts';
import type { WireIds } from '../streams/wire-ids.ts';
import { answerAgain, keptAnswer, type Envelope } from './answer.ts';
import { findClaim, seenClaims } from './claims.ts';
import type { Command, Work } from './command.ts';
import { Gathered, NOWHERE } from '../streams/gathered.ts';
import type { RowWriter } from '../event-store/postgres/row-writer.ts';

export type Attempt = {
  readonly command: Command;
  readonly work: Work;
  readonly trace: Trace | undefined;
  /** The key is the client's own: an earlier try may have brought it. */
  readonly mayRepeat: boolean;
};
/** Somebody else wrote to its streams first: they are read, and it is decided again. After that it goes the longer way. */
const TRIES = 2;
const TOO_LATE = Symbol('too late');
type AcceptedCommand = { readonly attempt: Attempt; readonly outcome: Envelope; readonly ids: readonly number[] };

const lies = (outcome: Envelope, { position }: Appended): Envelope =>
  position === NOWHERE.position ? outcome : { ...outcome, settled: { position } };

/** As a column takes it, an array of numbers among them. */
const columnText = (value: Entry[string] | boolean): string =>
  Array.isArray(value) ? `{${value.join(',')}}` : String(value);
/** All of a row that is known before it is written; its duration ends where the commit begins. */
const rowOf = ({ attempt: { command, trace }, outcome, ids }: AcceptedCommand): Readonly<Record<string, string>> => {
  const { userId, key, route, bodyHash } = command;
  const { status, envelope } = outcome;
  const traced = trace && {
    ...trace.entry,
    ...outcomeEntry({ status, message: envelope.msg, latencyMs: latencySince(trace) }),
  };
  const row = {
    ...traced,
    logged: trace !== undefined,
    user_id: userId,
    key,
    route,
    claimed: true,
    body_hash: bodyHash,
    ids: `{${ids.join(',')}}`,
  };
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, columnText(value)]));
};

type AtOnceWays = {
  readonly store: EventStore;
  readonly rowWriter: RowWriter | undefined;
  /** What the answers carry that it keeps. */
  readonly answerMark: string | null;
};

export class AtOnce {
  readonly #db: DatabasePool;
  readonly #store: EventStore;
  readonly #ids: WireIds;
  readonly #rowWriter: RowWriter | undefined;
  readonly #answerMark: string | null;
  readonly #seen = batched((commands: readonly Command[]) => seenClaims(this.#db, commands));

  constructor(db: DatabasePool, ids: WireIds, { store, rowWriter, answerMark }: AtOnceWays) {
    this.#db = db;
    this.#store = store;
    this.#ids = ids;
    this.#rowWriter = rowWriter;
    this.#answerMark = answerMark;
  }

  /**
   * What the command came to; null when it goes the longer way, and nothing of it was written.
   * @throws {StoreUnavailable} when the outcome stays unknown for 5 s: the same key may be tried again.
   */
  async run(attempt: Attempt): Promise<Outcome | null> {
    if (attempt.mayRepeat && (await this.#seen(attempt.command))) return null;
    for (let left = TRIES; left > 0; left -= 1) {
      const gathered = new Gathered(this.#store, this.#rowWriter);
      try {
        const outcome = await this.#try(attempt, gathered);
        if (outcome !== TOO_LATE) return outcome;
      } finally {
        gathered.end();
      }
    }
    return null;
  }

  async #try(attempt: Attempt, gathered: Gathered): Promise<Outcome | null | typeof TOO_LATE> {
    const ids: number[] = [];
    const newId = async (): Promise<number> => {
      const id = await this.#ids.next();
      ids.push(id);
      return id;
    };
    const outcome = await attempt.work(newId, gathered).catch((error: unknown) => {
      if (error instanceof DoesNotFit) return null;
      throw error;
    });
    if (outcome === null || !isAccepted(outcome)) return outcome;
    if (outcome.kind !== 'envelope' || gathered.isEmpty) return null;
    return this.#write({ attempt, outcome, ids }, gathered);
  }

  async #write(done: AcceptedCommand, gathered: Gathered): Promise<Outcome | null | typeof TOO_LATE> {
    const { attempt, outcome } = done;
    const { trace } = attempt;
    const row = rowOf(done);
    const kept = { ids: done.ids, message: row['message'] ?? '' };
    const beside: Beside = (appended) => [
      {
        table: 'master.command',
        values: { ...row, answer: JSON.stringify(keptAnswer(lies(outcome, appended), kept, this.#answerMark)) },
      },
      ...gathered.rows,
    ];
    try {
      const appended = await gathered.write(this.#store, beside);
      if (trace !== undefined) trace.completed = Promise.resolve();
      return lies(outcome, appended);
    } catch (error) {
      if (!isMisfit(error)) throw error;
      gathered.misfit();
      // Whose rows stand in the way shows after a try of unknown outcome only; else somebody else's do.
      if (gathered.mayBeThere) return this.#keptBefore(attempt);
      return error instanceof WrongExpectedRevision ? TOO_LATE : null;
    }
  }

  /** The answer of a try that was written, though nobody said so. */
  async #keptBefore({ command, trace }: Attempt): Promise<Outcome | null> {
    const found = await findClaim(this.#db, command);
    const isOwn = found?.route === command.route && found.bodyHash === command.bodyHash && found.answer !== null;
    if (!isOwn) return null;
    if (trace !== undefined) trace.completed = Promise.resolve();
    return answerAgain(found.answer, found);
  }
}

const isMisfit = (error: unknown): boolean =>
  error instanceof WrongExpectedRevision || error instanceof RowsRefused || error instanceof AppendTooLarge;
