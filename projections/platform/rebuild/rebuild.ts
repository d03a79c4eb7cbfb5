/**
 * Fills an empty table from the whole log by COPY: rows of keys go out as their stream ends, rows of a ledger as they
 * come, so that reading, folding and writing overlap and memory does not grow with the log.
 */
import type { History, Position, Recorded } from 'services/event-store/port';
import type pg from 'pg';
import { copyRows } from '../tables/copy.ts';
import { quoted } from '../tables/ddl.ts';
import { ProjectionFailed } from '../projection/failures.ts';
import { ledgerRows, setAside, type Key, type KeyedRows } from '../tables/fold.ts';
import type { Parking } from '../parking/parking.ts';
import type { KeyedProjection, LedgerProjection, Projection, Row } from '../projection/projection.ts';
import type { Table } from '../tables/table.ts';
import { inTransaction } from '../projection/transaction.ts';

export type RebuildTarget = {
  readonly db: pg.Pool;
  readonly table: Table;
  /** Position the table shall be filled to. */
  readonly until: Position;
  /** A share in a reading of the log up to there, in the order of {@link orderOf}. */
  readonly read: (wanted: Pick<History, 'types' | 'signal'>) => AsyncIterable<readonly Recorded[]>;
  /** Takes the keys whose fold throws. */
  readonly parking: Parking;
  readonly signal: AbortSignal;
};

const NO_ROWS: readonly Row[] = [];

/** The order in which a rebuild reads the log. */
export const orderOf = ({ kind }: Projection): History['order'] => (kind === 'keyed' ? 'stream' : 'log');

/**
 * @throws {ProjectionFailed} on a key that lies in two streams, or when too many keys are parked.
 * @throws the server's refusal of a row (SQLSTATE 22, 23): the table is empty then.
 * @throws AbortError when `signal` aborts.
 */
export async function load(loading: RebuildTarget): Promise<void> {
  const { db, table, until } = loading;
  const { projection } = table;
  if (until < 0) return;
  const rows = filled(
    projection.kind === 'ledger' ? addedRows(loading, projection) : rowsByStream(loading, projection),
  );
  try {
    const first = await rows.next();
    // A read model that has nothing of this log takes no connection.
    if (first.done === true) return;
    // One transaction that empties the table first, so that the rows go in frozen.
    await inTransaction(db, async (client) => {
      const target = `${quoted(table.schema)}.${quoted(projection.table)}`;
      await client.query(`truncate ${target}`);
      await withoutKeys(client, target, () => copyRows(client, table, beginning(first.value, rows), { frozen: true }));
    });
  } finally {
    // Whoever shares the reading does not wait for it any more.
    await rows.return();
  }
}

type Constraint = { readonly name: string; readonly definition: string };
/** Keys are made when the rows are there: sorted once instead of sought row by row. */
async function withoutKeys(client: pg.ClientBase, target: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<Constraint>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
      where conrelid = $1::regclass and contype in ('p', 'u')`,
    [target],
  );
  for (const { name } of rows) await client.query(`alter table ${target} drop constraint ${quoted(name)}`);
  await work();
  for (const { name, definition } of rows)
    await client.query(`alter table ${target} add constraint ${quoted(name)} ${definition}`);
}

type Batches = AsyncGenerator<readonly Row[], void, undefined>;
async function* filled(batches: Batches): Batches {
  for await (const rows of batches) if (rows.length > 0) yield rows;
}
async function* beginning(first: readonly Row[], rest: Batches): Batches {
  yield first;
  yield* rest;
}

async function* addedRows(loading: RebuildTarget, projection: LedgerProjection): Batches {
  let last: Row | null = null;
  for await (const events of history(loading)) {
    const made = ledgerRows(projection, events, last, loading.parking);
    last = made.last;
    yield made.rows;
  }
}

async function* rowsByStream(loading: RebuildTarget, projection: KeyedProjection): Batches {
  const rows: KeyedRows = new Map();
  const done = new Set<Key>();
  const isNew = (key: Key, event: Recorded): void => {
    if (!done.has(key)) return;
    throw new ProjectionFailed(projection.name, event, new Error(`key ${key} lies in more than one stream`));
  };
  let stream: string | undefined;
  for await (const events of history(loading)) {
    const finished: Row[] = [];
    for (const event of events) {
      if (event.stream !== stream) finish(rows, done, finished);
      stream = event.stream;
      foldOne(loading.parking, projection, { rows, event, isNew });
    }
    yield finished;
  }
  const left: Row[] = [];
  finish(rows, done, left);
  yield left;
}

function finish(rows: KeyedRows, done: Set<Key>, finished: Row[]): void {
  for (const [key, found] of rows) {
    finished.push(...found);
    done.add(key);
  }
  rows.clear();
}

type Step = {
  readonly rows: KeyedRows;
  readonly event: Recorded;
  readonly isNew: (key: Key, event: Recorded) => void;
};
function foldOne(parking: Parking, projection: KeyedProjection, { rows, event, isNew }: Step): void {
  if (parking.skips(event)) return;
  try {
    const key = projection.keyOf(event);
    if (key === null) return;
    const known = rows.get(key);
    if (known === undefined) isNew(key, event);
    const before = known ?? NO_ROWS;
    const after = projection.fold(before, event);
    if (after !== before) rows.set(key, after);
  } catch (cause) {
    setAside(parking, event, cause);
  }
}

/** The events up to `until`. */
async function* history({ table, read, signal }: RebuildTarget): AsyncGenerator<readonly Recorded[]> {
  const { events } = table.projection;
  for await (const batch of read({ types: events.includes('*') ? undefined : events, signal })) {
    signal.throwIfAborted();
    yield batch;
  }
  signal.throwIfAborted();
}
