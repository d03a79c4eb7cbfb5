/**
 * Repeated commands (wire: Idempotency-Key). The same key of the same user answers the first accepted result; while
 * the first still runs the repeat waits for its outcome; another body or route is refused; a refused command leaves
 * the key free; a failed one keeps its ids for the next try.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { refuse } from '../../contracts/refusal.ts';
import { isAccepted, refusalOutcome } from '../http/outcome.ts';
import type { Outcome } from '../http/outcome.ts';
import { stubOf } from '../operation-log/entry.ts';
import { withStubs, type Trace } from '../operation-log/operation-log.ts';
import { insertEntries } from '../operation-log/table.ts';
import { batched } from '../batched.ts';
import type { EventStore } from '../event-store/port.ts';
import type { WireIds } from '../wire-ids.ts';
import { AtOnce } from './at-once.ts';
import type { Command, Work } from './command.ts';

const RENEW_MS = 2_000;
/** A running row that nobody renewed for this long belongs to a process that died. */
const ABANDONED = '6 seconds';
const KEEP = '7 days';
const POLL_MS = 50;
const WAIT_MS = 60_000;
/** Nobody waits for an answer to be kept, so those of a moment are kept together. */
const GATHER_MS = 10;

/** A command to claim, and the row of the operation log that is written with its claim. */
type Claim = { readonly command: Command; readonly trace: Trace | undefined };
/** A POST mostly creates something: its first id is bound with the claim, one round trip less. */
type Numbered = Claim & { readonly firstId: number | null };
const creates = ({ command }: Claim): boolean => command.route.startsWith('POST ');
type Answered = { readonly userId: number; readonly key: string; readonly answer: string };
export type RunOptions = {
  /** Its row of the operation log. */
  readonly trace?: Trace | undefined;
  /** All that it writes is one append at most: it may be one transaction. */
  readonly appendsOnce?: boolean;
  /** The key is the client's own. */
  readonly mayRepeat?: boolean;
};

const Entry = z.object({
  route: z.string(),
  bodyHash: z.string(),
  answer: z.unknown(),
  running: z.boolean(),
});
const Claimed = z.object({
  claimed: z.array(z.object({ userId: z.int(), key: z.string(), ids: z.array(z.int()) })),
  logged: z.array(z.object({ id: z.int(), requestId: z.string() })),
});
const Id = z.object({ id: z.int() });
const Nothing = z.object({});

const OTHER_BODY = refusalOutcome(
  refuse('conflict', 'platform.key_reused', '重复的请求编号，内容与上次提交不同，请刷新后重试', {
    data: { reason: 'key_reused' },
  }),
);
const STILL_RUNNING = refusalOutcome(
  refuse('conflict', 'platform.still_running', '上次提交仍在处理，请稍后重试', { data: { reason: 'still_running' } }),
);

/** Says that an earlier attempt was the one that saved, so a screen can tell 上次保存已成功. */
const replayed = (outcome: Outcome): Outcome =>
  outcome.kind === 'envelope' && isAccepted(outcome) ? { ...outcome, replayed: true } : outcome;

export class CommandLog {
  readonly #db: DatabasePool;
  readonly #owner = randomUUID();
  readonly #ids: WireIds;
  readonly #atOnce: AtOnce | undefined;
  readonly #running = new Map<string, { command: Command; outcome: Promise<Outcome> }>();
  readonly #claim = batched((claims: readonly Claim[]) => this.#claimAll(claims));
  readonly #keep = batched((answers: readonly Answered[]) => this.#keepAll(answers), GATHER_MS);
  /** Answers on their way into the log; the caller has them already. */
  readonly #keeping = new Map<string, Promise<void>>();
  #renewing: NodeJS.Timeout | undefined;

  /** With a store that takes rows beside events, a command that appends once is one transaction. */
  constructor(db: DatabasePool, ids: WireIds, store?: EventStore) {
    this.#db = db;
    this.#ids = ids;
    this.#atOnce = store?.takesRows === true ? new AtOnce(db, store, ids) : undefined;
  }

