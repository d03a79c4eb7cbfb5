/** Cash of persons and days out of the read model of tills' money; each statement waits until that has seen the log's head. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { shopScope, type SessionUser } from '../contracts/user.ts';
import {
  DATED_SUMS,
  ENTERED_SUMS,
  SUMMED_REPORTS,
  isDocument,
  isEntry,
  partsOfReport,
  recordsOf,
} from '../platform/base/cash-split.ts';
import { documentInScope } from '../platform/base/maker-scope.ts';
import { CASH_DOCUMENTS } from './contract.ts';

const T = sql.fragment`t`;
const E = sql.fragment`e`;

const Sums = z.object({ inFen: z.number(), outFen: z.number() });
export type CashSums = z.infer<typeof Sums>;
const Others = z.object({
  dated: Sums,
  entered: Sums.extend({
    days: z.array(z.object({ day: z.string(), isIn: z.boolean(), isOut: z.boolean() })),
  }),
  earlier: Sums,
});
/**
 * Cash of a person beside a document: of the day that it is dated, by documents; of the day that it is entered on, with the days
 * those are dated; and what of the document itself was entered on other days before. `but`: its stream, '' for a new one.
 */
export type CashBeside = z.infer<typeof Others>;
type CashQuestion = { readonly customerId: number; readonly day: string; readonly today: string; readonly but: string };
const asJson = (of: FragmentSqlToken): FragmentSqlToken => sql.fragment`(SELECT to_jsonb(x) FROM (${of}) AS x)`;
export const cashBeside = (
  db: CommonQueryMethods,
  { customerId, day, today, but }: CashQuestion,
): Promise<CashBeside> => {
  const records = recordsOf(sql.fragment`${customerId}::int8`);
  const dated = sql.fragment`SELECT ${DATED_SUMS} FROM live.till_money t
    WHERE t.customer_id = ANY(${records}) AND t.day_on = ${day}::date AND ${isDocument(T)} AND t.document <> ${but}`;
  const entered = sql.fragment`SELECT coalesce(sum(t."in"), 0)::int8 AS "inFen", coalesce(sum(t."out"), 0)::int8 AS "outFen",
      coalesce(jsonb_agg(jsonb_build_object('day', t.day, 'isIn', t."in" > 0, 'isOut', t."out" > 0)), '[]') AS days
    FROM (SELECT t.dated_on::text AS day, sum(t.cash_in_fen) AS "in", sum(t.cash_out_fen) AS "out" FROM live.till_money t
      WHERE t.customer_id = ANY(${records}) AND t.entered_on = ${today}::date AND ${isEntry(T)} AND t.document <> ${but}
      GROUP BY t.dated_on) AS t`;
  const earlier = sql.fragment`SELECT ${DATED_SUMS} FROM live.till_money t
    WHERE t.document = ${but} AND ${isEntry(T)} AND t.entered_on <> ${today}::date`;
  return db.one(sql.type(Others)`
    SELECT ${asJson(dated)} AS dated, ${asJson(entered)} AS entered, ${asJson(earlier)} AS earlier`);
};

const Day = z.object({
  customerId: z.int(),
  day: z.string(),
  document: z.string(),
  shopId: z.int(),
  inFen: z.number(),
  outFen: z.number(),
});
/** A person's day by one of both counts, or a document of 散客; `shopId` of one of its documents. */
export type CashDay = z.infer<typeof Day>;
/** The days that `touched` (customer_id, walk_in, day_on, document) names, each once by each count, with all that is in them. */
const daysOf = (touched: FragmentSqlToken): FragmentSqlToken => {
  const mine = sql.fragment`d.document = '' AND t.customer_id = ANY(${recordsOf(sql.fragment`d.customer_id`)})`;
  return sql.fragment`
  SELECT d.customer_id AS "customerId", d.day_on::text AS day, d.document, s.*
  FROM (SELECT DISTINCT customer_id, day_on, CASE WHEN walk_in THEN document ELSE '' END AS document FROM (${touched}) AS n) AS d,
    LATERAL (
      SELECT ${DATED_SUMS}, max(t.shop_id) AS "shopId" FROM live.till_money t
      WHERE ${mine} AND t.day_on = d.day_on AND ${isDocument(T)} HAVING count(*) > 0
      UNION ALL
      SELECT ${ENTERED_SUMS}, max(t.shop_id) FROM live.till_money t
      WHERE ${mine} AND t.entered_on = d.day_on AND ${isEntry(T)} HAVING count(*) > 0
      UNION ALL
      SELECT t.cash_in_fen, t.cash_out_fen, t.shop_id FROM live.till_money t
      WHERE d.document <> '' AND t.document = d.document AND ${isDocument(T)}) AS s`;
};
/** As person: the record that stays. */
const PERSON = sql.fragment`coalesce(c.merged_into, c.id) AS customer_id, c.walk_in`;
/** Days of entry of documents t of persons c; each of 散客 stands for itself. */
const ENTRIES = sql.fragment`JOIN live.till_money e ON e.document = t.document AND ${isEntry(E)} AND NOT c.walk_in`;

