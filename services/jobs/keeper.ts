/** One scheduled job in the process that keeps the schedule: its alarm, its firings, its runs (R116, R118). */
import { setTimeout as pause } from 'node:timers/promises';
import schedule from 'node-schedule';
import type { DatabasePool } from 'slonik';
import { startRun, type Running, type RunEnd } from './child.ts';
import { firingsOf, madeUpFor } from './firings.ts';
import type { RunRequest } from '../platform/jobs/job-function.ts';
import { beginRun, endRun, moveClock, sayRun, skipRun, type Clock, type ScheduledJob } from './runs.ts';

export type KeeperDeps = {
  readonly db: DatabasePool;
  readonly holder: string;
  /** The module of a run's process. */
  readonly module: URL;
  readonly request: (job: Pick<ScheduledJob, 'type' | 'target' | 'args' | 'owner'>, runId: number) => RunRequest;
  readonly now: () => Date;
  readonly told: (message: string, fields: Readonly<Record<string, unknown>>) => void;
  readonly warn: (error: unknown, message: string) => void;
};

const ZONE = 'Asia/Shanghai';
const MOST_AT_ONCE = 5;
const TRIES = 10;
const PAUSE_MS = 500;
/** A look that failed is made up for at the next look of the schedule, then ever more seldom, but never longer apart than this. */
const LONGEST_PAUSE_MS = 30_000;

/** The runs of one job that are under way; they outlive an edit of their job. */
export class Runs {
  readonly #deps: KeeperDeps;
  readonly #signal: AbortSignal;
  readonly #running = new Map<number, Running>();
  readonly #said = new Map<number, string>();
  readonly #ends = new Set<Promise<void>>();

  constructor(deps: KeeperDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }
  get count(): number {
    return this.#running.size;
  }

  /** `then` hears when it is over. */
  start(
    id: number,
    job: Parameters<KeeperDeps['request']>[0] & Pick<ScheduledJob, 'timeout' | 'name'>,
    then: () => void,
  ): void {
    const { module, request, told } = this.#deps;
    told('job run began', { job: job.name, run: id });
    const running = startRun({ module, request: request(job, id), timeoutS: job.timeout }, this.#signal);
    this.#running.set(id, running);
    const end = running.ended.then(async (ended) => {
      await this.#write(id, ended);
      this.#running.delete(id);
      this.#said.delete(id);
      told('job run ended', { job: job.name, run: id, status: ended.status });
      then();
    });
    this.#ends.add(end);
    void end.finally(() => this.#ends.delete(end));
  }

  /** What they have said meanwhile is shown. */
  async tell(): Promise<void> {
    for (const [id, { said }] of this.#running) {
      const output = said();
      if (output === (this.#said.get(id) ?? '')) continue;
      this.#said.set(id, output);
      await sayRun(this.#deps.db, id, output);
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#ends);
  }

  /** A database that is away for a moment loses no outcome; one that stays away cuts the run off. */
  async #write(id: number, end: RunEnd): Promise<void> {
    for (let tried = 1; tried <= TRIES; tried += 1) {
      try {
        return await endRun(this.#deps.db, id, end);
      } catch (error) {
        this.#deps.warn(error, 'the end of a job run waits');
        if (this.#signal.aborted) return;
        await pause(PAUSE_MS);
      }
    }
  }
}

export class Keeper {
  readonly job: ScheduledJob;
  readonly #deps: KeeperDeps;
  readonly #runs: Runs;
  readonly #alarm: schedule.Job | null;
  #clock: Clock;
  #skips: number | null = null;
  #turn: Promise<void> = Promise.resolve();
  #until: Date | null = null;
  #failed = 0;
  #againAt = 0;
  #closed = false;

  constructor(job: ScheduledJob, runs: Runs, deps: KeeperDeps) {
    this.job = job;
    this.#deps = deps;
    this.#runs = runs;
    this.#clock = { seen: new Date(job.seenMs), backlog: job.backlogMs.map((one) => new Date(one)) };
    this.#clock = { ...this.#clock, backlog: madeUpFor(job.misfire, this.#clock.backlog) };
    this.#alarm = schedule.scheduleJob({ rule: job.line, tz: ZONE }, (fired) => this.look(fired));
    this.look();
  }

  /** Deals with every firing up to now; the alarm's own moment counts even where its clock is ahead. */
  look(fired: Date = new Date(0)): void {
    const waits = this.#until !== null;
    this.#until = new Date(Math.max(fired.getTime(), this.#until?.getTime() ?? 0));
    if (waits) return;
    this.#turn = this.#turn.then(async () => {
      try {
        await this.#look();
        this.#failed = 0;
      } catch (error) {
        this.#failed += 1;
        this.#againAt = performance.now() + Math.min(PAUSE_MS * 2 ** (this.#failed - 1), LONGEST_PAUSE_MS);
        this.#deps.warn(error, 'a job waits');
      }
    });
  }
  /** After a look that failed: its alarm may be a day away, or a year. */
  lookAgain(): void {
    if (this.#failed > 0 && performance.now() >= this.#againAt) this.look();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#alarm?.cancel();
    await this.#turn;
  }

  async #look(): Promise<void> {
    const until = new Date(Math.max(this.#deps.now().getTime(), this.#until?.getTime() ?? 0));
    this.#until = null;
    if (this.#closed) return;
    const { line, misfire } = this.job;
    const { missed, due } = firingsOf(line, this.#clock.seen, until);
    const last = missed.at(-1);
    if (last !== undefined) {
      const backlog = madeUpFor(misfire, [...this.#clock.backlog, ...missed]);
      await this.#move({ seen: last, backlog });
    }
    for (const firing of due) await this.#fire(firing);
    await this.#makeUp();
  }

  async #move(clock: Clock): Promise<void> {
    await moveClock(this.#deps.db, this.#deps.holder, this.job, clock);
    this.#clock = clock;
  }

  /** Why a firing finds no room; null: it does. */
  #full(): string | null {
    const { count } = this.#runs;
    if (this.job.concurrent === '1') return count > 0 ? '上一次运行尚未结束' : null;
    return count >= MOST_AT_ONCE ? `已有${MOST_AT_ONCE}次运行同时进行` : null;
  }

  async #fire(due: Date): Promise<void> {
    const why = this.#full();
    const clock = { ...this.#clock, seen: due };
    if (why === null) return this.#begin(due, clock);
    const { db, holder } = this.#deps;
    this.#skips = await skipRun(db, holder, { job: this.job, due, clock, why }, this.#skips);
    this.#clock = clock;
  }

  /** What was missed, one after the other, the oldest first. */
  async #makeUp(): Promise<void> {
    const [first, ...backlog] = this.#clock.backlog;
    if (first !== undefined && this.#runs.count === 0) await this.#begin(first, { ...this.#clock, backlog });
  }

  async #begin(due: Date, clock: Clock): Promise<void> {
    const id = await beginRun(this.#deps.db, this.#deps.holder, { job: this.job, due, clock });
    // It was edited or stopped meanwhile: another keeper is on its way.
    if (id === null) return void (this.#closed = true);
    this.#clock = clock;
    this.#skips = null;
    this.#runs.start(id, this.job, () => this.look());
  }
}