  /**
   * Runs `work` once per (user, key) and answers what it came to. Its trace is in the operation log before it begins, or
   * with its events; one of which nothing was written is left to the answer.
   */
  async run(command: Command, work: Work, options: RunOptions = {}): Promise<Outcome> {
    const name = nameOf(command);
    const mine = this.#running.get(name);
    if (mine !== undefined) {
      return sameCommand(mine.command, command) ? replayed(await mine.outcome) : OTHER_BODY;
    }
    const outcome = this.#runOnce(command, work, options);
    this.#running.set(name, { command, outcome });
    this.#keepRenewing();
    const forget = (): void => void this.#running.delete(name);
    outcome.then(() => this.#keeping.get(name)).then(forget, forget);
    return outcome;
  }

  async #runOnce(command: Command, work: Work, options: RunOptions): Promise<Outcome> {
    const { trace, appendsOnce = false, mayRepeat = true } = options;
    const outcome = appendsOnce ? await this.#atOnce?.run({ command, work, trace, mayRepeat }) : null;
    return outcome ?? this.#claimAndRun({ command, trace }, work);
  }

  async #claimAndRun(claim: Claim, work: Work): Promise<Outcome> {
    const { command } = claim;
    const giveUpAt = performance.now() + WAIT_MS;
    while (performance.now() < giveUpAt) {
      const ids = await this.#claim(claim);
      if (ids !== null) return this.#runClaimed(command, work, ids);
      const entry = await this.#find(command);
      if (entry === null) continue;
      if (entry.route !== command.route || entry.bodyHash !== command.bodyHash) return OTHER_BODY;
      if (entry.answer !== null) return replayed(entry.answer as Outcome);
      await pause(POLL_MS);
    }
    return STILL_RUNNING;
  }

  /**
   * The ids bound so far per command whose row is ours to run now; null when it is answered or runs elsewhere.
   */
  async #claimAll(claims: readonly Claim[]): Promise<readonly (readonly number[] | null)[]> {
    // In one order for every process: two batches with the same keys must not wait for each other.
    const ordered = claims.toSorted((left, right) => (nameOf(left.command) < nameOf(right.command) ? -1 : 1));
    const ids = (await this.#ids.several(ordered.filter(creates).length)).values();
    const numbered = ordered.map((claim): Numbered => ({
      ...claim,
      firstId: creates(claim) ? (ids.next().value ?? null) : null,
    }));
    const written = await withStubs(numbered, (some) => this.#claimAndLog(some), withStub);
    const bound = new Map(written.flatMap(({ claimed }) => claimed.map((row) => [nameOf(row), row.ids])));
    const logged = new Map(written.flatMap((one) => one.logged.map((row) => [row.requestId, row.id])));
    for (const { trace } of claims) if (trace !== undefined) trace.id ??= logged.get(String(trace.entry['request_id']));
    return claims.map(({ command }) => bound.get(nameOf(command)) ?? null);
  }

  /** One statement: what is claimed has its row in the operation log, whatever ends this process next. */
  #claimAndLog(claims: readonly Numbered[]): Promise<z.infer<typeof Claimed>> {
    const rows = claims.map(({ command: { userId, key, route, bodyHash }, firstId }) => [
      userId,
      key,
      route,
      bodyHash,
      firstId,
    ]);
    const entries = claims.flatMap(({ trace }) => (trace === undefined || trace.id !== undefined ? [] : [trace.entry]));
    return this.#db.one(sql.prepared('claim commands', Claimed)`
      WITH logged AS (${insertEntries(entries)}),
      claimed AS (
        INSERT INTO master.command_log AS c (user_id, key, route, body_hash, owner, ids)
        SELECT t.user_id, t.key, t.route, t.body_hash, ${this.#owner}::uuid,
          CASE WHEN t.first_id IS NULL THEN '{}'::bigint[] ELSE ARRAY[t.first_id] END
        FROM ${sql.unnest(rows, ['int8', 'text', 'text', 'text', 'int8'])} AS t (user_id, key, route, body_hash, first_id)
        ON CONFLICT (user_id, key) DO UPDATE SET owner = excluded.owner, renewed_at = now()
        WHERE c.answer IS NULL AND c.route = excluded.route AND c.body_hash = excluded.body_hash
          AND (c.owner IS NULL OR c.owner = excluded.owner OR c.renewed_at < now() - ${ABANDONED}::interval)
        RETURNING user_id AS "userId", key, ids)
      SELECT (SELECT coalesce(json_agg(claimed), '[]') FROM claimed) AS claimed,
        (SELECT coalesce(json_agg(json_build_object('id', id, 'requestId', request_id)), '[]') FROM logged) AS logged`);
  }

  #find({ userId, key }: Command) {
    return this.#db.maybeOne(sql.type(Entry)`
      SELECT route, body_hash AS "bodyHash", answer, owner IS NOT NULL AS running
      FROM master.command_log WHERE user_id = ${userId} AND key = ${key}`);
  }

  async #runClaimed(command: Command, work: Work, bound: readonly number[]): Promise<Outcome> {
    let used = 0;
    const newId = async (): Promise<number> => {
      const known = bound[used];
      used += 1;
      return known ?? this.#bindId(command);
    };
    try {
      const outcome = await work(newId);
      if (isAccepted(outcome) && outcome.kind === 'envelope') this.#keepInTime(command, outcome);
      else await this.#forget(command);
      return outcome;
    } catch (error) {
      // The ids stay bound: the next try with this key goes on where this one stopped.
      await this.#db
        .query(
          sql.unsafe`UPDATE master.command_log SET owner = NULL WHERE user_id = ${command.userId} AND key = ${command.key}`,
        )
        .catch(() => undefined);
      throw error;
    }
  }

  async #bindId({ userId, key }: Command): Promise<number> {
    const id = await this.#ids.next();
    return this.#db.oneFirst(sql.type(Id)`
      UPDATE master.command_log SET ids = ids || ${id}::bigint
      WHERE user_id = ${userId} AND key = ${key} RETURNING ids[cardinality(ids)] AS id`);
  }

  /**
   * The caller need not wait for it: what was done is durable, and should the answer be lost with the process, the same
   * key runs again with the same ids and adds nothing.
   */
  #keepInTime({ userId, key }: Command, outcome: Outcome): void {
    const name = nameOf({ userId, key });
    const kept = this.#keep({ userId, key, answer: JSON.stringify(outcome) })
      .catch(() => undefined)
      .finally(() => this.#keeping.delete(name));
    this.#keeping.set(name, kept);
  }

  /** A refused command leaves its key free. */
  async #forget({ userId, key }: Command): Promise<void> {
    await this.#db.query(sql.unsafe`DELETE FROM master.command_log WHERE user_id = ${userId} AND key = ${key}`);
  }

  async #keepAll(answers: readonly Answered[]): Promise<readonly void[]> {
    const rows = answers
      .toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1))
      .map(({ userId, key, answer }) => [userId, key, answer]);
    await this.#db.query(sql.prepared('keep answers', Nothing)`
      UPDATE master.command_log AS c SET answer = t.answer::json, owner = NULL
      FROM ${sql.unnest(rows, ['int8', 'text', 'text'])} AS t (user_id, key, answer)
      WHERE c.user_id = t.user_id AND c.key = t.key`);
    return [];
  }

  #keepRenewing(): void {
    if (this.#renewing !== undefined) return;
    this.#renewing = setInterval(() => {
      if (this.#running.size > 0) void this.#renew().catch(() => undefined);
    }, RENEW_MS);
    this.#renewing.unref();
  }

  async #renew(): Promise<void> {
    const rows = [...this.#running.values()].map(({ command: { userId, key } }) => [userId, key]);
    await this.#db.query(sql.unsafe`
      UPDATE master.command_log AS c SET renewed_at = now() FROM ${sql.unnest(rows, ['int8', 'text'])} AS t (user_id, key)
      WHERE c.user_id = t.user_id AND c.key = t.key AND c.owner = ${this.#owner}`);
  }

  /** Forgets commands older than a week. */
  async prune(): Promise<void> {
    await this.#db.query(sql.unsafe`DELETE FROM master.command_log WHERE created_at < now() - ${KEEP}::interval`);
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewing);
    await Promise.all(this.#keeping.values());
  }
}

const nameOf = ({ userId, key }: Pick<Command, 'userId' | 'key'>): string => `${userId}/${key}`;
const sameCommand = (left: Command, right: Command): boolean =>
  left.route === right.route && left.bodyHash === right.bodyHash;
const withStub = ({ trace, ...claim }: Numbered): Numbered => ({
  ...claim,
  trace: trace && { ...trace, entry: stubOf(trace.entry) },
});
