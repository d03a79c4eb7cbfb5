/**
 * Long streams as they were at some revision, so that a read begins there. A cache beside the log, for every store: where
 * it has nothing, or what does not fit, the stream is read whole.
 */
import { setImmediate as laterTurn } from 'node:timers/promises';
import { sql, type DatabasePool } from 'slonik';
import { z } from 'zod';
import type { Log } from '../base/log.ts';
import type { Migration } from '../base/migrate.ts';
import type { Snapshot, Snapshots } from '../event-store/port.ts';

/** Unlogged: a crash of Postgres empties it. What is random is not worth compressing. */
export const snapshotMigration: Migration = {
  id: 'platform-015-stream-snapshot',
  sql: `
    CREATE UNLOGGED TABLE stream_snapshot (
      stream text COLLATE "C" PRIMARY KEY, tag text NOT NULL, revision bigint NOT NULL, last_id uuid NOT NULL,
      state text NOT NULL, days json NOT NULL, ids bytea NOT NULL, kept_at timestamptz NOT NULL DEFAULT now());
    ALTER TABLE stream_snapshot ALTER COLUMN ids SET STORAGE EXTERNAL;
    CREATE INDEX stream_snapshot_kept ON stream_snapshot (kept_at);`,
};

/** More that wait to be written are not: the next ones of their streams may be. */
const MOST_WAITING = 1_000;
/** A stream that had none for so long is hot no more. */
const KEEP = '30 days';
const Row = z.object({
  revision: z.int(),
  last_id: z.string(),
  state: z.string(),
  days: z.array(z.tuple([z.string(), z.int()])),
  ids: z.instanceof(Buffer),
});

export class StreamSnapshots implements Snapshots {
  readonly #db: DatabasePool;
  readonly #log: Pick<Log, 'warn'>;
  readonly #waiting = new Map<string, () => Snapshot>();
  #writing: Promise<void> | undefined;

  constructor(db: DatabasePool, log: Pick<Log, 'warn'>) {
    this.#db = db;
    this.#log = log;
  }

  async find(stream: string, tag: string): Promise<Snapshot | null> {
    try {
      const row = await this.#db.maybeOne(sql.type(Row)`
        SELECT revision, last_id, state, days, ids FROM master.stream_snapshot WHERE stream = ${stream} AND tag = ${tag}`);
      if (row === null) return null;
      const { revision, last_id: lastId, state, ...past } = row;
      return { tag, revision, lastId, state, past };
    } catch (error) {
      this.#log.warn('snapshot not read', { stream, error });
      return null;
    }
  }

  offer(stream: string, of: () => Snapshot): void {
    if (this.#waiting.size >= MOST_WAITING && !this.#waiting.has(stream)) return;
    this.#waiting.set(stream, of);
    this.#writing ??= this.#writeAll();
  }

  async prune(): Promise<void> {
    await this.#db.query(sql.unsafe`DELETE FROM master.stream_snapshot WHERE kept_at < now() - ${KEEP}::interval`);
  }

  /** Once nothing waits to be written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  /** One after the other, each in a turn of its own: whoever offered one has answered by then. */
  async #writeAll(): Promise<void> {
    for (;;) {
      await laterTurn();
      const [next] = this.#waiting;
      if (next === undefined) break;
      const [stream, of] = next;
      this.#waiting.delete(stream);
      await this.#write(stream, of).catch((error: unknown) => {
        // The database is away or full: what waits would only wait longer.
        this.#waiting.clear();
        this.#log.warn('snapshot not written', { stream, error });
      });
    }
    this.#writing = undefined;
  }

  async #write(stream: string, of: () => Snapshot): Promise<void> {
    const { tag, revision, lastId, state, past } = of();
    const { days, ids } = past;
    await this.#db.query(sql.unsafe`
      INSERT INTO master.stream_snapshot (stream, tag, revision, last_id, state, days, ids)
      VALUES (${stream}, ${tag}, ${revision}, ${lastId}, ${state}, ${JSON.stringify(days)}, ${sql.binary(ids)})
      ON CONFLICT (stream) DO UPDATE SET tag = excluded.tag, revision = excluded.revision, last_id = excluded.last_id,
        state = excluded.state, days = excluded.days, ids = excluded.ids, kept_at = excluded.kept_at`);
  }
}
