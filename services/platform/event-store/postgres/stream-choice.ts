/** Some streams of the log by their names, or a thirtieth of them, without reading the others: what is read is what they hold. */
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { StoreUnavailable, type History, type Recorded, type StreamChoice } from '../port.ts';
import { abandon } from '../../base/pg-pool.ts';
import { isThirtieth, thirtiethIn } from '../../../contracts/thirtieths.ts';
import { clientConfig } from './connection.ts';
import { CopiedEvents } from './copied-events.ts';
import { readHistory } from './history.ts';

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
  select position, stream, revision, id::text, type, data, meta from ${schema}.events
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
  if (!isThirtieth(only.thirtieth)) throw new RangeError(`thirtieth ${only.thirtieth}`);
  await ensureIndex(client, schema);
  for (let last = ''; ;) {
    const { rows } = await client.query<{ stream: string }>(streamsOfThirtieth(schema), [only.thirtieth, last]);
    if (rows.length > 0) yield rows.map(({ stream }) => stream);
    if (rows.length < AT_ONCE) return;
    last = rows.at(-1)?.stream ?? '';
  }
}

type LogTable = Parameters<typeof readHistory>[0];
/** All of the log, or what is wanted of it. */
export const readPast = (place: LogTable, wanted: History): AsyncGenerator<readonly Recorded[], void, undefined> =>
  wanted.only === undefined ? readHistory(place, wanted) : readParts(place, wanted, wanted.only);

/** In the order of streams. */
async function* readParts(
  { url, schema }: LogTable,
  { types, after = -1, until, signal }: History,
  only: StreamChoice,
): AsyncGenerator<readonly Recorded[], void, undefined> {
  const client = new pg.Client(clientConfig(url, 'event-parts'));
  const stop = (): void => abandon(client);
  client.on('error', () => undefined);
  signal.addEventListener('abort', stop);
  const literals = (texts: readonly string[]): string[] => texts.map((text) => client.escapeLiteral(text));
  const wanted = types === undefined ? '' : ` and type in (${literals(types).join()})`;
  const rest = `position > ${Math.trunc(after)} and position <= ${Math.trunc(until)}${wanted}`;
  try {
    await client.connect();
    for await (const names of namesOf(client, schema, only)) {
      const events = new CopiedEvents();
      const copy = copyTo(`copy (${eventsOfStreams(schema, literals(names), rest)}) to stdout (format binary)`);
      for await (const piece of client.query(copy) as AsyncIterable<Buffer>) {
        const whole = events.take(piece);
        if (whole.length > 0) yield whole;
        if (signal.aborted) return;
      }
    }
  } catch (error) {
    if (error instanceof RangeError) throw error;
    if (!signal.aborted) throw new StoreUnavailable('history', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    abandon(client);
  }
}
