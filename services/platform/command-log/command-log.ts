/**
 * Repeated commands (wire: Idempotency-Key). The same key of the same user answers the first accepted result; while
 * the first still runs the repeat waits for its outcome; another body or route is refused; a refused command leaves
 * the key free; a failed one keeps its ids for the next try.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabasePool } from 'slonik';
import { refuse } from '../../contracts/refusal.ts';
import type { Route } from '../../contracts/route.ts';
import { isAccepted, refusalOutcome } from '../answers/outcome.ts';
import type { Outcome } from '../answers/outcome.ts';
import { outcomeEntry, stubOf, type Entry } from '../operation-log/entry.ts';
import { latencySince, withStubs, type Trace } from '../operation-log/operation-log.ts';
import { batched } from '../base/batches.ts';
import type { EventStore } from '../event-store/port.ts';
import type { RowWriter } from '../event-store/postgres/row-writer.ts';
import { Steps } from '../streams/steps.ts';
import type { WireIds } from '../streams/wire-ids.ts';
import { answerAgain, keptAnswer, type Envelope } from './answer.ts';
import { AtOnce } from './at-once.ts';
import {
  bindId,
  claimAndTrace,
  disownClaim,
  findClaim,
  freeClaims,
  keepAnswers,
  pruneClaims,
  renewClaims,
  type ClaimAnswer,
  type Claim,
  type FreedClaim,
} from './claims.ts';
import type { Command, Work } from './command.ts';

const RENEW_MS = 2_000;
const POLL_MS = 50;
const WAIT_MS = 60_000;
/** Nobody waits for an answer to be kept, so those of a moment are kept together. */
const GATHER_MS = 10;

/** A command to claim, and the trace that is written with its claim. */
type ClaimRequest = { readonly command: Command; readonly trace: Trace | undefined };
/** A row that is ours to run now, with the ids bound so far. */
type OwnClaim = { readonly id: number; readonly ids: readonly number[] };
/** A POST mostly creates something: its first id is bound with the claim, one round trip less. */
const creates = ({ command }: ClaimRequest): boolean => command.route.startsWith('POST ');
export type RunOptions = {
  /** Its row of the operation log. */
  readonly trace?: Trace | undefined;
  /** What its route says that it writes through its save. */
  readonly writes?: Route['writes'];
  /** The key is the client's own. */
  readonly mayRepeat?: boolean;
  /** Default true; else a repeat is done again. */
  readonly keepsAnswer?: boolean;
};

