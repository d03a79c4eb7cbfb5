/** The writer's statements. All are named, so they are planned once per connection. */
import type pg from 'pg';
import type { Appended, LogMark, Position } from '../port.ts';
import { afterOf, type Part, type PendingAppend } from './plan.ts';

export const channelOf = (schema: string): string => `${schema}_events`;

/** Last revision of each stream, -1 where there is none. */
export async function readHeads(
  client: pg.ClientBase,
  schema: string,
  streams: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await client.query<{ stream: string; revision: number | null }>({
    name: 'es_heads',
    text: `
      select wanted.stream, last.revision
      from unnest($1::text[]) as wanted(stream)
      left join lateral (
        select revision from ${schema}.events e where e.stream = wanted.stream order by revision desc limit 1
      ) last on true`,
    values: [streams],
  });
  return new Map(rows.map(({ stream, revision }) => [stream, revision ?? -1]));
}

export async function readLastPosition(client: pg.ClientBase, schema: string): Promise<number> {
  const { rows } = await client.query<{ position: number | null }>({
    name: 'es_last',
    text: `select max(position) as position from ${schema}.events`,
  });
  return rows[0]?.position ?? -1;
}

/** The earlier result of those appends whose very events already follow the revision they expect. */
export async function findRepeats(
  client: pg.ClientBase,
  schema: string,
  suspects: readonly PendingAppend[],
): Promise<Map<PendingAppend, readonly Appended[]>> {
  if (suspects.length === 0) return new Map();
  const parts = suspects.flatMap((pending) => pending.parts);
  const wanted = parts.map(({ stream, expected, events }, n) => {
    const first = afterOf(expected) + 1;
    return { n, stream, first, last: first + events.length - 1 };
  });
  const { rows } = await client.query<{ n: number; revision: number; position: number; id: string }>({
    name: 'es_repeats',
    text: `
      select wanted.n, e.revision, e.position, e.id
      from json_to_recordset($1::json) as wanted(n integer, stream text, first integer, last integer)
      join ${schema}.events e on e.stream = wanted.stream and e.revision between wanted.first and wanted.last
      order by wanted.n, e.revision`,
    values: [JSON.stringify(wanted)],
  });
  const found = Map.groupBy(rows, ({ n }) => n);
  const there = new Map(parts.map((part, n) => [part, sameEvents(part, found.get(n) ?? [])]));
  const repeats = new Map<PendingAppend, readonly Appended[]>();
  for (const pending of suspects) {
    const earlier = pending.parts.flatMap((part) => there.get(part) ?? []);
    if (earlier.length === pending.parts.length) repeats.set(pending, earlier);
  }
  return repeats;
}

/** The earlier result of an append to any place, found by its event ids; undefined when they lie elsewhere. */
export async function findByIds(
  client: pg.ClientBase,
  schema: string,
  { parts, beside }: PendingAppend,
): Promise<readonly Appended[] | undefined> {
  const [only] = parts;
  if (only?.expected !== 'any' || beside !== undefined) return undefined;
  const { rows } = await client.query<{ revision: number; position: number; id: string }>({
    name: 'es_by_ids',
    text: `select revision, position, id from ${schema}.events where stream = $1 and id = any($2::uuid[]) order by revision`,
    values: [only.stream, only.events.map(({ id }) => id)],
  });
  const earlier = sameEvents(only, rows);
  return earlier && [earlier];
}

function sameEvents(
  { events }: Part,
  stored: readonly { readonly revision: number; readonly position: number; readonly id: string }[],
): Appended | undefined {
  const last = stored.at(-1);
  if (last === undefined || stored.length !== events.length) return undefined;
  const same = events.every(({ id }, i) => stored[i]?.id === id);
  const dense = last.revision - (stored[0]?.revision ?? 0) === events.length - 1;
  return same && dense ? { revision: last.revision, position: last.position } : undefined;
}

const MARK = `position, id, meta ->> 'at' as at, stream, revision`;

export async function readFirst(db: Pick<pg.Pool, 'query'>, schema: string): Promise<LogMark | null> {
  const { rows } = await db.query<LogMark>(`select ${MARK} from ${schema}.events order by position limit 1`);
  return rows[0] ?? null;
}

export async function readMarks(
  db: Pick<pg.Pool, 'query'>,
  schema: string,
  positions: readonly Position[],
): Promise<readonly (LogMark | null)[]> {
  const { rows } = await db.query<LogMark>(`select ${MARK} from ${schema}.events where position = any($1::bigint[])`, [
    positions,
  ]);
  const found = new Map(rows.map((row) => [row.position, row]));
  return positions.map((position) => found.get(position) ?? null);
}
