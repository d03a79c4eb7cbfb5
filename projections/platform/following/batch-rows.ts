/** What a batch makes of the table: loads what the last batch does not carry, and folds. */
import type { Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { breathing } from './thread-turns.ts';
import { changesBetween, foldInto, ledgerRows, type Changes, type Key, type KeyedRows } from '../tables/fold.ts';
import type { Parking } from '../parking/parking.ts';
import type { Row } from '../projection/projection.ts';
import { NO_KEYS, rowsBefore } from '../tables/rows-before.ts';
import { lastRow, type Table } from '../tables/table.ts';

type FoldedTable = { readonly db: pg.Pool; readonly table: Table; readonly parking: Parking };
/** What the next batch may take from the last one, which may still be on its way to the table. */
export type CarriedRows = {
  readonly rows: KeyedRows;
  /** Keys of them that were loaded without the columns that the fold does not read. */
  readonly narrow: ReadonlySet<Key>;
  readonly last: Row | null;
};
export type FoldedBatch = {
  readonly changes: Changes;
  readonly carried: CarriedRows;
  /** Events without a key are wanted for the checkpoint's sake: it moves with them. */
  readonly keyless: boolean;
};

export const nothingCarried = async ({ db, table }: FoldedTable): Promise<CarriedRows> => ({
  rows: new Map(),
  narrow: NO_KEYS,
  last: table.projection.kind === 'ledger' ? await lastRow(db, table) : null,
});

export async function prepare(
  run: FoldedTable,
  events: readonly Recorded[],
  carried: CarriedRows,
): Promise<FoldedBatch> {
  const { parking } = run;
  const { projection } = run.table;
  if (projection.kind === 'ledger') {
    const upserts: Row[] = [];
    let { last } = carried;
    await breathing(events, (some) => {
      const made = ledgerRows(projection, some, last, parking);
      for (const row of made.rows) upserts.push(row);
      ({ last } = made);
    });
    return { changes: { upserts, updates: [], deletes: [] }, carried: { ...carried, last }, keyless: false };
  }
  const { before, narrow, keyless } = await rowsBefore(run, projection, { events, carried });
  const after: KeyedRows = new Map(before);
  await breathing(events, (some) => foldInto(projection, after, some, parking));
  const changes = changesBetween(projection.identity, before, after);
  return { changes, carried: { rows: after, narrow, last: null }, keyless };
}
