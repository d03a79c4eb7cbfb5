/**
 * What a projection is. The platform does the rest once: subscribe, load a batch's keys, fold, upsert, move the
 * checkpoint in the same transaction, rebuild beside the live tables, promote.
 *
 * `table.sql` of the projection's folder, or the script a declaration of fields makes, holds plain `CREATE TABLE` / `CREATE INDEX` statements without a schema:
 * the platform runs them in the schema of this version (`p_<name>_v<version>`), indexes after a rebuild's COPY,
 * and makes a view of the same name in schema `live` for every table. Queries read `live.<table>` only.
 *
 * Rows are written whole: a column the row leaves out becomes null, column defaults do not apply. Rows that come back
 * from the table have int8 as number, numeric as text, date as `yyyy-MM-dd`, timestamptz as ISO 8601 with +08:00 and
 * milliseconds: a fold that compares such values writes them in the same form.
 * Changing table.sql, a fold or the events wanted means a new `version`; the tables of a version are never altered.
 */
import type { Recorded } from 'services/event-store/port';

/** Column values as they go into Postgres: whole numbers, text, booleans, null, jsonb (plain objects and arrays). */
export type Cell = string | number | boolean | null | readonly unknown[] | { readonly [key: string]: unknown };
export type Row = { readonly [column: string]: Cell };

type Common = {
  /** Stable, kebab-case; names the schema, the checkpoint, the lock, the health entry and the view to wait for. */
  readonly name: string;
  /** Raise it to fill a new schema beside the live one and be promoted when caught up. */
  readonly version: number;
  /** URL of the `table.sql` beside the projector: `new URL('./table.sql', import.meta.url)`; or the script itself. */
  readonly ddl: URL | string;
  /** The one table this projection writes. */
  readonly table: string;
  /** Event types it wants; others never reach it. `['*']` is every type. */
  readonly events: readonly string[];
};

export type Reads = {
  /** SQL: rows that can still change. The fold takes none of the others into account. Default: all. */
  readonly where?: string;
  /**
   * Columns that the fold reads, identity and key among them. The others are undefined in a row that was loaded, so the
   * fold may write them, but neither read nor copy them. Default: all.
   */
  readonly columns?: readonly string[];
  /** Types of events whose fold copies rows: their keys are loaded with all columns. */
  readonly copying?: readonly string[];
};

/**
 * Rows kept per key. All events of a key lie in one stream (a stream may have many keys): the one that opens it finds no
 * rows, so none are asked for, and a rebuild reads stream after stream and writes each row as its stream ends, with next
 * to nothing in memory. A key that turns up in a second stream fails it. All rows that share a key are loaded, folded together and written back: rows that come back as
 * the same object are left alone, new or changed ones are upserted by `identity`, missing ones are deleted.
 * The rows of a key come in no particular order, and an identity never moves to another key.
 */
export type KeyedProjection<R extends Row = Row> = Common & {
  readonly kind: 'keyed';
  /** The column that groups rows (for example barcode); indexed. */
  readonly key: string;
  /** Primary key columns; `[key]` when a key has one row. */
  readonly identity: readonly string[];
  /** Key of an event; null leaves it out, but the checkpoint moves past it at once. */
  readonly keyOf: (event: Recorded) => string | number | null;
  /** What following the log loads of a known key, where its fold needs less than all of it; a rebuild loads nothing. */
  readonly reads?: Reads;
  /** Pure: no clock, no I/O. */
  readonly fold: (rows: readonly R[], event: Recorded) => readonly R[];
};

/**
 * Rows only ever added: `position` and `line` are the primary key, so a replay adds nothing twice. The platform fills
 * the columns `position` (bigint, of the event), `line` (int, index of the row within its event) and, where the table
 * has it, `at` (timestamptz, the event's meta.at); a row may give its own values for them.
 */
export type LedgerProjection<R extends Row = Row> = Common & {
  readonly kind: 'ledger';
  /** Pure. `last` is the row written last, by whichever event; null when the table is empty. */
  readonly rows: (event: Recorded, last: R | null) => readonly R[];
};

export type Projection = KeyedProjection<never> | LedgerProjection<never>;
/** Keeps the row type while declaring, forgets it for the list of projections. */
export const keyed = <R extends Row>(declared: Omit<KeyedProjection<R>, 'kind'>): Projection =>
  ({ kind: 'keyed', ...declared }) as unknown as Projection;
export const ledger = <R extends Row>(declared: Omit<LedgerProjection<R>, 'kind'>): Projection =>
  ({ kind: 'ledger', ...declared }) as unknown as Projection;
