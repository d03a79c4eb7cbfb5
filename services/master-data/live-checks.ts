/**
 * What commands ask of read models: each statement waits until these have seen the log's head (own-writes.ts). Those of
 * schema `live` answer by their column names, so that a document slice is asked from the day its read model exists.
 */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { MAX_TILL, UNASSIGNED_TILL } from '../contracts/tills.ts';

const Column = z.object({ table_name: z.string(), column_name: z.string() });
const Found = z.object({ found: z.boolean() });

const liveColumns = (pool: CommonQueryMethods, names: readonly string[]) =>
  pool.any(sql.type(Column)`
    SELECT table_name::text, column_name::text FROM information_schema.columns
    WHERE table_schema = 'live' AND column_name = ANY(${sql.array([...names], 'text')}) ORDER BY table_name, ordinal_position`);
export const exists = (pool: CommonQueryMethods, from: FragmentSqlToken) =>
  pool.oneFirst(sql.type(Found)`SELECT EXISTS (SELECT 1 FROM ${from}) AS found`);

/** The read model that holds `value` in one of the columns, or null. */
export const holder = async (
  db: CommonQueryMethods,
  names: readonly string[],
  value: string | number,
): Promise<string | null> => {
  // The column is never cast: its index would serve nobody.
  const wanted = typeof value === 'number' ? sql.fragment`${value}::bigint` : sql.fragment`${value}::text`;
  for (const { table_name, column_name } of await liveColumns(db, names)) {
    const at = sql.identifier(['live', table_name]);
    if (await exists(db, sql.fragment`${at} WHERE ${sql.identifier([column_name])} = ${wanted}`)) return table_name;
  }
  return null;
};

/** Whether documents of other shops than these print with the template of that file. */
export const namedOutside = async (
  db: CommonQueryMethods,
  fileName: string,
  shopIds: readonly number[],
): Promise<boolean> => {
  const columns = await liveColumns(db, ['print_template', 'shop_id']);
  const ofShops = columns.filter(({ column_name }) => column_name === 'shop_id').map(({ table_name }) => table_name);
  const tables = columns.filter((one) => one.column_name === 'print_template' && ofShops.includes(one.table_name));
  for (const { table_name } of tables) {
    const outside = sql.fragment`${sql.identifier(['live', table_name])}
      WHERE print_template = ${fileName}::text AND shop_id <> ALL (${sql.array([...shopIds], 'int8')})`;
    if (await exists(db, outside)) return true;
  }
  return false;
};

/** Whether a piece has `value` as one of its attributes `keys`, which are no columns of their own. */
export const attributesHold = async (
  db: CommonQueryMethods,
  keys: readonly string[],
  value: string,
): Promise<boolean> => {
  if (keys.length === 0) return false;
  const tables = await liveColumns(db, ['attributes']);
  if (!tables.some(({ table_name }) => table_name === 'goods_in')) return false;
  const matches = keys.map((key) => sql.fragment`attributes ->> ${key} = ${value}`);
  return exists(db, sql.fragment`live.goods_in WHERE ${sql.join(matches, sql.fragment` OR `)}`);
};

/** Whether a sale was paid that way. */
export const paymentsHold = async (db: CommonQueryMethods, method: string): Promise<boolean> =>
  (await liveColumns(db, ['payments'])).length > 0 &&
  exists(
    db,
    sql.fragment`live.sales WHERE jsonb_path_exists(payments, '$.** ? (@ == $method)', jsonb_build_object('method', ${method}::text))`,
  );

/** Names that tills bear money under since that day; from name to name along the index: a till has thousands of rows, a shop a few tills. */
export const registerTillsUsedSince = (tx: CommonQueryMethods, since: string): Promise<unknown> =>
  tx.query(sql.unsafe`
    WITH RECURSIVE used AS (
      SELECT s.id AS shop_id, (SELECT t.till FROM live.till_money t
        WHERE t.shop_id = s.id AND t.till <> '' ORDER BY t.till LIMIT 1) AS till FROM master.shop s
      UNION ALL SELECT u.shop_id, (SELECT t.till FROM live.till_money t
        WHERE t.shop_id = u.shop_id AND t.till <> '' AND t.till > u.till ORDER BY t.till LIMIT 1)
      FROM used u WHERE u.till IS NOT NULL)
    INSERT INTO master.till (id, shop_id, name, used, created_at, updated_at)
    SELECT nextval('master.wire_id'), u.shop_id, u.till, true, now(), now() FROM used u
    WHERE u.till IS NOT NULL AND u.till <> ${UNASSIGNED_TILL} AND char_length(u.till) <= ${MAX_TILL}
      AND (SELECT t.at FROM live.till_money t
        WHERE t.shop_id = u.shop_id AND t.till = u.till AND t.till <> '' ORDER BY t.position DESC LIMIT 1)::timestamptz >= ${since}::timestamptz
    ON CONFLICT (shop_id, name) DO UPDATE SET used = true`);

/** Whether a customer has stored value or points (R136). */
export const hasSomething = (db: CommonQueryMethods, customerId: number): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM live.customer_points WHERE customer_id = ${customerId}::int AND balance <> 0)
      OR EXISTS (
        SELECT FROM live.customer_balances AS b, jsonb_each_text(b.balances) AS m
        WHERE b.customer_id = ${customerId}::int AND m.value::numeric <> 0) AS found`);
