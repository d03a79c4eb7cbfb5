/** Paged lists: rows and a capped count asked at once; the page's keys are found first, wide rows fetched for them only. */
import { sql, type DatabasePool, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { streamRows } from './stream-rows.ts';

/** Counts are exact up to here; above, `more` is true (a full count of a million rows costs 100 ms). */
export const EXACT_COUNT = 10_000;
export type Paging = { readonly pageIndex: number; readonly pageSize: number };
export type Page<Row> = {
  readonly list: Row[];
  readonly count: number;
  readonly more?: boolean;
  readonly pageIndex: number;
  readonly pageSize: number;
};

export type WholeList<Schema extends z.ZodType> = {
  readonly db: DatabasePool;
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
export type PagedList<Schema extends z.ZodType> = WholeList<Schema> & {
  readonly paging: Paging;
  /**
   * A search whose selectivity the planner cannot know. The count is asked first then: what it could count is
   * gathered and sorted; what is plenty is looked for along the order, by a condition that uses no index.
   */
  readonly searched?: { readonly alias: FragmentSqlToken; readonly walking: FragmentSqlToken } | undefined;
};

const Counted = z.object({ count: z.number() });

const countOf = ({ db, from, where }: WholeList<z.ZodType>): Promise<number> =>
  db.oneFirst(sql.type(Counted)`
    SELECT count(*)::int AS count FROM (SELECT FROM ${from} WHERE ${where} LIMIT ${EXACT_COUNT + 1}) AS counted`);

const rowsOf = <Schema extends z.ZodType>(
  { db, orderBy, key, select, row, paging }: PagedList<Schema>,
  from: FragmentSqlToken,
  where: FragmentSqlToken,
) =>
  db.any(sql.type(row)`
    WITH page AS (SELECT ${key} AS key FROM ${from} WHERE ${where} ORDER BY ${orderBy}
                  LIMIT ${paging.pageSize} OFFSET ${(paging.pageIndex - 1) * paging.pageSize})
    ${select} ORDER BY ${orderBy}`);

/** OFFSET 0 keeps the planner from walking the order's index in the hope of many matches. */
const gathered = <Schema extends z.ZodType>(asked: PagedList<Schema>, alias: FragmentSqlToken) =>
  rowsOf(
    asked,
    sql.fragment`(SELECT ${alias}.* FROM ${asked.from} WHERE ${asked.where} OFFSET 0) AS ${alias}`,
    sql.fragment`true`,
  );

export const pagedList = async <Schema extends z.ZodType>(
  asked: PagedList<Schema>,
): Promise<Page<z.output<Schema>>> => {
  const { from, where, searched } = asked;
  const counting = countOf(asked);
  const [list, count] = await Promise.all([
    searched === undefined
      ? rowsOf(asked, from, where)
      : counting.then((found) =>
          found > EXACT_COUNT ? rowsOf(asked, from, searched.walking) : gathered(asked, searched.alias),
        ),
    counting,
  ]);
  const more = count > EXACT_COUNT;
  return {
    list: [...list] as z.output<Schema>[],
    count: more ? EXACT_COUNT : count,
    ...(more && { more }),
    ...asked.paging,
  };
};

/** Every row of a list in its order, all of one moment, fetched as they are consumed ({@link streamRows}). */
export const everyRow = <Schema extends z.ZodType>({ db, from, where, orderBy, key, select, row }: WholeList<Schema>) =>
  streamRows({
    db,
    query: sql.type(row)`WITH page AS (SELECT ${key} AS key FROM ${from} WHERE ${where}) ${select} ORDER BY ${orderBy}`,
  });
