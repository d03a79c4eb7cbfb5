/** What a field of an installation's own table may name: rows of another table, by what they are called. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { Paging, pageOf } from 'services/contracts/envelope';
import { term } from 'services/contracts/filters';
import { route, type Route } from 'services/contracts/route';
import { compared } from './custom-filters.ts';

const Choice = z.object({ id: z.union([z.string(), z.number()]), name: z.string().nullable() });
const Counted = z.object({ count: z.int() });
type Choices = {
  readonly path: string;
  readonly title: string;
  readonly allow: readonly string[];
  readonly from: readonly [schema: string, table: string];
  /** Column that is stored, and the one that people read. */
  readonly value: string;
  readonly label: string;
};
/** GET a page of them by `name`. */
export const choicesRoute = (db: CommonQueryMethods, { path, title, allow, from, value, label }: Choices): Route => {
  const table = sql.identifier(from);
  const named = sql.identifier([label]);
  return route({
    method: 'GET',
    path,
    summary: title,
    allow,
    query: z.object({ ...Paging, name: term(100) }),
    data: pageOf(Choice),
    handler: async ({ query: { pageIndex, pageSize, name } }) => {
      const where = compared([from[1], label], 'LIKE', name, 'text') ?? sql.fragment`TRUE`;
      const count = await db.oneFirst(sql.type(Counted)`SELECT count(*)::int AS count FROM ${table} WHERE ${where}`);
      const list = await db.any(sql.type(Choice)`
        SELECT ${sql.identifier([value])} AS id, ${named}::text AS name FROM ${table} WHERE ${where}
        ORDER BY ${named}, 1 LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
      return { data: { list: [...list], count, pageIndex, pageSize } };
    },
  });
};