type Ways = {
  readonly store?: EventStore;
  readonly rowWriter?: RowWriter;
  /** What its answers carry (`answerMarkOf`); default: the log was never moved. */
  readonly answerMark?: string | null;
};

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
  readonly #answerMark: string | null;
  readonly #store: EventStore | undefined;
  readonly #isTogether: (options: RunOptions) => boolean;
  readonly #running = new Map<string, { command: Command; outcome: Promise<Outcome> }>();
  readonly #claim = batched((wanted: readonly ClaimRequest[]) => this.#claimAll(wanted));
  readonly #keep = batched((answers: readonly ClaimAnswer[]) => this.#keepAll(answers), GATHER_MS);
  readonly #free = batched(async (freed: readonly FreedClaim[]): Promise<readonly void[]> => {
    await withStubs(freed, (some) => freeClaims(this.#db, some), withStubOf);
    return [];
  });
  /** Answers on their way into the log; the caller has them already. */
  readonly #keeping = new Map<string, Promise<void>>();
  #renewing: NodeJS.Timeout | undefined;

  /**
   * With a store that takes several streams and rows beside them, a command that writes events is one transaction; with a writer of
   * rows, one that writes rows alone is.
   */
  constructor(db: DatabasePool, ids: WireIds, { store, rowWriter, answerMark = null }: Ways = {}) {
    this.#db = db;
    this.#ids = ids;
    this.#answerMark = answerMark;
    this.#atOnce = store === undefined ? undefined : new AtOnce(db, ids, { store, rowWriter, answerMark });
    this.#store = store;
    this.#isTogether = ({ writes }) =>
      (writes === 'events' && store?.takesRows === true && store.appendAll !== undefined) ||
      (writes === 'rows' && rowWriter !== undefined);
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
    const { trace, mayRepeat = true, keepsAnswer = true, writes } = options;
    const outcome = this.#isTogether(options) ? await this.#atOnce?.run({ command, work, trace, mayRepeat }) : null;
    return outcome ?? this.#claimAndRun({ command, trace }, this.#inSteps(work, writes), keepsAnswer);
  }

  #inSteps(work: Work, writes: RunOptions['writes']): Work {
    const store = this.#store;
    if (writes === undefined || store === undefined) return work;
    return (newId) =>
      new Steps(store, newId).run(
        (save) => work(() => save.id(), save),
        (done) => !isAccepted(done),
      );
  }

  async #claimAndRun(wanted: ClaimRequest, work: Work, keeps: boolean): Promise<Outcome> {
    const { command } = wanted;
    const giveUpAt = performance.now() + WAIT_MS;
    while (performance.now() < giveUpAt) {
      const claimed = await this.#claim(wanted);
      if (claimed !== null) return this.#runClaimed(wanted, work, { ...claimed, keeps });
      const found = await findClaim(this.#db, command);
      if (found === null) continue;
      if (found.route !== command.route || found.bodyHash !== command.bodyHash) return OTHER_BODY;
      if (found.answer !== null) return replayed(answerAgain(found.answer, found));
      await pause(POLL_MS);
    }
    return STILL_RUNNING;
  }

  /** The rows that are ours to run now; null for what is answered or runs elsewhere. */
  async #claimAll(wanted: readonly ClaimRequest[]): Promise<readonly (OwnClaim | null)[]> {
    // In one order for every process: two batches with the same keys must not wait for each other.
    const ordered = wanted.toSorted((left, right) => (nameOf(left.command) < nameOf(right.command) ? -1 : 1));
    const ids = (await this.#ids.several(ordered.filter(creates).length)).values();
    const claims = ordered.map(({ command, trace }): Claim => ({
      command,
      entry: trace?.id === undefined ? trace?.entry : undefined,
      firstId: creates({ command, trace }) ? (ids.next().value ?? null) : null,
    }));
    const written = await withStubs(claims, (some) => claimAndTrace(this.#db, this.#owner, some), withStub);
    const claimed = written.flatMap((one) => one.claimed);
    const logged = [...claimed.filter(({ fresh }) => fresh), ...written.flatMap(({ traced }) => traced)];
    const rowOf = new Map(logged.map(({ requestId, id }) => [requestId, id]));
    for (const { trace } of wanted) if (trace !== undefined) trace.id ??= rowOf.get(String(trace.entry['request_id']));
    const running = new Map(claimed.map((row) => [nameOf(row), row]));
    return wanted.map(({ command }) => running.get(nameOf(command)) ?? null);
  }

  async #runClaimed(
    { command, trace }: ClaimRequest,
    work: Work,
    claimed: OwnClaim & { readonly keeps: boolean },
  ): Promise<Outcome> {
    const ids: number[] = [];
    const newId = async (): Promise<number> => {
      const id = claimed.ids[ids.length] ?? (await bindId(this.#db, claimed.id, await this.#ids.next()));
      ids.push(id);
      return id;
    };
    try {
      const outcome = await work(newId);
      if (claimed.keeps && isAccepted(outcome) && outcome.kind === 'envelope')
        this.#keepInTime({ command, trace }, claimed, outcome);
      else await this.#freeWith(outcome, trace, claimed.id);
      return outcome;
    } catch (error) {
      // The ids stay bound: the next try with this key goes on where this one stopped.
      await disownClaim(this.#db, claimed.id).catch(() => undefined);
      throw error;
    }
  }

  /**
   * The caller need not wait for it: what was done is durable, and should the answer be lost with the process, the same
   * key runs again with the same ids and adds nothing. Where the trace is the same row it is complete with it.
   */
  #keepInTime({ command, trace }: ClaimRequest, { id, ids }: OwnClaim, outcome: Envelope): void {
    const said = ownOutcome(outcome, trace, id);
    const answer = keptAnswer(outcome, { ids, message: String(said?.['message'] ?? '') }, this.#answerMark);
    const name = nameOf(command);
    const kept = this.#keep({ id, answer, outcome: said });
    if (trace !== undefined && said !== undefined) trace.completed = kept;
    this.#keeping.set(
      name,
      kept.catch(() => undefined).finally(() => this.#keeping.delete(name)),
    );
  }

  /** Where the trace is the same row it is complete with it. */
  async #freeWith(outcome: Outcome, trace: Trace | undefined, id: number): Promise<void> {
    const said = ownOutcome(outcome, trace, id);
    await this.#free({ id, outcome: said });
    if (trace !== undefined && said !== undefined) trace.completed = Promise.resolve();
  }

  async #keepAll(answers: readonly ClaimAnswer[]): Promise<readonly void[]> {
    await withStubs(answers, (some) => keepAnswers(this.#db, some), withStubOutcome);
    return [];
  }

  #keepRenewing(): void {
    if (this.#renewing !== undefined) return;
    this.#renewing = setInterval(() => {
      const commands = [...this.#running.values()].map(({ command }) => command);
      if (commands.length > 0) void renewClaims(this.#db, this.#owner, commands).catch(() => undefined);
    }, RENEW_MS);
    this.#renewing.unref();
  }

  async prune(): Promise<void> {
    await pruneClaims(this.#db);
  }

  async stop(): Promise<void> {
    clearInterval(this.#renewing);
    await Promise.all(this.#keeping.values());
  }
}

const nameOf = ({ userId, key }: Pick<Command, 'userId' | 'key'>): string => `${userId}/${key}`;
const sameCommand = (left: Command, right: Command): boolean =>
  left.route === right.route && left.bodyHash === right.bodyHash;
/** What the row `id` says of the outcome, where the trace is that row. */
const ownOutcome = (outcome: Outcome, trace: Trace | undefined, id: number): Entry | undefined =>
  trace?.id === id && outcome.kind === 'envelope'
    ? outcomeEntry({ status: outcome.status, message: outcome.envelope.msg, latencyMs: latencySince(trace) })
    : undefined;
const withStubOf = ({ id, outcome }: FreedClaim): FreedClaim => ({ id, outcome: outcome && stubOf(outcome) });
/** The answer no longer finds its message in the row. */
const withStubOutcome = ({ id, answer, outcome }: ClaimAnswer): ClaimAnswer => ({
  id,
  answer: outcome === undefined || 'kind' in answer ? answer : { msg: outcome['message'], ...answer },
  outcome: outcome && stubOf(outcome),
});
const withStub = (claim: Claim): Claim => ({ ...claim, entry: claim.entry && stubOf(claim.entry) });
