/** The other side of `rebuild-elsewhere.ts`: fills the tables it is told of and ends. */
import type { EventStore } from 'services/event-store/port';
import { isOfPlace, sqlStateOf } from 'services/platform/base/faults';
import { openPgPool } from 'services/platform/base/pg-pool';
import type pg from 'pg';
import { messageOf, ProjectionFailed } from '../projection/failures.ts';
import { Parking } from '../parking/parking.ts';
import { readTypes } from '../projection/pg-values.ts';
import type { Projection } from '../projection/projection.ts';
import { load } from './rebuild.ts';
import type { Failure, Fill, FillAnswer, FillRequest } from './rebuild-elsewhere.ts';
import { LogPass } from './shared-rebuild.ts';
import { openTable } from '../tables/table.ts';

type House = {
  readonly projections: readonly Projection[];
  /** `process`: the mark that its sessions bear. */
  readonly open: (url: string, settings: FillRequest['settings'], process: string) => Promise<EventStore>;
};

const codeOf = (error: unknown): string | undefined =>
  sqlStateOf(error) ?? (error instanceof Error && 'code' in error ? String(error.code) : undefined);
const failureOf = (error: unknown): Failure => {
  if (error instanceof ProjectionFailed)
    return { kind: 'projection', message: messageOf(error.cause), event: error.event };
  return { kind: isOfPlace(error) ? 'place' : 'other', message: messageOf(error), code: codeOf(error) };
};

type FillTask = { readonly db: pg.Pool; readonly reading: LogPass; readonly until: number };
const filled = async (
  { db, reading, until }: FillTask,
  { name, schema, expected }: Fill,
  projections: readonly Projection[],
): Promise<FillAnswer> => {
  let hasRead = false;
  const read: Parameters<typeof load>[0]['read'] = (wanted) => {
    hasRead = true;
    return reading.join(wanted);
  };
  try {
    const projection = projections.find((one) => one.name === name);
    if (projection === undefined) throw new RangeError(`no projection is named ${name}`);
    const table = await openTable(db, projection, schema);
    const parking = new Parking(projection, [], expected);
    const { signal } = new AbortController();
    await load({ db, table, until, read, parking, signal });
    return { name, parked: parking.unwritten(until) };
  } catch (error) {
    return { name, failure: failureOf(error) };
  } finally {
    if (!hasRead) reading.leave();
  }
};

/** Serves the process that started this one: one request, an answer for each table. */
export const fillHere = ({ projections, open }: House): void => {
  // Whoever asked is gone: nothing of this is wanted any more, and the server takes back what was not committed.
  process.once('disconnect', () => process.exit());
  process.once('message', (message) => {
    const { url, settings, process: mark = '', order, until, fills } = message as FillRequest;
    const answer = (one: FillAnswer): void => void process.send?.(one);
    const fillAll = async (): Promise<void> => {
      const store = await open(url, settings, mark);
      const db = openPgPool({
        connectionString: url,
        max: fills.length + 1,
        types: readTypes,
        application_name: `projection rebuilds ${mark}`.trimEnd(),
        options: '-c synchronous_commit=off',
      });
      const reading = new LogPass(store, { order, head: Promise.resolve(until), readers: fills.length });
      const filling = { db, reading, until };
      await Promise.all(fills.map(async (fill) => answer(await filled(filling, fill, projections))));
    };
    fillAll().catch((error: unknown) => {
      for (const { name } of fills) answer({ name, failure: failureOf(error) });
    });
  });
};
