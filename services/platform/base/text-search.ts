/**
 * Texts found anywhere in a column of a large table. How often a text occurs decides how it is looked for: what is in
 * every fiftieth row is met along the list's own order, what is rarer is found by the index over its pieces. Either way
 * the work is bounded, whatever the table holds.
 */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';

/** Counts are exact up to here; beyond, `more` says so. */
const EXACT_COUNT = 10_000;
/** So many hits of a rarer text are found by its index, and counted. */
const FOUND_HITS = 2_000;
/** Of a frequent text nobody pages through more: they type another character. */
const WALKED_HITS = 100;
const SAMPLE = 500;
const FREQUENT = 10;
/** Rows in which a frequent text has more hits than are counted, unless all of them are at the other end. */
const WALK = 30_000;

/** The same rows by an index over pieces and by looking at each row. */
export type IndexedCondition = {
  readonly indexed: FragmentSqlToken;
  readonly walking: FragmentSqlToken;
  /** No index finds it: alone it is looked for among the rows that the list shows first. */
  readonly short?: true;
  /** Where an index has the rows of each of a few values in the list's own order: alone, only the first of each are read. */
  readonly each?: Each;
};
type Each = {
  readonly column: FragmentSqlToken;
  /** Selects the values, each once. */
  readonly values: FragmentSqlToken;
  /** What is still to be looked at in a row of such a value. */
  readonly rest: FragmentSqlToken;
};
export type Condition = FragmentSqlToken | IndexedCondition | null;
const isHeld = (condition: Condition): condition is IndexedCondition => condition !== null && 'walking' in condition;

/** All conditions by their indexes, or row by row. */
export const joined = (conditions: readonly Condition[], way: 'indexed' | 'walking'): FragmentSqlToken => {
  const given = conditions.flatMap((one) => (one === null ? [] : [isHeld(one) ? one[way] : one]));
  return given.length === 0 ? sql.fragment`TRUE` : sql.fragment`${sql.join(given, sql.fragment` AND `)}`;
};

type Column = readonly string[];
export const blank = (value: string | undefined): value is undefined | '' => value === undefined || value === '';
/** The text anywhere, whatever its case; no wildcards. The column has an index over `master.pieces`. */
export const holds = (column: Column, value: string | undefined): IndexedCondition | null => {
  if (blank(value)) return null;
  const name = sql.identifier(column);
  const walking = sql.fragment`position(lower(${value}) IN lower(${name})) > 0`;
  return { walking, indexed: sql.fragment`(master.pieces(${name}) @> master.terms(${value}) AND ${walking})` };
};
/** As {@link holds}, of a telephone number: its index is over `master.runs`. One character is in nearly every number. */
export const numberHolds = (column: Column, value: string | undefined): IndexedCondition | null => {
  if (blank(value)) return null;
  const name = sql.identifier(column);
  const walking = sql.fragment`position(lower(${value}) IN lower(${name})) > 0`;
  if (value.length < 2) return { walking, indexed: walking };
  return { walking, indexed: sql.fragment`(master.runs(${name}) @> master.run_terms(${value}) AND ${walking})` };
};
/** `%text%` with LIKE's own signs taken as they are. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`;
/** A piece of fewer characters has no trigram. */
const TRIGRAM = 3;
/** As {@link holds}, of a column of millions: its index is one of trigrams. Two characters and fewer are looked for as {@link judge} says. */
export const spells = (column: Column, value: string | undefined): IndexedCondition | null => {
  if (blank(value)) return null;
  const name = sql.identifier(column);
  const walking = sql.fragment`position(lower(${value}) IN lower(${name})) > 0`;
  if (value.length < TRIGRAM) return { walking, indexed: walking, short: true };
  return { walking, indexed: sql.fragment`${name} ILIKE ${likePattern(value)}` };
};
/** One of several; null as soon as one of them is no condition. */
export const eitherOf = (...conditions: readonly Condition[]): IndexedCondition | null => {
  if (conditions.includes(null)) return null;
  const one = (way: 'indexed' | 'walking'): FragmentSqlToken =>
    sql.fragment`(${sql.join(
      conditions.map((condition) => joined([condition], way)),
      sql.fragment` OR `,
    )})`;
  return { indexed: one('indexed'), walking: one('walking') };
};

