/** Paged lists: rows and a capped count in one trip; the page's keys are found first, wide rows fetched for them only. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { parsedBy } from 'services/platform/base/fitting';
import { planned } from './planned-statements.ts';
import { streamRows } from './stream-rows.ts';

/** Counts are exact up to here; above, `more` is true (a full count of a million rows costs 100 ms). */
export const EXACT_COUNT = 10_000;
export type PageRequest = { readonly pageIndex: number; readonly pageSize: number };
export type Page<Row> = {
  readonly list: Row[];
  readonly count: number;
  readonly more?: boolean;
  readonly pageIndex: number;
  readonly pageSize: number;
};

export type WholeList<Schema extends z.ZodType> = {
  readonly db: CommonQueryMethods;
  /** Table with its alias, and joins that filters need. */
  readonly from: FragmentSqlToken;
  readonly where: FragmentSqlToken;
  readonly orderBy: FragmentSqlToken;
  /** Unique key column, found page by page. */
  readonly key: FragmentSqlToken;
  /** `SELECT … FROM page JOIN … ON … = page.key` without its ORDER BY. */
  readonly select: FragmentSqlToken;
  readonly row: Schema;
};
/**
 * A search whose selectivity the planner cannot know. What is frequent among the first rows of the order is met along
 * it. Else up to 10,001 rows are gathered: are these all, they are sorted; are there more, the page is looked for along
 * the order.
 */
export type SearchedText = {
  /** What {@link WholeList.key} and orderBy read, of the alias, and that alias. */
  readonly columns: FragmentSqlToken;
  readonly alias: FragmentSqlToken;
  /** The same rows by a condition that uses no index. */
  readonly walking: FragmentSqlToken;
  /** {@link walking} in two parts, where an index in the list's order has all that they read. */
  readonly along?: { readonly others: FragmentSqlToken; readonly text: FragmentSqlToken } | undefined;
};
export type PagedListRequest<Schema extends z.ZodType> = WholeList<Schema> & {
  readonly paging: PageRequest;
  readonly searched?: SearchedText | undefined;
  /** What is counted, where `from` has no more rows than the page is made of. */
  readonly counted?: Pick<WholeList<Schema>, 'from' | 'where'>;
};

const Counted = z.object({ counted: z.int() });
/** Of a frequent text nobody pages through more: they type another character. */
export const MET_COUNT = 200;
const SAMPLE = 1_000;
const FREQUENT = 20;
/** Rows of the order in which a frequent text has more hits than are counted, unless all of them are at its other end. */
const WALK = 20_000;

/** Written out where it is always the same: Postgres plans a limit it cannot see as a tenth of all rows. */
const BEYOND_EXACT = sql.literalValue(String(EXACT_COUNT + 1));
const limits = ({ pageIndex, pageSize }: PageRequest): FragmentSqlToken =>
  pageIndex === 1 && pageSize <= 100
    ? sql.fragment`LIMIT ${sql.literalValue(String(pageSize))}`
    : sql.fragment`LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`;

const counting = ({ from, where }: Pick<WholeList<z.ZodType>, 'from' | 'where'>): FragmentSqlToken =>
  sql.fragment`SELECT count(*)::int AS counted FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${BEYOND_EXACT}) AS hits`;
const countOf = async (asked: PagedListRequest<z.ZodType>): Promise<number> => {
  const [found] = await planned(asked.db, sql.type(Counted)`${counting(asked.counted ?? asked)}`);
  return found?.counted ?? 0;
};

