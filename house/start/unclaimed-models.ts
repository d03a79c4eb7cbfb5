/**
 * Read models that no live process would run: every one has PROJECTIONS that leave them out, or none has the role `projector`. They
 * stand still and nobody else would say so. A process that is still starting is given its time.
 */
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Log } from '../../services/platform/base/log.ts';

const LOOK_MS = 10_000;
const STARTING_MS = 30_000;
const FEW = 3;
/** Titles of the read models of a release, by the lease that each is run under. */
type Released = ReadonlyMap<string, string>;

const Lease = z.object({ lease: z.string() });
/** Titles of those for which no live process is enlisted. */
export const unclaimedModels = async (db: DatabasePool, released: Released): Promise<readonly string[]> => {
  const claimed = await db.anyFirst(sql.type(Lease)`
    SELECT DISTINCT unnest(p.leases) AS lease FROM projection.projector p
    JOIN pg_stat_activity a ON a.pid = p.pid AND a.backend_start = p.began`);
  const taken = new Set(claimed);
  return [...released].filter(([lease]) => !taken.has(lease)).map(([, title]) => title);
};
const unclaimedInWords = (titles: readonly string[]): string => {
  const names = titles.filter((_, place) => place < FEW).join('、');
  const which = titles.length > FEW ? `${names}等${titles.length}个` : names;
  return `没有进程处理读模型${which}：请检查各进程的PROJECTIONS和ROLES`;
};

type Times = { readonly lookMs?: number; readonly startingMs?: number };
type Parts = { readonly db: DatabasePool; readonly released: Released; readonly log: Pick<Log, 'warn'> };
export class UnclaimedWatch {
  readonly #parts: Parts;
  readonly #times: Required<Times>;
  #since: number | null = null;
  #warning: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: Parts, times: Times = {}) {
    this.#parts = parts;
    this.#times = { lookMs: LOOK_MS, startingMs: STARTING_MS, ...times };
  }

  warnings(): readonly string[] {
    return this.#warning === null ? [] : [this.#warning];
  }

  async watch(): Promise<void> {
    await this.#look().catch(() => undefined);
    if (!this.#stopped) this.#timer = setTimeout(() => void this.watch(), this.#times.lookMs).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const { db, released, log } = this.#parts;
    const titles = await unclaimedModels(db, released);
    if (titles.length === 0) {
      this.#since = null;
      this.#warning = null;
      return;
    }
    this.#since ??= performance.now();
    if (performance.now() - this.#since < this.#times.startingMs) return;
    const warning = unclaimedInWords(titles);
    if (warning !== this.#warning) log.warn(warning);
    this.#warning = warning;
  }
}