export type Direction = 'ASC' | 'DESC';
export type SearchRequest = {
  /** Table with `alias`. */
  readonly from: FragmentSqlToken;
  readonly alias: string;
  readonly conditions: readonly Condition[];
  /** Which way the list goes along the table's key; absent when it is sorted by something else. */
  readonly along?: Direction | undefined;
  /** How else it goes, where an index has that order: the rows that it may show at all, and what they are sorted by. */
  readonly way?: Way | undefined;
};
export type Way = {
  readonly among: FragmentSqlToken;
  readonly by: FragmentSqlToken;
  /** The columns of `by`, the table's key among them. */
  readonly columns: FragmentSqlToken;
};
/** The condition to read rows by, and how many there are, at most up to the number that is counted exactly. */
export type SearchPlan = {
  readonly where: FragmentSqlToken;
  readonly count: number;
  readonly more?: true;
  /** All of them in the list's order, where they were found one by one. */
  readonly keys?: readonly number[];
};

const Counted = z.object({ count: z.int() });
const Sampled = z.object({ seen: z.int(), hits: z.int() });
const counting = (db: CommonQueryMethods, from: FragmentSqlToken, where: FragmentSqlToken, exact: number) =>
  db.oneFirst(sql.type(Counted)`
    SELECT count(*)::int AS count FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${exact + 1}) AS counted`);
const upTo = (where: FragmentSqlToken, count: number, exact: number): SearchPlan =>
  count > exact ? { where, count: exact, more: true } : { where, count };
const keyOf = ({ alias }: SearchRequest): FragmentSqlToken => sql.fragment`${sql.identifier([alias, 'id'])}`;
const Keys = z.object({ keys: z.string().nullable() });
const alongKey = (asked: SearchRequest, along: Direction): Way => {
  const direction = along === 'ASC' ? sql.fragment`ASC` : sql.fragment`DESC`;
  return { among: sql.fragment`TRUE`, by: sql.fragment`${keyOf(asked)} ${direction}`, columns: keyOf(asked) };
};
const wayOf = (asked: SearchRequest): Way | undefined =>
  asked.way ?? (asked.along === undefined ? undefined : alongKey(asked, asked.along));
/** What alone is asked for among all that the list may show. */
const onlyEach = ({ conditions, way }: SearchRequest): Each | undefined => {
  const [one, ...others] = conditions.filter((condition) => condition !== null && condition !== way?.among);
  return one !== undefined && others.length === 0 && isHeld(one) ? one.each : undefined;
};
/** Rows among which all are that the list shows first: tens of thousands of a value stay unread behind its first. */
const hitsOf = (asked: SearchRequest, { columns, by, among }: Way): FragmentSqlToken => {
  const each = onlyEach(asked);
  if (each === undefined)
    return sql.fragment`SELECT ${columns} FROM ${asked.from} WHERE ${joined(asked.conditions, 'indexed')}`;
  const { column, values, rest } = each;
  return sql.fragment`SELECT of_value.* FROM (${values}) AS asked (value) CROSS JOIN LATERAL (
    SELECT ${columns} FROM ${asked.from} WHERE ${column} = asked.value AND ${among} AND ${rest}
    ORDER BY ${by} LIMIT ${FOUND_HITS + 1}) AS of_value`;
};
/**
 * The keys that the index finds, one more than are counted, first those that the list shows first, as one text: thousands
 * of rows would each be parsed. Seeing the limit, Postgres would rather read the table.
 */
