/** Some streams of the log by their names, or a thirtieth of them, without reading the others: what is read is what they hold. */
import type pg from 'pg';
import type { History, Recorded, StreamChoice } from '../port.ts';
import { isThirtieth, thirtiethIn } from '../../../contracts/thirtieths.ts';
import { copied, EVENT_COLUMNS, readHistory, type LogTable } from './history.ts';

/** So many streams are asked for at once: few enough that each is looked up. */
const AT_ONCE = 500;
/** A stream's first event stands for it: one entry a stream, and nothing is added by the events that follow. */
export const THIRTIETHS_INDEX = 'events_thirtieths';
export const thirtiethsIndex = (schema: string, how = ''): string =>
  `create index ${how} if not exists ${THIRTIETHS_INDEX} on ${schema}.events (${thirtiethIn('stream')}, stream)
    where revision = 0`;
export const streamsOfThirtieth = (schema: string): string => `
  select stream from ${schema}.events
  where revision = 0 and ${thirtiethIn('stream')} = $1 and stream > $2 order by stream limit ${AT_ONCE}`;
/** `streams` as literals. */
export const eventsOfStreams = (schema: string, streams: readonly string[], rest: string): string => `
  select ${EVENT_COLUMNS} from ${schema}.events
  where stream in (${streams.join()}) and ${rest} order by stream, revision`;

/** A log of before has no such index: it is made beside the writer. One that was cut off is made anew. */
const ensureIndex = async (client: pg.Client, schema: string): Promise<void> => {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [`${schema}.${THIRTIETHS_INDEX}`],
  );
  if (rows[0]?.valid === true) return;
  await client.query(`drop index concurrently if exists ${schema}.${THIRTIETHS_INDEX}`);
  await client.query(thirtiethsIndex(schema, 'concurrently'));
};
async function* namesOf(client: pg.Client, schema: string, only: StreamChoice): AsyncGenerator<readonly string[]> {
  if ('streams' in only) {
    for (let from = 0; from < only.streams.length; from += AT_ONCE) yield only.streams.slice(from, from + AT_ONCE);
    return;
  }
  await ensureIndex(client, schema);
  for (let last = ''; ;) {
    const { rows } = await client.query<{ stream: string }>(streamsOfThirtieth(schema), [only.thirtieth, last]);
    if (rows.length > 0) yield rows.map(({ stream }) => stream);
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.stream ?? '';
  }
}

/**
 * All of the log, or what is wanted of it, in the order of streams.
 * @throws {RangeError} of a thirtieth that is none.
 */
export const readPast = (place: LogTable, wanted: History): AsyncGenerator<readonly Recorded[], void, undefined> => {
  const { only, ...rest } = wanted;
  if (only === undefined) return readHistory(place, wanted);
  if ('thirtieth' in only && !isThirtieth(only.thirtieth)) throw new RangeError(`thirtieth ${only.thirtieth}`);
  const { url, schema } = place;
  return copied(url, rest, async function* (client, bounds) {
    for await (const names of namesOf(client, schema, only)) {
      const literals = names.map((name) => client.escapeLiteral(name));
      yield eventsOfStreams(schema, literals, bounds);
    }
  });
};
