/** Whether other processes of the house use the same database: each keeps one connection that listens for read models. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';

const LOOK_MS = 1_000;
/** An older look tells nothing. */
const FRESH_MS = 2_000;
/** A process that finds others begins when they must have seen it. */
export const UNTIL_SEEN_MS = 3_000;
const Others = z.object({ others: z.int() });

/** Within the name, short enough for what the server keeps of one. */
const KEEPS = { postgres: 'pg', eventstoredb: 'es' } as const;
/** No other process has it: it ends with what marks the process (`Listener.process`), and says in which store that has its log. */
export const listenerName = (store: keyof typeof KEEPS): string => `projections listen ${KEEPS[store]} ${randomUUID()}`;

/** How many processes have their log in that store. */
export const processesOver = async (db: Pick<pg.ClientBase, 'query'>, store: keyof typeof KEEPS): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and application_name like 'projections listen ' || $1::text || ' %'`,
    [KEEPS[store]],
  );
  return rows[0]?.count ?? 0;
};

export class Peers {
  readonly #db: DatabasePool;
  readonly #listener: string;
  #others = 0;
  #lookedAt = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** `listener`: what this process calls its listening connection, by {@link listenerName}. */
  constructor(db: DatabasePool, listener: string) {
    this.#db = db;
    this.#listener = listener;
  }

  /** False also while it cannot be told. */
  alone(): boolean {
    return this.#others === 0 && performance.now() - this.#lookedAt < FRESH_MS;
  }

  /** Looks from now on. */
  async watch(): Promise<void> {
    await this.#look();
    if (!this.#stopped) this.#timer = setTimeout(() => void this.watch(), LOOK_MS).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #look(): Promise<void> {
    const lookedAt = performance.now();
    const others = await this.#db
      .oneFirst(
        sql.type(Others)`
          SELECT count(*)::int AS others FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'projections listen%'
            AND application_name <> ${this.#listener}`,
      )
      .catch(() => null);
    if (others === null) return;
    this.#others = others;
    this.#lookedAt = lookedAt;
  }
}
