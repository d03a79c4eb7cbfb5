/**
 * Texts found anywhere in a column of a large table. How often a text occurs decides how it is looked for: what is in
 * every fiftieth row is met along the list's own order, what is rarer is found by the index over its pieces.
 */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** Counts are exact up to here; beyond, `more` says so. */
const EXACT_COUNT = 10_000;
/** Nobody pages through hundreds of hits: they type another character. */
const EXACT_HITS = 500;
const SAMPLE = 1_000;
const FREQUENT = 20;
/** Rows in which a frequent text has certainly more hits than are counted, unless all of them are new ones. */
const WALK = 30_000;

/** The same rows by an index over pieces and by looking at each row. */
export type Held = { readonly indexed: FragmentSqlToken; readonly walking: FragmentSqlToken };
export type Condition = FragmentSqlToken | Held | null;
const isHeld = (condition: Condition): condition is Held => condition !== null && 'walking' in condition;

const joined = (conditions: readonly Condition[], way: 'indexed' | 'walking'): FragmentSqlToken => {
  const given = conditions.flatMap((one) => (one === null ? [] : [isHeld(one) ? one[way] : one]));
  return given.length === 0 ? sql.fragment`TRUE` : sql.fragment`${sql.join(given, sql.fragment` AND `)}`;
};

type Column = readonly string[];
const blank = (value: string | undefined): value is undefined | '' => value === undefined || value === '';
/** The text anywhere, whatever its case; no wildcards. The column has an index over `master.pieces`. */
export const holds = (column: Column, value: string | undefined): Held | null => {
  if (blank(value)) return null;
  const name = sql.identifier(column);
  const walking = sql.fragment`position(lower(${value}) IN lower(${name})) > 0`;
  return { walking, indexed: sql.fragment`(master.pieces(${name}) @> master.terms(${value}) AND ${walking})` };
};
/** As {@link holds}, of a telephone number: its index is over `master.runs`. One character is in nearly every number. */
export const numberHolds = (column: Column, value: string | undefined): Held | null => {
  if (blank(value)) return null;
  const name = sql.identifier(column);
  const walking = sql.fragment`position(lower(${value}) IN lower(${name})) > 0`;
  if (value.length < 2) return { walking, indexed: walking };
  return { walking, indexed: sql.fragment`(master.runs(${name}) @> master.run_terms(${value}) AND ${walking})` };
};
/** One of several; null as soon as one of them is no condition. */
export const eitherOf = (...conditions: readonly Condition[]): Held | null => {
  if (conditions.includes(null)) return null;
  const one = (way: 'indexed' | 'walking'): FragmentSqlToken =>
    sql.fragment`(${sql.join(
      conditions.map((condition) => joined([condition], way)),
      sql.fragment` OR `,
    )})`;
  return { indexed: one('indexed'), walking: one('walking') };
};

export type Asked = {
  /** Table with `alias`. */
  readonly from: FragmentSqlToken;
  readonly alias: string;
  readonly conditions: readonly Condition[];
};
/** The condition to read rows by, and how many there are, at most up to the number that is counted exactly. */
export type Judged = { readonly where: FragmentSqlToken; readonly count: number; readonly more?: true };

const Counted = z.object({ count: z.int() });
const Sampled = z.object({ seen: z.int(), hits: z.int() });
const counting = (db: CommonQueryMethods, from: FragmentSqlToken, where: FragmentSqlToken, exact: number) =>
  db.oneFirst(sql.type(Counted)`
    SELECT count(*)::int AS count FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${exact + 1}) AS counted`);
const upTo = (where: FragmentSqlToken, count: number, exact: number): Judged =>
  count > exact ? { where, count: exact, more: true } : { where, count };
const keyOf = ({ alias }: Asked): FragmentSqlToken => sql.fragment`${sql.identifier([alias, 'id'])}`;
const Key = z.object({ id: z.int() });
/** The keys that the index finds, one more than are counted. Seeing the limit, Postgres would rather read the table. */
const found = (db: CommonQueryMethods, asked: Asked): Promise<readonly number[]> =>
  db.anyFirst(sql.type(Key)`
    WITH hits AS MATERIALIZED (
      SELECT ${keyOf(asked)} FROM ${asked.from} WHERE ${joined(asked.conditions, 'indexed')})
    SELECT id FROM hits LIMIT ${EXACT_HITS + 1}`);
/** The rows that were added last. */
const latest = (asked: Asked, rows: number): FragmentSqlToken => {
  const name = sql.identifier([asked.alias]);
  return sql.fragment`(SELECT ${name}.* FROM ${asked.from} ORDER BY ${keyOf(asked)} DESC LIMIT ${rows}) AS ${name}`;
};

export const judge = async (db: CommonQueryMethods, asked: Asked): Promise<Judged> => {
  const walking = joined(asked.conditions, 'walking');
  if (!asked.conditions.some(isHeld))
    return upTo(walking, await counting(db, asked.from, walking, EXACT_COUNT), EXACT_COUNT);
  const { seen, hits } = await db.one(sql.type(Sampled)`
    SELECT count(*)::int AS seen, (count(*) FILTER (WHERE ${walking}))::int AS hits FROM ${latest(asked, SAMPLE)}`);
  if (seen < SAMPLE) return { where: walking, count: hits };
  if (hits >= FREQUENT && (await counting(db, latest(asked, WALK), walking, EXACT_HITS)) > EXACT_HITS)
    return { where: walking, count: EXACT_HITS, more: true };
  const ids = await found(db, asked);
  // Postgres cannot know how rare the text is: left to itself it walks the whole key for the last of few.
  return ids.length > EXACT_HITS
    ? { where: walking, count: EXACT_HITS, more: true }
    : { where: sql.fragment`${keyOf(asked)} = ANY(${sql.array(ids, 'int8')})`, count: ids.length };
};
