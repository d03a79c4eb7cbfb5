/** Cash of persons and days out of the read model of tills' money; each statement waits until that has seen the log's head. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { shopScope, type SessionUser } from '../contracts/user.ts';
import { documentInScope } from '../platform/maker-scope.ts';
import { CASH_DOCUMENTS } from './contract.ts';

/** The records of one person: the one that stays, and what was merged into it (R95). */
const recordsOf = (person: FragmentSqlToken): FragmentSqlToken => sql.fragment`ARRAY(
  SELECT ${person}::int UNION ALL SELECT m.id::int FROM master.customer AS m WHERE m.merged_into = ${person})`;
const HAS_CASH = sql.fragment`t.position = 0 AND (t.cash_in_fen > 0 OR t.cash_out_fen > 0)`;
const SUMS = sql.fragment`coalesce(sum(t.cash_in_fen), 0)::int8 AS "inFen", coalesce(sum(t.cash_out_fen), 0)::int8 AS "outFen"`;

const Sums = z.object({ inFen: z.number(), outFen: z.number() });
export type CashSums = z.infer<typeof Sums>;
/** What a person's documents of a day come to, less that one of these. */
export const cashOfDay = (
  db: CommonQueryMethods,
  { customerId, day, but }: { readonly customerId: number; readonly day: string; readonly but: string },
): Promise<CashSums> =>
  db.one(sql.type(Sums)`
    SELECT ${SUMS} FROM live.till_money t
    WHERE t.customer_id = ANY(${recordsOf(sql.fragment`${customerId}::int8`)}) AND t.day_on = ${day}::date
      AND ${HAS_CASH} AND t.document <> ${but}`);

const Day = z.object({
  customerId: z.int(),
  day: z.string(),
  document: z.string(),
  shopId: z.int(),
  inFen: z.number(),
  outFen: z.number(),
});
/** A person's day, or a document of 散客; `shopId` of one of its documents. */
export type CashDay = z.infer<typeof Day>;
/** The days that `touched` (customer_id, walk_in, day_on, document) names, each once, with all that is in them. */
const daysOf = (touched: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT d.customer_id AS "customerId", d.day_on::text AS day, d.document, s.*
  FROM (SELECT DISTINCT customer_id, day_on, CASE WHEN walk_in THEN document ELSE '' END AS document FROM (${touched}) AS n) AS d,
    LATERAL (
      SELECT ${SUMS}, max(t.shop_id) AS "shopId" FROM live.till_money t
      WHERE d.document = '' AND t.customer_id = ANY(${recordsOf(sql.fragment`d.customer_id`)}) AND t.day_on = d.day_on AND ${HAS_CASH}
      HAVING count(*) > 0
      UNION ALL
      SELECT t.cash_in_fen, t.cash_out_fen, t.shop_id FROM live.till_money t
      WHERE d.document <> '' AND t.document = d.document AND ${HAS_CASH}) AS s`;
/** As person: the record that stays. */
const PERSON = sql.fragment`coalesce(c.merged_into, c.id) AS customer_id, c.walk_in`;

const Until = z.object({ until: z.int().nullable() });
const AT_ONCE = 500;
/** How far so many documents reach that changed after `position`; null: none did. */
export const changedUntil = (db: CommonQueryMethods, position: number): Promise<number | null> =>
  db.oneFirst(sql.type(Until)`
    SELECT max(n.changed)::int8 AS until FROM (
      SELECT t.changed FROM live.till_money t WHERE t.changed > ${position} AND ${HAS_CASH}
      ORDER BY t.changed LIMIT ${sql.literalValue(String(AT_ONCE))}) AS n`);
/** Days with a document that changed after `from`, up to `until`. */
export const daysChanged = (
  db: CommonQueryMethods,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<readonly CashDay[]> =>
  db.any(
    sql.type(Day)`${daysOf(sql.fragment`
      SELECT ${PERSON}, t.day_on, t.document FROM live.till_money t JOIN master.customer AS c ON c.id = t.customer_id
      WHERE t.changed > ${from} AND t.changed <= ${until} AND ${HAS_CASH}`)}`,
  );

/** All days of a person whose records were merged. */
export const daysOfPerson = (db: CommonQueryMethods, customerId: number): Promise<readonly CashDay[]> =>
  db.any(
    sql.type(Day)`${daysOf(sql.fragment`
      SELECT ${PERSON}, t.day_on, t.document FROM master.customer AS c, live.till_money t
      WHERE c.id = ${customerId}::int8 AND t.customer_id = ANY(${recordsOf(sql.fragment`c.id`)}) AND ${HAS_CASH}`)}`,
  );

const Found = z.object({ found: z.boolean() });
/** Whether the user sees the report: noticed in one of his shops, or with a document of them; of both what his data scope shows (R109). */
export const seesReport = async (db: CommonQueryMethods, id: number, user: SessionUser): Promise<boolean> => {
  const shops = shopScope(user);
  if (shops === null && user.rows === 'all') return true;
  const ofShops = (column: FragmentSqlToken): FragmentSqlToken =>
    shops === null ? sql.fragment`true` : sql.fragment`${column} = ANY(${sql.array([...shops], 'int8')})`;
  const made = documentInScope(sql.fragment`t`, CASH_DOCUMENTS, user);
  const noticed = made === null ? ofShops(sql.fragment`r.shop_id`) : sql.fragment`false`;
  const columns = sql.fragment`SELECT t.kind, t.document_id, t.shop_id FROM live.till_money t`;
  return db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT 1 FROM master.cash_report r JOIN master.customer c ON c.id = r.customer_id
      WHERE r.id = ${id}::bigint AND (${noticed} OR EXISTS (
        SELECT 1 FROM (
          ${columns} WHERE r.document = '' AND t.day_on = r.day AND ${HAS_CASH}
            AND t.customer_id = ANY(${recordsOf(sql.fragment`coalesce(c.merged_into, c.id)`)})
          UNION ALL ${columns} WHERE r.document <> '' AND t.document = r.document AND ${HAS_CASH}) AS t
        WHERE ${ofShops(sql.fragment`t.shop_id`)} AND ${made ?? sql.fragment`true`}))) AS found`);
};
