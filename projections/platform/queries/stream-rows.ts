/** Long results in bounded memory: one snapshot, read through a cursor. */
import { sql, type CommonQueryMethods, type QuerySqlToken } from 'slonik';
import type { z } from 'zod';
import { Lanes } from '../tables/lanes.ts';

/** Rows per round trip, as the statement below says. */
const FETCHED = 500;
/**
 * Of one pool at the same time; the next waits for its turn. Each holds a connection for as long as its reader takes: half
 * of those for GETs, so that lists are answered however slowly files are read.
 */
const TOGETHER = 3;
const lanes = new WeakMap<object, Lanes>();
const lanesOf = (db: object): Lanes => {
  const mine = lanes.get(db) ?? new Lanes(TOGETHER);
  lanes.set(db, mine);
  return mine;
};

type RowStreamRequest<Schema extends z.ZodType> = {
  readonly db: CommonQueryMethods;
  /** A complete SELECT with its ORDER BY. */
  readonly query: QuerySqlToken<Schema>;
};

/**
 * What `produce` gives, as it is consumed; every statement of it sees the database of one moment. `give` answers false
 * when nobody wants more; leaving the loop early ends the transaction. A consumer that pauses longer than the pool's
 * idle-in-transaction limit loses it: the loop then throws.
 */
export async function* inSnapshot<T>(
  db: CommonQueryMethods,
  produce: (tx: CommonQueryMethods, give: (value: T) => Promise<boolean>) => Promise<void>,
): AsyncGenerator<T> {
  const hand = new Handover<T>();
  const inTransaction = () =>
    db.transaction(async (tx) => {
      await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`);
      await produce(tx, (value) => hand.give(value));
    }, 0);
  const producing = lanesOf(db)
    .run(inTransaction)
    .then(
      () => hand.end(null),
      (error: unknown) => hand.end({ error }),
    );
  try {
    for (let value = await hand.take(); value !== null; value = await hand.take()) yield value;
  } finally {
    hand.stop();
    await producing;
  }
}

/** The rows of `query`, some hundred at a time, all of one moment ({@link inSnapshot}). */
export const streamRows = <Schema extends z.ZodType>({
  db,
  query,
}: RowStreamRequest<Schema>): AsyncGenerator<readonly z.output<Schema>[]> =>
  inSnapshot(db, async (tx, give) => {
    await tx.query(sql.unsafe`declare streamed no scroll cursor for ${query}`);
    const next = sql.type(query.parser)`fetch forward 500 from streamed`;
    for (let open = true; open;) {
      const rows = await tx.any(next);
      open = (await give(rows as readonly z.output<Schema>[])) && rows.length === FETCHED;
    }
  });

/** One value at a time from a producer to a consumer; the producer is one value ahead at most. */
class Handover<T> {
  #waiting: T[] = [];
  #ended: { readonly failure: { readonly error: unknown } | null } | null = null;
  #stopped = false;
  #sleepers: (() => void)[] = [];

  /** Resolves when the value was taken; false: the consumer wants no more. */
  async give(value: T): Promise<boolean> {
    this.#waiting.push(value);
    this.#changed();
    while (this.#waiting.length > 0 && !this.#stopped) await this.#change();
    return !this.#stopped;
  }

  async take(): Promise<T | null> {
    for (;;) {
      const value = this.#waiting.shift();
      if (value !== undefined) {
        this.#changed();
        return value;
      }
      if (this.#ended?.failure != null) throw this.#ended.failure.error;
      if (this.#ended !== null) return null;
      await this.#change();
    }
  }

  end(failure: { readonly error: unknown } | null): void {
    this.#ended = { failure };
    this.#changed();
  }

  stop(): void {
    this.#stopped = true;
    this.#changed();
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#sleepers.push(resolve));
  }

  #changed(): void {
    for (const wake of this.#sleepers.splice(0)) wake();
  }
}
