/** A record and those merged into it: they are one person (R95). */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';

const ids = (customerId: number): FragmentSqlToken => sql.fragment`
  SELECT ${customerId}::bigint AS id UNION ALL SELECT id FROM master.customer WHERE merged_into = ${customerId}::bigint`;
/** Whether `column` is one of the person's records. */
export const ofPerson = (column: FragmentSqlToken, customerId: number): FragmentSqlToken =>
  sql.fragment`${column} = ANY(ARRAY(${ids(customerId)}))`;

const Id = z.object({ id: z.int() });
export const recordsOf = (db: CommonQueryMethods, customerId: number): Promise<readonly number[]> =>
  db.anyFirst(sql.type(Id)`${ids(customerId)}`);
