/**
 * Screens that follow a check wait here for its news. However many wait for one check, it is looked at once per
 * {@link LOOK_MS}; nobody waits, nobody looks.
 */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';

/** A scan stands on every screen well within 300 ms. */
const LOOK_MS = 40;
/** Longest wait of one question; a house that stops has to wait for it too. */
export const MAX_WAIT_MS = 2_000;

const CheckMark = z.object({ mark: z.string(), position: z.int() });
type CheckMark = z.infer<typeof CheckMark>;
/** What of a check its counts do not say: reset, finished, audited, codes not found. */
export const markOf = (row: {
  readonly round: number;
  readonly audit_flag: number;
  readonly finished: boolean;
  readonly not_found: { length: number };
}) => `${row.round}/${row.audit_flag}/${row.finished}/${row.not_found.length}`;

type Waiter = { readonly isNews: (standing: CheckMark) => boolean; readonly done: () => void };
type Watch = { readonly waiters: Set<Waiter>; timer: NodeJS.Timeout | undefined };

export class CheckNews {
  readonly #db: CommonQueryMethods;
  readonly #watches = new Map<number, Watch>();
  constructor(db: CommonQueryMethods) {
    this.#db = db;
  }

  /** Settles when the check has counts after `after` or another mark than `mark`; in any case after `waitMs`. */
  wait(id: number, seen: { readonly after: number; readonly mark: string }, waitMs: number): Promise<void> {
    const watch = this.#watches.get(id) ?? { waiters: new Set(), timer: undefined };
    this.#watches.set(id, watch);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        isNews: ({ mark, position }) => position > seen.after || mark !== seen.mark,
        done: () => {
          clearTimeout(limit);
          watch.waiters.delete(waiter);
          resolve();
        },
      };
      const limit = setTimeout(waiter.done, Math.min(waitMs, MAX_WAIT_MS));
      watch.waiters.add(waiter);
      this.#lookSoon(id, watch);
    });
  }

  #lookSoon(id: number, watch: Watch): void {
    if (watch.waiters.size === 0) {
      this.#watches.delete(id);
      return;
    }
    watch.timer ??= setTimeout(() => {
      void this.#look(id, watch).finally(() => {
        watch.timer = undefined;
        this.#lookSoon(id, watch);
      });
    }, LOOK_MS);
  }

  async #look(id: number, { waiters }: Watch): Promise<void> {
    // A database that is away is told by the question itself, when its wait is over.
    const standing = await this.#db
      .maybeOne(
        sql.type(CheckMark)`
        SELECT k.round || '/' || k.audit_flag || '/' || k.finished || '/' || jsonb_array_length(k.not_found) AS mark,
          coalesce((SELECT max(c.from_position) FROM live.stock_check_counts c
            WHERE c.check_id = k.id AND c.round = k.round), -1)::bigint AS position
        FROM live.stock_checks k WHERE k.id = ${id}`,
      )
      .catch(() => null);
    if (standing === null) return;
    for (const waiter of waiters) if (waiter.isNews(standing)) waiter.done();
  }
}
