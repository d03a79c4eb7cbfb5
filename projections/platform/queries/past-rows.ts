/** Lists and records as of a position: found among versions, shown by folding each row's own stream up to there. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { EventStore, Recorded } from 'services/event-store/port';
import { inFlight } from 'services/platform/base/in-flight';
import { foldInto, type KeyedRows } from '../tables/fold.ts';
import { EXACT_COUNT, type Page, type PageRequest } from './paged-list.ts';
import { Parking } from '../parking/parking.ts';
import type { KeyedProjection, Projection, Row } from '../projection/projection.ts';

/** The state that stood at a position, of a table with `from_position` and `to_position`; absent: now. */
export const standing = (alias: FragmentSqlToken, position: number | undefined): FragmentSqlToken =>
  position === undefined
    ? sql.fragment`${alias}.to_position IS NULL`
    : sql.fragment`${alias}.from_position <= ${position}
        AND (${alias}.to_position IS NULL OR ${alias}.to_position > ${position})`;

/**
 * {@link standing} of a position in two parts, each with an index of its own where a table has many rows: of what stands
 * still, and of what has ended since (GiST over `int8range(from_position, to_position)`). `position` may be a column.
 */
export const standingParts = (
  alias: FragmentSqlToken,
  position: FragmentSqlToken,
): readonly [still: FragmentSqlToken, ended: FragmentSqlToken] => [
  sql.fragment`${alias}.to_position IS NULL AND ${alias}.from_position <= ${position}`,
  sql.fragment`${alias}.to_position IS NOT NULL
    AND int8range(${alias}.from_position, ${alias}.to_position) @> ${position}::int8`,
];

/** The events of a stream up to a position; all of them when there is none. */
export const upTo = (position: number | undefined, events: readonly Recorded[]): readonly Recorded[] =>
  position === undefined ? events : events.filter((event) => event.position <= position);

/**
 * The rows that a keyed projection had at a position, by the streams that make them: the same fold, so the same rows.
 * Streams that were empty then give none.
 */
export const rowsAt = async (
  store: EventStore,
  declared: Projection,
  streams: readonly string[],
  position: number,
): Promise<readonly Row[]> => {
  const projection = declared as unknown as KeyedProjection;
  const wanted = (event: Recorded): boolean => projection.events.includes(event.type);
  const folded = await inFlight([...new Set(streams)], async (stream) => {
    // What the table's own fold did not take is not taken here either: the rows stay as they were before.
    const rows: KeyedRows = new Map();
    foldInto(projection, rows, upTo(position, await store.read(stream)).filter(wanted), new Parking(declared));
    return [...rows.values()].flat();
  });
  return folded.flat();
};

/** Folded rows as a table expression with the columns of `table`: what reads the table reads them alike. */
export const asTable = (table: FragmentSqlToken, rows: readonly Row[]): FragmentSqlToken =>
  sql.fragment`json_populate_recordset(null::${table}, ${JSON.stringify(rows)}::json)`;

type PastPageRequest<Schema extends z.ZodType, Key extends z.ZodType> = {
  readonly db: CommonQueryMethods;
  /** The versions with their alias, and `where` with {@link standing} in it. */
  readonly from: FragmentSqlToken;
  readonly where: FragmentSqlToken;
  readonly orderBy: FragmentSqlToken;
  /** What names a row and its stream: columns of the alias, and a row of them as it is read. */
  readonly key: FragmentSqlToken;
  readonly keys: Key;
  /** A whole SELECT of the page's rows out of what they were ({@link rowsAt}, {@link asTable}), without its ORDER BY. */
  readonly select: (keys: readonly z.output<Key>[]) => Promise<FragmentSqlToken>;
  readonly row: Schema;
  readonly paging: PageRequest;
};
const Counted = z.object({ count: z.number() });

/** Like `pagedList`, of a moment of the past. */
export const pastList = async <Schema extends z.ZodType, Key extends z.ZodType>(
  asked: PastPageRequest<Schema, Key>,
): Promise<Page<z.output<Schema>>> => {
  const { db, from, where, orderBy, key, keys, row, paging } = asked;
  const { pageIndex, pageSize } = paging;
  const [found, count] = await Promise.all([
    db.any(sql.type(keys)`
      SELECT ${key} FROM ${from} WHERE ${where} ORDER BY ${orderBy}
      LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`),
    db.oneFirst(sql.type(Counted)`
      SELECT count(*)::int AS count FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${EXACT_COUNT + 1}) AS counted`),
  ]);
  const list =
    found.length === 0
      ? []
      : await db.any(sql.type(row)`
          ${await asked.select(found as readonly z.output<Key>[])} ORDER BY ${orderBy}`);
  const more = count > EXACT_COUNT;
  return { list: [...list] as z.output<Schema>[], count: more ? EXACT_COUNT : count, ...(more && { more }), ...paging };
};
