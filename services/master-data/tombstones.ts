/**
 * Deleted rows that a document may still come to name: it was judged while the row was there, and is written after its
 * deletion has asked who uses it (R12). What was deleted is remembered for some minutes and comes back as soon as
 * something names it, as if the deletion had been refused.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { sql, UniqueIntegrityConstraintViolationError } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { NOBODY } from '../contracts/user.ts';
import type { Log } from '../platform/base/log.ts';
import { insertRow, type ChangedBy, type MasterRow, type MasterTable } from '../platform/rows/master.ts';
import type { UsageKind, UsageQuestion } from './contract.ts';

/**
 * When a deleted row is asked about again, in seconds after its deletion. Another process may judge by what it has looked
 * up two seconds before, a store that is away keeps a command for five; nothing takes longer than the last.
 */
const LOOKS_S = [2, 30, 600];
/** For those of other processes, which may have died. */
const LOOK_MS = 60_000;
/** Documents name these by number; of others they hold the text, which stays readable. */
const NAMED: ReadonlySet<UsageKind> = new Set(['shop', 'supplier', 'customer']);

export const TOMBSTONES_SQL = `
CREATE TABLE master.tombstone (
  kind text NOT NULL, id bigint NOT NULL, name text NOT NULL, looks integer NOT NULL DEFAULT 0,
  content jsonb NOT NULL, deleted_at timestamptz NOT NULL DEFAULT clock_timestamp(), next_look timestamptz NOT NULL,
  PRIMARY KEY (kind, id));
CREATE INDEX tombstone_next ON master.tombstone (next_look);`;

const Kind = z.enum(['shop', 'supplier', 'customer']);
const Due = z.object({ kind: Kind, id: z.int(), name: z.string(), looks: z.int() });
type Due = z.infer<typeof Due>;
const Buried = z.object({ content: z.record(z.string(), z.unknown()) });
const Next = z.object({ ms: z.number().nullable() });
const Columns = z.object({ column_name: z.string() });

const lookAfter = (looks: number) =>
  sql.fragment`make_interval(secs => ${LOOKS_S[Math.min(looks, LOOKS_S.length - 1)] ?? 0}::int)`;
const isDue = ({ kind, id }: Pick<Due, 'kind' | 'id'>) => sql.fragment`kind = ${kind} AND id = ${id}`;
/** Nobody's command: what comes back does so by itself. */
const byItself = (): ChangedBy => ({
  user: { ...NOBODY, username: '系统', nickName: '系统' },
  now: new Date(),
  key: '',
});

type TombstoneDeps = {
  readonly pool: DatabasePool;
  readonly reasonToKeep: (question: UsageQuestion) => Promise<string | null>;
  readonly changed: () => void;
  readonly log: Pick<Log, 'info' | 'warn'>;
};

export class Tombstones {
  readonly #deps: TombstoneDeps;
  #wake = new AbortController();

  constructor(deps: TombstoneDeps) {
    this.#deps = deps;
  }

  /** In the transaction of the deletion. */
  async bury(tx: CommonQueryMethods, { kind, id, name }: UsageQuestion, row: MasterRow): Promise<void> {
    if (!NAMED.has(kind)) return;
    await tx.query(sql.unsafe`
      INSERT INTO master.tombstone (kind, id, name, content, next_look)
      VALUES (${kind}, ${id}, ${name}, ${JSON.stringify(row)}, clock_timestamp() + ${lookAfter(0)})
      ON CONFLICT (kind, id) DO UPDATE SET name = excluded.name, looks = 0, content = excluded.content,
        deleted_at = excluded.deleted_at, next_look = excluded.next_look`);
  }

  /** Something was buried. */
  wake(): void {
    this.#wake.abort();
  }

  async watch(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#wake = new AbortController();
      const waits = await this.#lookAll().catch((error: unknown) => {
        this.#deps.log.warn('deleted rows not looked at', { error });
        return LOOK_MS;
      });
      const woken = AbortSignal.any([signal, this.#wake.signal]);
      await pause(waits, undefined, { signal: woken, ref: false }).catch(() => undefined);
    }
  }

  /** Answers how long until the next one, in ms. */
  async #lookAll(): Promise<number> {
    const { pool } = this.#deps;
    const due = await pool.any(sql.type(Due)`
      SELECT kind, id, name, looks FROM master.tombstone WHERE next_look <= clock_timestamp() ORDER BY next_look LIMIT 100`);
    for (const one of due) await this.#look(one);
    const { ms } = await pool.one(sql.type(Next)`
      SELECT extract(epoch FROM min(next_look) - clock_timestamp())::float8 * 1000 AS ms FROM master.tombstone`);
    return Math.min(LOOK_MS, Math.max(0, ms ?? LOOK_MS));
  }

  async #look(due: Due): Promise<void> {
    const { pool, reasonToKeep, changed, log } = this.#deps;
    const { kind, id, looks } = due;
    const reason = await reasonToKeep(due);
    if (reason !== null && (await this.#comesBack(due))) {
      changed();
      log.info('a deleted row is named by a document and is back', { kind, id, reason });
      return;
    }
    const at = isDue(due);
    if (looks + 1 < LOOKS_S.length) {
      await pool.query(sql.unsafe`
        UPDATE master.tombstone SET looks = ${looks + 1}, next_look = deleted_at + ${lookAfter(looks + 1)} WHERE ${at}`);
    } else await pool.query(sql.unsafe`DELETE FROM master.tombstone WHERE ${at}`);
  }

  /** False where it cannot: another row has what must be its own by now. */
  async #comesBack(due: Due): Promise<boolean> {
    const table: MasterTable = { name: due.kind, key: 'id' };
    try {
      await this.#deps.pool.transaction(async (tx) => {
        const buried = await tx.maybeOne(sql.type(Buried)`
          DELETE FROM master.tombstone WHERE ${isDue(due)} RETURNING content`);
        // Another process was faster.
        if (buried === null) return;
        const columns = await tx.anyFirst(sql.type(Columns)`
          SELECT column_name::text FROM information_schema.columns
          WHERE table_schema = 'master' AND table_name = ${due.kind} AND is_generated = 'NEVER'`);
        const row = Object.fromEntries(columns.map((column) => [column, buried.content[column]]));
        await insertRow(tx, table, { ...row, revision: Number(row['revision']) + 1 }, byItself());
      });
      return true;
    } catch (error) {
      if (!(error instanceof UniqueIntegrityConstraintViolationError)) throw error;
      const { kind, id } = due;
      this.#deps.log.warn('a deleted row is named by a document and cannot come back', { kind, id, error });
      return false;
    }
  }
}
