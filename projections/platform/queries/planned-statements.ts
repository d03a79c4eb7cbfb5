/** Statements that are asked again and again, planned once per connection: half of a short list's time was its plan. */
import { createHash } from 'node:crypto';
import type { CommonQueryMethods, QuerySqlToken } from 'slonik';

type Parser = QuerySqlToken['parser'];
/** Every name keeps a plan in every connection: filters in ever new combinations are planned each time. */
const MOST = 256;
const names = new Map<string, string>();
const nameOf = (text: string): string | undefined => {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST) return known;
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return name;
};

/** 0A000: the view behind a plan was switched to a version with other columns. */
const isOutdated = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '0A000';

/**
 * Rows of a query. Postgres plans it for its values at first, then once for all; only for statements whose best plan
 * does not depend on them.
 */
export const planned = async <P extends Parser>(db: CommonQueryMethods, query: QuerySqlToken<P>) => {
  const name = nameOf(query.sql);
  if (name === undefined) return db.any(query);
  try {
    return await db.any({ ...query, name });
  } catch (error) {
    if (!isOutdated(error)) throw error;
    return db.any(query);
  }
};
