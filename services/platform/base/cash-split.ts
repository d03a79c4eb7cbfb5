/**
 * Cash of a person's day in SQL: counted by the day of the documents and by the day they were entered on, the larger decides
 * (R83, R139). Statements name `live.till_money` in full, so that they wait until it has seen the log's head.
 */
import { sql, type FragmentSqlToken } from 'slonik';

const hasCash = (t: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(${t}.cash_in_fen > 0 OR ${t}.cash_out_fen > 0)`;
/** What a document stands at, where it is of cash. */
export const isDocument = (t: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${t}.position = 0 AND ${t}.line = 0 AND ${hasCash(t)}`;
/** A document's cash of one day of entry. */
export const isEntry = (t: FragmentSqlToken): FragmentSqlToken => sql.fragment`${t}.position = 0 AND ${t}.line > 0`;
/** The records of one person: the one that stays, and what was merged into it (R95). */
export const recordsOf = (person: FragmentSqlToken): FragmentSqlToken => sql.fragment`ARRAY(
  SELECT ${person}::int UNION ALL SELECT m.id::int FROM master.customer AS m WHERE m.merged_into = ${person})`;

const SUMS = {
  in: sql.fragment`t.cash_in_fen`,
  out: sql.fragment`t.cash_out_fen`,
} as const;
/** Of entries: what all are dated alike is in the count of that day already. */
const enteredSum = (fen: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  CASE WHEN min(t.dated_on) FILTER (WHERE ${fen} > 0) < max(t.dated_on) FILTER (WHERE ${fen} > 0)
    THEN coalesce(sum(${fen}), 0) ELSE 0 END::int8`;
/** Both directions of rows `t`: by day of the documents, and by day of entry. */
export const DATED_SUMS = sql.fragment`coalesce(sum(${SUMS.in}), 0)::int8 AS "inFen", coalesce(sum(${SUMS.out}), 0)::int8 AS "outFen"`;
export const ENTERED_SUMS = sql.fragment`${enteredSum(SUMS.in)} AS "inFen", ${enteredSum(SUMS.out)} AS "outFen"`;

const T = sql.fragment`t`;
/** Of a report (alias r) and its customer (alias k). */
export const REPORTS = sql.fragment`master.cash_report r JOIN master.customer k ON k.id = r.customer_id`;
const PERSON = sql.fragment`coalesce(k.merged_into, k.id)`;
const DATED = sql.fragment`r.document = '' AND t.day_on = r.day AND ${isDocument(T)} AND t.customer_id = ANY(${recordsOf(PERSON)})`;
const ENTERED = sql.fragment`r.document = '' AND t.entered_on = r.day AND ${isEntry(T)} AND t.customer_id = ANY(${recordsOf(PERSON)})`;
const ALONE = sql.fragment`r.document <> '' AND t.document = r.document AND ${isDocument(T)}`;
/** What a row adds to its report's direction. */
export const AMOUNT = sql.fragment`CASE r.direction WHEN '1' THEN t.cash_in_fen ELSE t.cash_out_fen END`;
/** Reports with what they come to (alias s): `fen`, and whether the day of entry decides. */
export const SUMMED_REPORTS = sql.fragment`${REPORTS} CROSS JOIN LATERAL (
  SELECT greatest(d.fen, e.fen) AS fen, e.fen > d.fen AS by_entry FROM (
    SELECT coalesce(sum(a.fen), 0)::int8 AS fen FROM (
      SELECT ${AMOUNT} AS fen FROM live.till_money t WHERE ${DATED}
      UNION ALL SELECT ${AMOUNT} FROM live.till_money t WHERE ${ALONE}) AS a) AS d, (
    SELECT ${enteredSum(AMOUNT)} AS fen FROM live.till_money t WHERE ${ENTERED}) AS e) AS s`;
/** Rows `t` that a summed report is made of. */
export const partsOfReport = (columns: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  SELECT ${columns} FROM live.till_money t WHERE ${DATED} AND NOT s.by_entry
  UNION ALL SELECT ${columns} FROM live.till_money t WHERE ${ENTERED} AND s.by_entry
  UNION ALL SELECT ${columns} FROM live.till_money t WHERE ${ALONE}`;