const Until = z.object({ until: z.int().nullable() });
const AT_ONCE = 500;
/** How far so many documents reach that changed after `position`; null: none did. */
export const changedUntil = (db: CommonQueryMethods, position: number): Promise<number | null> =>
  db.oneFirst(sql.type(Until)`
    SELECT max(n.changed)::int8 AS until FROM (
      SELECT t.changed FROM live.till_money t WHERE t.changed > ${position} AND ${isDocument(T)}
      ORDER BY t.changed LIMIT ${sql.literalValue(String(AT_ONCE))}) AS n`);
export type ChangeSpan = { readonly from: number; readonly until: number };
/** Days with a document that changed after `from`, up to `until`. */
export const daysChanged = (db: CommonQueryMethods, { from, until }: ChangeSpan): Promise<readonly CashDay[]> => {
  const changed = sql.fragment`t.changed > ${from} AND t.changed <= ${until} AND ${isDocument(T)}`;
  const documents = sql.fragment`live.till_money t JOIN master.customer AS c ON c.id = t.customer_id`;
  return db.any(
    sql.type(Day)`${daysOf(sql.fragment`
      SELECT ${PERSON}, t.day_on, t.document FROM ${documents} WHERE ${changed}
      UNION ALL SELECT ${PERSON}, e.entered_on, t.document FROM ${documents} ${ENTRIES} WHERE ${changed}`)}`,
  );
};

/** All days of a person whose records were merged. */
export const daysOfPerson = (db: CommonQueryMethods, customerId: number): Promise<readonly CashDay[]> => {
  const whose = sql.fragment`c.id = ${customerId}::int8 AND t.customer_id = ANY(${recordsOf(sql.fragment`c.id`)})`;
  return db.any(
    sql.type(Day)`${daysOf(sql.fragment`
      SELECT ${PERSON}, t.day_on, t.document FROM master.customer AS c, live.till_money t WHERE ${whose} AND ${isDocument(T)}
      UNION ALL SELECT ${PERSON}, t.entered_on, t.document FROM master.customer AS c, live.till_money t
      WHERE ${whose} AND ${isEntry(T)}`)}`,
  );
};

const TillDay = z.object({
  shopId: z.int(),
  till: z.string(),
  day: z.string(),
  document: z.string(),
  byId: z.int(),
  byName: z.string(),
  inFen: z.number(),
  outFen: z.number(),
  inCount: z.int(),
  outCount: z.int(),
});
/** What documents of 散客 at a till, entered on one day, come to; the one that changed last, and who entered it. */
export type WalkInDay = z.infer<typeof TillDay>;
/** Tills and days of entry with a document of 散客 that changed after `from`, up to `until`. */
export const walkInDays = (db: CommonQueryMethods, { from, until }: ChangeSpan): Promise<readonly WalkInDay[]> =>
  db.any(sql.type(TillDay)`
    SELECT d.shop_id AS "shopId", d.till, d.day::text AS day, d.document, d.by_id AS "byId", d.by_name AS "byName", s.*
    FROM (
      SELECT DISTINCT ON (e.shop_id, e.entered_till, e.entered_on) e.customer_id, e.shop_id, e.entered_till AS till,
        e.entered_on AS day, e.document, e.by_id, e.by_name
      FROM live.till_money t JOIN master.customer AS c ON c.id = t.customer_id AND c.walk_in
        JOIN live.till_money e ON e.document = t.document AND ${isEntry(E)}
      WHERE t.changed > ${from} AND t.changed <= ${until} AND ${isDocument(T)}
      ORDER BY e.shop_id, e.entered_till, e.entered_on, t.changed DESC) AS d,
    LATERAL (
      SELECT ${DATED_SUMS}, (count(*) FILTER (WHERE t.cash_in_fen > 0))::int AS "inCount",
        (count(*) FILTER (WHERE t.cash_out_fen > 0))::int AS "outCount"
      FROM live.till_money t WHERE t.customer_id = d.customer_id AND t.entered_on = d.day AND t.shop_id = d.shop_id
        AND t.entered_till = d.till AND ${isEntry(T)}) AS s`);

const Found = z.object({ found: z.boolean() });
/** Whether the user sees the report: noticed in one of his shops, or with a document of them; of both what his data scope shows (R109). */
export const seesReport = async (db: CommonQueryMethods, id: number, user: SessionUser): Promise<boolean> => {
  const shops = shopScope(user);
  if (shops === null && user.rows === 'all') return true;
  const ofShops = (column: FragmentSqlToken): FragmentSqlToken =>
    shops === null ? sql.fragment`true` : sql.fragment`${column} = ANY(${sql.array([...shops], 'int8')})`;
  const made = documentInScope(sql.fragment`t`, CASH_DOCUMENTS, user);
  const noticed = made === null ? ofShops(sql.fragment`r.shop_id`) : sql.fragment`false`;
  const parts = partsOfReport(sql.fragment`t.kind, t.document_id, t.shop_id`);
  return db.oneFirst(sql.type(Found)`
    SELECT EXISTS (
      SELECT 1 FROM ${SUMMED_REPORTS} WHERE r.id = ${id}::bigint AND (${noticed} OR EXISTS (
        SELECT 1 FROM (${parts}) AS t WHERE ${ofShops(sql.fragment`t.shop_id`)} AND ${made ?? sql.fragment`true`}))) AS found`);
};