const found = async (db: CommonQueryMethods, asked: SearchRequest): Promise<readonly number[]> => {
  const way = wayOf(asked) ?? alongKey(asked, 'DESC');
  const { by } = way;
  const keys = await db.oneFirst(sql.type(Keys)`
    WITH hits AS MATERIALIZED (${hitsOf(asked, way)})
    SELECT string_agg(id::text, ',') AS keys FROM (
      SELECT id FROM hits AS ${sql.identifier([asked.alias])} ORDER BY ${by} LIMIT ${FOUND_HITS + 1}) AS first`);
  return keys === null ? [] : keys.split(',').map(Number);
};
/** The rows that a list shows first. */
const first = (asked: SearchRequest, rows: number): FragmentSqlToken => {
  const name = sql.identifier([asked.alias]);
  const { among, by } = wayOf(asked) ?? alongKey(asked, 'DESC');
  return sql.fragment`(SELECT ${name}.* FROM ${asked.from} WHERE ${among} ORDER BY ${by} LIMIT ${rows}) AS ${name}`;
};
/** Whether every page that is counted is filled by walking so far along the list's order. */
const isMetOnTheWay = async (
  db: CommonQueryMethods,
  asked: SearchRequest,
  walking: FragmentSqlToken,
): Promise<boolean> =>
  wayOf(asked) !== undefined && (await counting(db, first(asked, WALK), walking, WALKED_HITS)) > WALKED_HITS;

const Walked = z.object({ seen: z.int(), keys: z.string().nullable() });
/** Among the rows that the list shows first; `more` unless these are all. */
const nearby = async (db: CommonQueryMethods, asked: SearchRequest, walking: FragmentSqlToken): Promise<SearchPlan> => {
  const { seen, keys } = await db.one(sql.type(Walked)`
    SELECT count(*)::int AS seen, string_agg(${keyOf(asked)}::text, ',') FILTER (WHERE ${walking}) AS keys
    FROM ${first(asked, WALK)}`);
  const ids = keys === null ? [] : keys.split(',').map(Number);
  if (ids.length > WALKED_HITS) return { where: walking, count: WALKED_HITS, more: true };
  const where = sql.fragment`${keyOf(asked)} = ANY(${sql.array(ids, 'int8')})`;
  return { where, count: ids.length, ...(seen === WALK && { more: true as const }) };
};
/** Whether all that is looked for are pieces that no index finds. */
const areShort = (asked: SearchRequest): boolean =>
  wayOf(asked) !== undefined && asked.conditions.filter(isHeld).every(({ short }) => short === true);

/**
 * How to read the rows of a list. Pieces of one or two characters alone are found among the 30,000 rows that the list shows
 * first: with a time, a name or one more character they are found anywhere.
 */
export const judge = async (db: CommonQueryMethods, asked: SearchRequest): Promise<SearchPlan> => {
  const walking = joined(asked.conditions, 'walking');
  if (!asked.conditions.some(isHeld))
    return upTo(walking, await counting(db, asked.from, walking, EXACT_COUNT), EXACT_COUNT);
  const { seen, hits } = await db.one(sql.type(Sampled)`
    SELECT count(*)::int AS seen, (count(*) FILTER (WHERE ${walking}))::int AS hits FROM ${first(asked, SAMPLE)}`);
  if (seen < SAMPLE) return { where: walking, count: hits };
  if (areShort(asked)) return nearby(db, asked, walking);
  const met: SearchPlan = { where: walking, count: WALKED_HITS, more: true };
  const isFrequent = hits >= FREQUENT;
  if (isFrequent && (await isMetOnTheWay(db, asked, walking))) return met;
  const ids = await found(db, asked);
  // Postgres cannot know how rare the text is: left to itself it walks the whole key for the last of few.
  const among = (keys: readonly number[]): Pick<SearchPlan, 'where' | 'keys'> => ({
    where: sql.fragment`${keyOf(asked)} = ANY(${sql.array([...keys], 'int8')})`,
    ...(wayOf(asked) !== undefined && { keys }),
  });
  if (ids.length <= FOUND_HITS) return { ...among(ids), count: ids.length };
  if (wayOf(asked) !== undefined) return { ...among(ids.slice(0, FOUND_HITS)), count: FOUND_HITS, more: true };
  const all = sql.fragment`SELECT ${keyOf(asked)} FROM ${asked.from} WHERE ${joined(asked.conditions, 'indexed')}`;
  return { where: sql.fragment`${keyOf(asked)} = ANY(ARRAY(${all}))`, count: FOUND_HITS, more: true };
};