const keysOf = <Schema extends z.ZodType>(
  { key, orderBy, paging }: PagedListRequest<Schema>,
  from: FragmentSqlToken,
  where: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`
  SELECT ${key} AS key FROM ${from} WHERE ${where} ORDER BY ${orderBy} ${limits(paging)}`;
const rowsWith = <Schema extends z.ZodType>(
  { select, orderBy }: PagedListRequest<Schema>,
  page: FragmentSqlToken,
): FragmentSqlToken => sql.fragment`WITH page AS (${page}) ${select} ORDER BY ${orderBy}`;

/**
 * The rows of a page without any count: for reports, whose totals are exact anyway. Planned for its values each time:
 * a report of one day and one of all days are read in different ways.
 */
export const pageRows = async <Schema extends z.ZodType>(
  asked: PagedListRequest<Schema>,
): Promise<z.output<Schema>[]> => {
  const page = keysOf(asked, asked.from, asked.where);
  return [...(await asked.db.any(sql.type(asked.row)`${rowsWith(asked, page)}`))] as z.output<Schema>[];
};

const listing = <Schema extends z.ZodType>(asked: PagedListRequest<Schema>): FragmentSqlToken => {
  const { from, where, searched } = asked;
  if (searched === undefined) {
    const rows = rowsWith(asked, keysOf(asked, from, where));
    return sql.fragment`SELECT listed.*, (${counting(asked.counted ?? asked)}) AS counted FROM (${rows}) AS listed`;
  }
  const { columns, alias, walking } = searched;
  const isMet = sql.fragment`(SELECT met.hits FROM met) > ${MET_COUNT}`;
  const all = sql.fragment`(SELECT found.hits FROM found) <= ${EXACT_COUNT}`;
  // A branch whose first condition is false is not run at all.
  const rows = rowsWith(
    asked,
    sql.fragment`(${keysOf(asked, sql.fragment`hits AS ${alias}`, sql.fragment`NOT (${isMet}) AND ${all}`)})
      UNION ALL (${keysOf(asked, from, sql.fragment`((${isMet}) OR NOT (${all})) AND ${walking}`)})`,
  );
  return sql.fragment`
    WITH met AS MATERIALIZED (${metOnTheWay(asked, searched)}),
    hits AS MATERIALIZED (SELECT ${columns} FROM ${from} WHERE NOT (${isMet}) AND ${where} LIMIT ${BEYOND_EXACT}),
    found AS MATERIALIZED (SELECT count(*)::int AS hits FROM hits)
    SELECT listed.*, CASE WHEN ${isMet} THEN ${MET_COUNT} ELSE (SELECT found.hits FROM found) END AS counted,
      (${isMet}) AS met
    FROM (${rows}) AS listed`;
};

/** How many hits are met among the first rows, as soon as they are more than are counted; 0 where they are too rare. */
const metOnTheWay = (
  { from, orderBy }: PagedListRequest<z.ZodType>,
  { columns, alias, along }: SearchedText,
): FragmentSqlToken => {
  if (along === undefined) return sql.fragment`SELECT 0 AS hits`;
  const first = (rows: number): FragmentSqlToken => sql.fragment`
    (SELECT ${columns} FROM ${from} WHERE ${along.others} ORDER BY ${orderBy} LIMIT ${sql.literalValue(String(rows))})
      AS ${alias}`;
  const beyond = sql.literalValue(String(MET_COUNT + 1));
  return sql.fragment`
    SELECT count(*)::int AS hits FROM (
      SELECT FROM ${first(WALK)} WHERE (SELECT count(*) FROM ${first(SAMPLE)} WHERE ${along.text}) >= ${FREQUENT}
        AND ${along.text} LIMIT ${beyond}) AS counted`;
};

const Beside = z.object({ counted: z.int(), met: z.boolean().optional() });
/** Rows of `row` that each carry the count along. */
const withCount = <Schema extends z.ZodType>(row: Schema) =>
  z.unknown().transform((value, context) => {
    const { counted, met, ...rest } = value as z.output<typeof Beside>;
    const outcome = parsedBy(row, rest);
    if (outcome.success) return { row: outcome.data as z.output<Schema>, beside: Beside.parse({ counted, met }) };
    context.addIssue(outcome.error.message);
    return z.NEVER;
  });
/** Rows and count in one round trip: the count is asked once and stands beside every row. */
export const pagedList = async <Schema extends z.ZodType>(
  asked: PagedListRequest<Schema>,
): Promise<Page<z.output<Schema>>> => {
  const rows = await planned(asked.db, sql.type(withCount(asked.row))`${listing(asked)}`);
  const isFirst = asked.paging.pageIndex === 1;
  const { counted, met = false } = rows[0]?.beside ?? { counted: isFirst ? 0 : await countOf(asked) };
  const more = met || counted > EXACT_COUNT;
  return {
    list: rows.map(({ row }) => row),
    count: Math.min(counted, EXACT_COUNT),
    ...(more && { more }),
    ...asked.paging,
  };
};

/** Every row of a list in its order, all of one moment, some hundred at a time ({@link streamRows}). */
export const everyRow = <Schema extends z.ZodType>({ db, from, where, orderBy, key, select, row }: WholeList<Schema>) =>
  streamRows({
    db,
    query: sql.type(row)`WITH page AS (SELECT ${key} AS key FROM ${from} WHERE ${where}) ${select} ORDER BY ${orderBy}`,
  });
