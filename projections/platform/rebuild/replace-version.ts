/** Fills a version beside the live one and promotes it. */
import type { EventStore, LogMark, Position } from 'services/event-store/port';
import { faultOf, isOfPlace } from 'services/platform/base/faults';
import type pg from 'pg';
import { checkpointsOf } from '../projection/checkpoint.ts';
import type { Lanes } from '../tables/lanes.ts';
import { follow } from '../following/follower.ts';
import type { Log } from '../following/log.ts';
import { Parking, parkedIn, writeParked, type ParkedKey } from '../parking/parking.ts';
import type { RebuildTicket } from './shared-rebuild.ts';
import type { Projection } from '../projection/projection.ts';
import { load } from './rebuild.ts';
import { openTable, type Table } from '../tables/table.ts';
import { inTransaction } from '../projection/transaction.ts';
import { addIndexes, createBuilding, dropOlder, promote } from '../tables/versions.ts';

export type RebuildDeps = {
  readonly store: EventStore;
  readonly rebuildDb: pg.Pool;
  readonly log: Log;
  readonly settings: { readonly longLog: number };
  readonly indexLanes: Lanes;
};
type FillTurn = { readonly place: RebuildTicket; readonly signal: AbortSignal };
type Turn = FillTurn & { readonly anyway: boolean };

/**
 * @throws {WorseThanLive} when it parks more keys than the live version, unless `anyway`.
 * @throws faults of the place, and {@link ProjectionFailed}: what is live stays so.
 */
export async function replaceVersion(shared: RebuildDeps, projection: Projection, turn: Turn): Promise<void> {
  const { store, rebuildDb: db, log } = shared;
  const { signal, anyway } = turn;
  const { name, version } = projection;
  const head = await turn.place.head();
  const startedAt = Date.now();
  const { schema } = await createBuilding(db, projection);
  const table = await openTable(db, projection, schema);
  log.info({ projection: name, version, schema, until: head }, 'rebuilding a projection');
  const filled = await fillVersion(shared, table, turn);
  const nothing = () => undefined;
  const parked = (keys: readonly ParkedKey[]) => log.error({ projection: name, schema, parked: keys }, 'keys parked');
  if (filled.parking.keys.length > 0) parked(filled.parking.keys);
  const following = { store, db, table, parking: filled.parking, signal, moved: nothing, caughtUp: nothing, parked };
  let from = filled.position;
  for (let promoted = false; !promoted;) {
    from = await follow({ ...following, from, onceCaughtUp: true });
    signal.throwIfAborted();
    promoted = await promote(db, name, { schema, anyway }).catch((error: unknown) => {
      if (isOfPlace(error)) return false;
      throw error;
    });
  }
  log.info({ projection: name, version, schema, ms: Date.now() - startedAt }, 'projection rebuilt and promoted');
  await dropOlder(db, name).catch((error: unknown) =>
    log.warn({ err: error, projection: name }, 'old version not dropped yet'),
  );
}

type FillResult = { readonly parking: Parking; readonly position: Position };

/** From the whole log, with indexes and checkpoint: what is left is to follow. */
export async function fillVersion(shared: RebuildDeps, table: Table, turn: FillTurn): Promise<FillResult> {
  const { store, rebuildDb: db, indexLanes: lanes } = shared;
  const { schema, projection } = table;
  const filled = await fill(shared, table, turn);
  await addIndexes(db, projection as unknown as Projection, { schema, lanes, signal: turn.signal });
  await startAt(db, table, { ...filled, mark: await markAt(store, filled.position) });
  return filled;
}

/** By COPY; a table that refuses a row is left empty, to be filled by following, which finds the row's event. */
async function fill(shared: RebuildDeps, table: Table, { place, signal }: FillTurn): Promise<FillResult> {
  const { rebuildDb: db, log, settings } = shared;
  const { name } = table.projection;
  const expected = await parkedOfLive(db, name);
  const parking = new Parking(table.projection as unknown as Projection, [], expected);
  const until = await place.head();
  try {
    const fill = { name, schema: table.schema, expected };
    const parked = await (until < settings.longLog ? undefined : place.fillElsewhere(fill, signal));
    if (parked !== undefined) parking.adopt(parked);
    else await load({ db, table, until, read: place.read.bind(place), parking, signal });
    return { parking, position: until };
  } catch (error) {
    const fault = faultOf(error);
    if (fault !== 'document' && fault !== 'size') throw error;
    log.warn({ err: error, projection: name }, 'a row was refused: filling by following the log');
    return { parking: new Parking(table.projection as unknown as Projection, [], expected), position: -1 };
  }
}

async function parkedOfLive(db: pg.Pool, name: string): Promise<readonly ParkedKey[]> {
  const live = (await checkpointsOf(db, name)).find(({ state }) => state === 'live');
  return live === undefined ? [] : parkedIn(db, live.schema);
}

const markAt = async ({ marks }: EventStore, position: Position): Promise<LogMark | null> =>
  position < 0 || marks === undefined ? null : ((await marks.at([position]))[0] ?? null);

type Start = FillResult & { readonly mark: LogMark | null };
const startAt = (
  db: pg.Pool,
  { schema, projection: { name } }: Table,
  { parking, position, mark }: Start,
): Promise<void> =>
  inTransaction(db, async (client) => {
    await client.query(
      `update projection.checkpoint set position = $2, anchor_position = $3, anchor_id = $4 where schema = $1`,
      [schema, position, mark?.position, mark?.id],
    );
    const parked = parking.unwritten(position);
    if (parked.length > 0) await writeParked(client, { name, schema }, parked);
    parking.wrote(parked);
  });
