/** What commands about customers ask of read models: each statement waits until these have seen the log's head. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { documentNo } from '../contracts/document.ts';

const Id = z.object({ id: z.int() });
/** More are not named. */
const NAMED = sql.literalValue('20');
/** Documents of a customer, by kind; a table is named in full, or nobody waits for it. */
const ASKED: readonly (readonly [kind: string, table: FragmentSqlToken])[] = [
  ['sale', sql.fragment`live.sales`],
  ['recycle', sql.fragment`live.recycles`],
  ['deposit', sql.fragment`live.deposits`],
];

/** Numbers of the pending documents that name the customer, at most 20 of a kind. */
export const pendingOf = async (db: CommonQueryMethods, customerId: number): Promise<readonly string[]> => {
  const numbers: string[] = [];
  for (const [kind, table] of ASKED) {
    const ids = await db.anyFirst(sql.type(Id)`
      SELECT id FROM ${table} WHERE customer_id = ${customerId}::int AND audit_flag = 1 AND stage = 'pending' ORDER BY id LIMIT ${NAMED}`);
    numbers.push(...ids.map((id) => documentNo(kind, id)));
  }
  return numbers;
};

/** Shops where the customers bought or paid in: whoever lets one record's money go to another sees them all (R136). */
export const shopsOf = (db: CommonQueryMethods, customerIds: readonly number[]): Promise<readonly number[]> => {
  const ids = sql.array([...customerIds], 'int4');
  return db.anyFirst(sql.type(Id)`
    SELECT shop_id AS id FROM live.deposits WHERE customer_id = ANY (${ids})
    UNION
    SELECT shop_id FROM live.sales WHERE customer_id = ANY (${ids})
    ORDER BY id`);
};
