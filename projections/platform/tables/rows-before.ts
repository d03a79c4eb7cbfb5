/** The rows that a batch is folded into: those the last batch left, the others from the table, no more than the fold reads. */
import type { Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { keysOf, type Key, type KeyedRows } from './fold.ts';
import type { Parking } from '../parking/parking.ts';
import type { KeyedProjection, Row } from '../projection/projection.ts';
import { loadKeys, type Table } from './table.ts';

export const NO_KEYS: ReadonlySet<Key> = new Set();
const opensStream = ({ revision }: Recorded): boolean => revision === 0;

type ReadableTable = { readonly db: pg.Pool; readonly table: Table; readonly parking: Parking };
type RowsCarried = { readonly rows: KeyedRows; readonly narrow: ReadonlySet<Key> };
type RowsToFold = {
  readonly before: KeyedRows;
  /** Keys whose rows have only the columns that the fold reads. */
  readonly narrow: ReadonlySet<Key>;
  /** Some events have no key. */
  readonly keyless: boolean;
};

type Batch = { readonly events: readonly Recorded[]; readonly carried: RowsCarried };
/** The keys of a batch, and whose rows have to come from the table. */
type KeysToLoad = {
  readonly keys: ReadonlySet<Key>;
  readonly keyless: boolean;
  /** Keys whose events copy a row: all of its columns are needed. */
  readonly copied: ReadonlySet<Key>;
  /** With the columns that the fold reads. */
  readonly narrow: readonly Key[];
  readonly whole: readonly Key[];
  /** Carried with these columns, and needed whole. */
  readonly lacking: ReadonlySet<Key>;
};
function wantedOf(projection: KeyedProjection, { events, carried }: Batch, parking: Parking): KeysToLoad {
  const { columns, copying = [] } = projection.reads ?? {};
  const { keys, keyless } = keysOf(projection, events, parking);
  const keysIf = (wanted: (event: Recorded) => boolean): ReadonlySet<Key> =>
    keysOf(projection, events.filter(wanted), parking).keys;
  const opened = keysIf(opensStream);
  const copied = columns === undefined || copying.length === 0 ? NO_KEYS : keysIf(({ type }) => copying.includes(type));
  const missing = [...keys].filter((key) => !carried.rows.has(key) && !opened.has(key));
  const isNarrow = (key: Key): boolean => columns !== undefined && !copied.has(key);
  return {
    keys,
    keyless,
    copied,
    narrow: missing.filter(isNarrow),
    whole: missing.filter((key) => !isNarrow(key)),
    lacking: new Set([...copied].filter((key) => carried.rows.has(key) && carried.narrow.has(key))),
  };
}

export async function rowsBefore(
  { db, table, parking }: ReadableTable,
  projection: KeyedProjection,
  { events, carried }: Batch,
): Promise<RowsToFold> {
  const { keys, keyless, copied, narrow, whole, lacking } = wantedOf(projection, { events, carried }, parking);
  const statements = table.loadStanding;
  const [before, others] = await Promise.all([
    loadKeys(db, table, narrow, statements.narrow),
    loadKeys(db, table, [...whole, ...lacking], statements.whole),
  ]);
  for (const [key, rows] of others) before.set(key, rows);
  for (const key of keys) {
    const rows = carried.rows.get(key);
    if (rows !== undefined) before.set(key, lacking.has(key) ? completed(projection, rows, others.get(key)) : rows);
  }
  const stayNarrow = [...keys].filter((key) => carried.narrow.has(key) && !copied.has(key));
  return { before, narrow: new Set([...narrow, ...stayNarrow]), keyless };
}

/**
 * Rows of the last batch, which may still be on its way to the table, with the columns they were loaded without: nothing
 * of it has changed these, or the rows would be whole.
 */
function completed({ identity }: KeyedProjection, rows: readonly Row[], stored: readonly Row[] = []): readonly Row[] {
  return rows.map((row) => {
    const found = stored.find((one) => identity.every((column) => one[column] === row[column]));
    return found === undefined ? row : { ...found, ...row };
  });
}
