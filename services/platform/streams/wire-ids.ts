/** Ids on the wire: safe integers from one sequence (R40). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { EventStore, Position, Recorded } from '../event-store/port.ts';
import type { Migration } from '../base/migrate.ts';
import { batched } from '../base/batches.ts';

/** Up to which position of the log the sequence is known to lie above every id. */
export const wireIdMigration: Migration = {
  id: 'platform-005-wire-id-check',
  sql: `
    CREATE TABLE wire_id_check (only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row), position bigint NOT NULL);
    INSERT INTO wire_id_check (position) VALUES (-1);`,
};

const Id = z.object({ id: z.int() });
const Checked = z.object({ position: z.int() });

/** A fresh id; routes take theirs from `call.newId()`, which binds it to the idempotency key. */
export const nextId = (db: CommonQueryMethods): Promise<number> =>
  db.oneFirst(sql.type(Id)`SELECT nextval('master.wire_id') AS id`);

/**
 * More than the 32 that Postgres hands out for one record of its log: drawing a block is a durable write of its own, so
 * no crash hands out an id of it again. A restart loses what is left.
 */
const BLOCK = 64;
/** Ids of one process, rising, out of durable blocks: whoever takes one waits for no disk. */
export class WireIds {
  readonly #db: CommonQueryMethods;
  #spare: readonly number[] = [];
  /** So many at once, in order. */
  readonly several = batched((counts: readonly number[]) => this.#handOut(counts));

  constructor(db: CommonQueryMethods) {
    this.#db = db;
  }

  async next(): Promise<number> {
    const [id] = await this.several(1);
    if (id === undefined) throw new Error('no id was handed out');
    return id;
  }

  async #handOut(counts: readonly number[]): Promise<readonly (readonly number[])[]> {
    const wanted = counts.reduce((sum, count) => sum + count, 0);
    if (wanted > this.#spare.length) {
      const more = await this.#db.anyFirst(sql.prepared('draw ids', Id)`
        SELECT nextval('master.wire_id') AS id FROM generate_series(1, ${wanted - this.#spare.length + BLOCK})`);
      this.#spare = [...this.#spare, ...more];
    }
    let from = 0;
    const handed = counts.map((count) => this.#spare.slice(from, (from += count)));
    this.#spare = this.#spare.slice(from);
    return handed;
  }
}

/** Lifts the sequence so that the next id is above `highest`; never lowers it. */
export const liftIds = async (db: CommonQueryMethods, highest: number): Promise<void> => {
  await db.query(sql.unsafe`
    SELECT setval('master.wire_id', ${highest}::bigint)
    WHERE ${highest}::bigint >= (SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM master.wire_id)`);
};

const NAMES_AN_ID = /^(id|ids|[a-z]+Ids?)$/;
const highestIn = (value: unknown, named: boolean): number => {
  if (typeof value === 'number') return named && Number.isSafeInteger(value) ? value : 0;
  if (Array.isArray(value))
    return value.reduce<number>((highest, item) => Math.max(highest, highestIn(item, named)), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (highest, [key, inner]) => Math.max(highest, highestIn(inner, NAMES_AN_ID.test(key))),
    0,
  );
};
/** Highest id that an event names in its data. */
export const highestId = (event: Pick<Recorded, 'data'>): number => highestIn(event.data, false);

/** Says that every event up to `position` took its ids from this sequence. */
export const markChecked = async (db: CommonQueryMethods, position: Position): Promise<void> => {
  await db.query(sql.unsafe`UPDATE master.wire_id_check SET position = greatest(position, ${position}::bigint)`);
};

/**
 * Lifts the sequence above every id in the part of the log that was not checked yet: all of it when schema `master`
 * is new or was restored from an older backup, else what was written since the last stop.
 */
export const liftAboveLog = async (db: CommonQueryMethods, store: EventStore): Promise<void> => {
  const after = await db.oneFirst(sql.type(Checked)`SELECT position FROM master.wire_id_check`);
  const done = new AbortController();
  let highest = 0;
  let position = after;
  for await (const feed of store.subscribe({ after, signal: done.signal })) {
    if (feed.kind === 'caught-up') break;
    if (feed.kind !== 'event') continue;
    highest = Math.max(highest, highestId(feed.event));
    position = feed.event.position;
  }
  done.abort();
  await liftIds(db, highest);
  await markChecked(db, position);
};
