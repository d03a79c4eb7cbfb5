/** Takes parked keys up again: their events up to the checkpoint are folded anew, as if nothing had happened. */
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import { isOfPlace } from 'services/platform/base/faults';
import type pg from 'pg';
import { quoted } from '../tables/ddl.ts';
import { LostLease } from '../projection/failures.ts';
import { changesBetween, foldInto, ledgerRows, type Changes, type Key, type KeyedRows } from '../tables/fold.ts';
import { Parking, type ParkedKey } from '../parking/parking.ts';
import type { KeyedProjection, LedgerProjection, Projection, Row } from '../projection/projection.ts';
import { loadKeys, writeBatch, type Table } from '../tables/table.ts';

type Retry = {
  readonly store: EventStore;
  readonly db: pg.Pool;
  readonly table: Table;
  /** Where the checkpoint stands; it does not move. */
  readonly position: Position;
};

/**
 * Answers those that are taken now; the others stay parked.
 * @throws {LostLease} and faults of the place.
 */
export async function retryParked(retry: Retry, parked: readonly ParkedKey[]): Promise<readonly ParkedKey[]> {
  const healed: ParkedKey[] = [];
  for (const one of parked) {
    try {
      const changes = await refolded(retry, one);
      const { db, table, position } = retry;
      await writeBatch(db, table, changes, { from: position, to: position, healed: [one.key] });
      healed.push(one);
    } catch (error) {
      if (error instanceof LostLease || isOfPlace(error)) throw error;
    }
  }
  return healed;
}

/** @throws what its events still cause. */
async function refolded(retry: Retry, parked: ParkedKey): Promise<Changes> {
  const declared = retry.table.projection;
  const trial = new Parking(declared as unknown as Projection);
  const changes =
    declared.kind === 'ledger'
      ? await addedSince(retry, declared, { parked, trial })
      : await foldedAnew(retry, declared, { parked, trial });
  const [refused] = trial.unwritten(retry.position);
  if (refused !== undefined) throw new Error(refused.cause);
  return changes;
}

type KeyTrial = { readonly parked: ParkedKey; readonly trial: Parking };

async function foldedAnew(retry: Retry, projection: KeyedProjection, { parked, trial }: KeyTrial): Promise<Changes> {
  const events = await eventsOf(retry, projection, parked);
  const keys = new Set(events.map((event) => projection.keyOf(event)).filter((key): key is Key => key !== null));
  const before = await loadKeys(retry.db, retry.table, [...keys]);
  const after: KeyedRows = new Map([...before.keys()].map((key) => [key, []]));
  foldInto(projection, after, events, trial);
  return changesBetween(projection.identity, before, after);
}

/** Of a ledger, what came before the parked event is there already. */
async function addedSince(retry: Retry, projection: LedgerProjection, { parked, trial }: KeyTrial): Promise<Changes> {
  const events = wanted(retry, await retry.store.read(parked.stream));
  const upserts: Row[] = [];
  for (const event of events.filter(({ position }) => position >= parked.firstPosition)) {
    upserts.push(...ledgerRows(projection, [event], await rowBefore(retry, event.position), trial).rows);
  }
  return { upserts, updates: [], deletes: [] };
}

async function rowBefore({ db, table }: Retry, position: Position): Promise<Row | null> {
  const { rows } = await db.query<Row>(
    `select * from ${quoted(table.schema)}.${quoted(table.projection.table)} where position < $1
      order by position desc, line desc limit 1`,
    [position],
  );
  return rows[0] ?? null;
}

const wanted = ({ table, position }: Retry, events: readonly Recorded[]): readonly Recorded[] => {
  const types = table.projection.events;
  return events.filter((event) => event.position <= position && (types.includes('*') || types.includes(event.type)));
};

/** From its stream: a key has no other. */
async function eventsOf(retry: Retry, projection: KeyedProjection, parked: ParkedKey): Promise<readonly Recorded[]> {
  const own = wanted(retry, await retry.store.read(parked.stream));
  const isWhole = parked.key === parked.stream;
  const keys = new Set(isWhole ? own.map((event) => String(projection.keyOf(event))) : [parked.key]);
  return own.filter((event) => keys.has(String(projection.keyOf(event))));
}

/** What a retry came to. */
export type RetryResult = { readonly healed: readonly ParkedKey[]; readonly left: readonly ParkedKey[] };
