/** The schedule of the house: kept by one process at a time, by a lock of its connection (R118). */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lease } from '../documents/lease.ts';
import { Keeper, Runs, type KeeperDeps } from './keeper.ts';
import { pruneRuns, scheduledJobs, takeAsked, takeOver } from './runs.ts';

export type ScheduleDeps = Omit<KeeperDeps, 'holder'> & { readonly lease: Lease };
/** How soon a job that was started, stopped or edited elsewhere is known of. */
const LOOK_MS = 500;
const PRUNE_MS = 3_600_000;

class Board {
  readonly #deps: KeeperDeps;
  readonly #signal: AbortSignal;
  readonly #keepers = new Map<number, Keeper>();
  readonly #runs = new Map<number, Runs>();
  #pruned = 0;

  constructor(deps: KeeperDeps, signal: AbortSignal) {
    this.#deps = deps;
    this.#signal = signal;
  }

  async keep(): Promise<void> {
    await takeOver(this.#deps.db, this.#deps.holder);
    this.#deps.told('this process runs the jobs from now on', {});
    while (!this.#signal.aborted) {
      await this.#look().catch((error: unknown) => this.#deps.warn(error, 'the schedule waits'));
      await pause(LOOK_MS, undefined, { signal: this.#signal }).catch(() => undefined);
    }
    await Promise.all([...this.#keepers.values()].map((keeper) => keeper.close()));
    await Promise.all([...this.#runs.values()].map((runs) => runs.settled()));
  }

  async #look(): Promise<void> {
    const { db } = this.#deps;
    const jobs = await scheduledJobs(db);
    const known = new Set(jobs.map(({ id }) => id));
    for (const [id, keeper] of this.#keepers) {
      const now = jobs.find((job) => job.id === id);
      if (known.has(id) && now?.revision === keeper.job.revision) continue;
      await keeper.close();
      this.#keepers.delete(id);
    }
    for (const job of jobs) {
      const keeper = this.#keepers.get(job.id) ?? new Keeper(job, this.#runsOf(job.id), this.#deps);
      this.#keepers.set(job.id, keeper);
      keeper.lookAgain();
    }
    await this.#startAsked();
    for (const runs of this.#runs.values()) await runs.tell();
    if (performance.now() - this.#pruned < PRUNE_MS && this.#pruned > 0) return;
    this.#pruned = performance.now();
    await pruneRuns(db);
  }

  #runsOf(id: number): Runs {
    const known = this.#runs.get(id) ?? new Runs(this.#deps, this.#signal);
    this.#runs.set(id, known);
    return known;
  }

  async #startAsked(): Promise<void> {
    const busy = [...this.#runs].filter(([, { count }]) => count > 0).map(([id]) => id);
    for (const { id, jobId, ...run } of await takeAsked(this.#deps.db, this.#deps.holder, busy))
      this.#runsOf(jobId).start(id, { ...run, type: '2' }, () => this.#keepers.get(jobId)?.look());
  }
}

/** Runs until `signal` aborts; whoever waits for the lock is there within some seconds of its being free. */
export const keepSchedule = ({ lease, ...deps }: ScheduleDeps, signal: AbortSignal): Promise<void> =>
  lease.run(signal, (mine) =>
    new Board({ ...deps, holder: randomUUID() }, mine)
      .keep()
      .catch((error: unknown) => deps.warn(error, 'the schedule is not kept')),
  );
