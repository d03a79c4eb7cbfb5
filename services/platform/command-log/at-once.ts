/**
 * Claim, ids, events, answer and trace of a command in one transaction (ADR 0023), where its store takes several streams and rows
 * beside them. What is too much for one has written nothing and goes in steps: claim first.
 */
import type { DatabasePool } from 'slonik';
import { isRefusal } from '../../contracts/refusal.ts';
import type { Appended, Beside } from '../event-store/port.ts';
import { isAccepted, refusalOutcome, type Outcome } from '../answers/outcome.ts';
import { outcomeEntry, type Entry } from '../operation-log/entry.ts';
import { latencySince, type Trace } from '../operation-log/operation-log.ts';
import { batched } from '../base/batches.ts';
import type { WireIds } from '../streams/wire-ids.ts';
import { answerAgain, keptAnswer, type Envelope } from './answer.ts';
import { findClaim, seenClaims } from './claims.ts';
import type { Command, Work } from './command.ts';
import { SaveRequest } from '../streams/save-request.ts';
import { isMisfit, saveTogether } from '../streams/saving.ts';
import { NOWHERE, type Together, type TogetherWays } from '../streams/together.ts';

export type Attempt = {
  readonly command: Command;
  readonly work: Work;
  readonly trace: Trace | undefined;
  /** The key is the client's own: an earlier try may have brought it. */
  readonly mayRepeat: boolean;
};
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

type AtOnceWays = TogetherWays & {
  /** What the answers carry that it keeps. */
  readonly answerMark: string | null;
};

export class AtOnce {
  readonly #db: DatabasePool;
  readonly #ids: WireIds;
  readonly #ways: TogetherWays;
  readonly #answerMark: string | null;
  readonly #seen = batched((commands: readonly Command[]) => seenClaims(this.#db, commands));

  constructor(db: DatabasePool, ids: WireIds, { answerMark, ...ways }: AtOnceWays) {
    this.#db = db;
    this.#ids = ids;
    this.#ways = ways;
    this.#answerMark = answerMark;
  }

  /**
   * What the command came to; null when it goes in steps, and nothing of it was written.
   * @throws {StoreUnavailable} when the outcome stays unknown for 5 s: the same key may be tried again.
   */
  async run(attempt: Attempt): Promise<Outcome | null> {
    if (attempt.mayRepeat && (await this.#seen(attempt.command))) return null;
    const outcome = await saveTogether<Outcome>({
      ...this.#ways,
      request: new SaveRequest(() => this.#ids.next()),
      run: (save) => attempt.work(() => save.id(), save),
      isRefused: (done) => !isAccepted(done),
      write: (save, done) => this.#write(attempt, save, done),
    });
    return isRefusal(outcome) ? refusalOutcome(outcome) : outcome;
  }

  async #write(attempt: Attempt, save: Together, outcome: Outcome): Promise<Outcome | null> {
    if (outcome.kind !== 'envelope' || save.isEmpty) return null;
    // Some of several were refused: the key stays free, and what was done is known by its events.
    if (!isAccepted(outcome)) return lies(outcome, await save.write());
    const { trace } = attempt;
    const ids = await save.ids();
    const row = rowOf({ attempt, outcome, ids });
    const kept = { ids, message: row['message'] ?? '' };
    const beside: Beside = (appended) => [
      {
        table: 'master.command',
        values: { ...row, answer: JSON.stringify(keptAnswer(lies(outcome, appended), kept, this.#answerMark)) },
      },
      ...save.rows,
    ];
    try {
      const appended = await save.write(beside);
      if (trace !== undefined) trace.completed = Promise.resolve();
      return lies(outcome, appended);
    } catch (error) {
      // Whose rows stand in the way shows after a try of unknown outcome only; else somebody else's do.
      if (!isMisfit(error) || !save.mayBeThere) throw error;
      save.misfit();
      return this.#keptBefore(attempt);
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
