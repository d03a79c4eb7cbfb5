/**
 * Claim, ids, events, answer and trace of a command in one transaction (ADR 0023), where its store takes rows beside
 * events and its route appends once. Whatever does not fit has written nothing and goes the longer way: claim first.
 */
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { DoesNotFit } from '../../contracts/one-commit.ts';
import {
  AppendTooLarge,
  RowsRefused,
  WrongExpectedRevision,
  type Appended,
  type EventStore,
  type SideRow,
} from '../event-store/port.ts';
import { isAccepted, type Outcome } from '../http/outcome.ts';
import { outcomeEntry } from '../operation-log/entry.ts';
import type { Trace } from '../operation-log/operation-log.ts';
import { batched } from '../batched.ts';
import type { WireIds } from '../wire-ids.ts';
import type { Command, Work } from './command.ts';
import { Gathered } from '../gathered.ts';

const Seen = z.object({ userId: z.int(), key: z.string() });
const Kept = z.object({ answer: z.unknown() });

export type Attempt = {
  readonly command: Command;
  readonly work: Work;
  readonly trace: Trace | undefined;
  /** The key is the client's own: an earlier try may have brought it. */
  readonly mayRepeat: boolean;
};
type Envelope = Extract<Outcome, { kind: 'envelope' }>;
type Done = { readonly attempt: Attempt; readonly outcome: Envelope; readonly ids: readonly number[] };

const lies = (outcome: Envelope, { position }: Appended): Envelope => ({ ...outcome, settled: { position } });

const claimRow = ({ attempt: { command }, outcome, ids }: Done, appended: Appended): SideRow => ({
  table: 'master.command_log',
  values: {
    user_id: String(command.userId),
    key: command.key,
    route: command.route,
    body_hash: command.bodyHash,
    ids: `{${ids.join(',')}}`,
    answer: JSON.stringify(lies(outcome, appended)),
  },
});
/** Its duration ends where the commit begins. */
const traceRow = ({ entry, since }: Trace, { status, envelope }: Envelope): SideRow => {
  const latencyMs = since === undefined ? 0 : Math.round(performance.now() - since);
  const row = { ...entry, ...outcomeEntry({ status, message: envelope.msg, latencyMs }) };
  return {
    table: 'master.operation_log',
    values: Object.fromEntries(Object.entries(row).map(([column, value]) => [column, String(value)])),
  };
};

export class AtOnce {
  readonly #db: DatabasePool;
  readonly #store: EventStore;
  readonly #ids: WireIds;
  readonly #seen = batched((commands: readonly Command[]) => this.#seenAll(commands));

  constructor(db: DatabasePool, store: EventStore, ids: WireIds) {
    this.#db = db;
    this.#store = store;
    this.#ids = ids;
  }

  /**
   * What the command came to; null when it goes the longer way, and nothing of it was written.
   * @throws {StoreUnavailable} when the outcome stays unknown for 5 s: the same key may be tried again.
   */
  async run(attempt: Attempt): Promise<Outcome | null> {
    if (attempt.mayRepeat && (await this.#seen(attempt.command))) return null;
    const gathered = new Gathered(this.#store);
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

  async #write(done: Done, gathered: Gathered): Promise<Outcome | null> {
    const { attempt, outcome } = done;
    const { trace } = attempt;
    const beside = (appended: Appended): readonly SideRow[] => [
      claimRow(done, appended),
      ...(trace === undefined ? [] : [traceRow(trace, outcome)]),
      ...gathered.rows,
    ];
    try {
      const appended = await gathered.write(this.#store, beside);
      if (trace !== undefined) trace.complete = true;
      return lies(outcome, appended);
    } catch (error) {
      if (!isMisfit(error)) throw error;
      gathered.misfit();
      // Whose rows stand in the way shows after a try of unknown outcome only; else somebody else's do.
      return gathered.mayBeThere ? this.#keptBefore(attempt) : null;
    }
  }

  /** The answer of a try that was written, though nobody said so. */
  async #keptBefore({ command: { userId, key, route, bodyHash }, trace }: Attempt): Promise<Outcome | null> {
    const kept = await this.#db.maybeOne(sql.type(Kept)`
      SELECT answer FROM master.command_log
      WHERE user_id = ${userId} AND key = ${key} AND route = ${route} AND body_hash = ${bodyHash} AND owner IS NULL`);
    if (kept?.answer == null) return null;
    if (trace !== undefined) trace.complete = true;
    return kept.answer as Outcome;
  }

  async #seenAll(commands: readonly Command[]): Promise<readonly boolean[]> {
    const wanted = commands.map(({ userId, key }) => [userId, key]);
    const found = await this.#db.any(sql.prepared('seen commands', Seen)`
      SELECT c.user_id AS "userId", c.key FROM ${sql.unnest(wanted, ['int8', 'text'])} AS t (user_id, key)
      JOIN master.command_log AS c ON c.user_id = t.user_id AND c.key = t.key`);
    const seen = new Set(found.map(({ userId, key }) => `${userId}/${key}`));
    return commands.map(({ userId, key }) => seen.has(`${userId}/${key}`));
  }
}

const isMisfit = (error: unknown): boolean =>
  error instanceof WrongExpectedRevision || error instanceof RowsRefused || error instanceof AppendTooLarge;
