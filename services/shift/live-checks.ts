/** What shifts ask of read models: each statement waits until these have seen the log's head. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { documentNo } from '../contracts/document.ts';
import { UNASSIGNED_TILL } from '../contracts/tills.ts';
import { yuanFromFen } from '../contracts/units.ts';
import { CASH, expectedFenOf, type ExpectedMoney, type MoneyRow } from './contract.ts';
import { shiftName } from './manifest.ts';

export type Till = { readonly shopId: number; readonly till: string };
const Last = z.object({ id: z.int(), untilPosition: z.int(), at: z.string(), cashFen: z.number() });
type Last = z.infer<typeof Last>;
/** The shift that was handed over last at the till; null: none was. */
const lastShift = (db: CommonQueryMethods, { shopId, till }: Till): Promise<Last | null> =>
  db.maybeOne(sql.type(Last)`
    SELECT s.id, s.until_position AS "untilPosition", s.created_at AS at,
      coalesce((SELECT (l ->> 'countedFen')::int8 FROM jsonb_array_elements(s.lines) AS l
        WHERE l ->> 'method' = ${CASH} LIMIT 1), 0) AS "cashFen"
    FROM live.shifts s WHERE s.shop_id = ${shopId}::int AND s.till = ${till}
    ORDER BY s.until_position DESC, s.id DESC LIMIT 1`);

const Sum = z.object({
  method: z.string(),
  receivedFen: z.number(),
  correctedFen: z.number(),
  documents: z.int(),
  until: z.int(),
});
/** A method, fen. */
export type TillLine = {
  readonly method: string;
  readonly openingFen: number;
  readonly receivedFen: number;
  readonly correctedFen: number;
  readonly documents: number;
};
/** What the till should hold now, since the last shift; `untilPosition`: how far the log is counted. */
export type TillNow = {
  readonly last: Last | null;
  readonly untilPosition: number;
  readonly lines: readonly TillLine[];
};
/** In one statement, so that nothing is counted beyond `untilPosition`; the float is what was counted in cash. */
export const tillNow = async (db: CommonQueryMethods, till: Till): Promise<TillNow> => {
  const last = await lastShift(db, till);
  const from = last?.untilPosition ?? -1;
  const sums = await db.any(sql.type(Sum)`
    SELECT method, coalesce(sum(fen) FILTER (WHERE what = 'new'), 0)::int8 AS "receivedFen",
      coalesce(sum(fen) FILTER (WHERE what <> 'new'), 0)::int8 AS "correctedFen",
      count(DISTINCT document)::int AS documents, max(position) AS until
    FROM live.till_money WHERE shop_id = ${till.shopId}::int AND till = ${till.till} AND position > ${from}
    GROUP BY method ORDER BY method`);
  const openingFen = last?.cashFen ?? 0;
  const found = sums.map(({ until: _until, ...sum }) => ({ ...sum, openingFen: sum.method === CASH ? openingFen : 0 }));
  const hasCash = found.some(({ method }) => method === CASH);
  const float = { method: CASH, openingFen, receivedFen: 0, correctedFen: 0, documents: 0 };
  return {
    last,
    untilPosition: Math.max(from, 0, ...sums.map(({ until }) => until)),
    // Cash stands first, also where nobody paid with it: it is counted.
    lines: [...(hasCash ? [] : [float]), ...found].toSorted(
      (one, other) => Number(other.method === CASH) - Number(one.method === CASH),
    ),
  };
};
export const expectedAnswer = ({ shopId, till }: Till, { last, lines }: TillNow): ExpectedMoney => ({
  shopId,
  till,
  sinceNo: last === null ? '' : documentNo(shiftName.kind, last.id),
  sinceAt: last?.at ?? '',
  list: lines.map((line) => ({
    balance: line.method,
    opening: yuanFromFen(line.openingFen),
    received: yuanFromFen(line.receivedFen),
    corrected: yuanFromFen(line.correctedFen),
    expected: yuanFromFen(expectedFenOf(line)),
    documents: line.documents,
  })),
});

const Money = z.object({
  at: z.string(),
  kind: z.string(),
  documentId: z.number(),
  what: z.enum(['new', 'edit', 'delete', 'reverse']),
  method: z.string(),
  fen: z.number(),
  by: z.string(),
});
type Window = Till & { readonly from: number; readonly until: number | null; readonly method: string | undefined };
/** The documents of a till in a window of the log, the latest first. */
export const moneyIn = async (
  db: CommonQueryMethods,
  { shopId, till, from, until, method }: Window,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ readonly list: readonly MoneyRow[]; readonly count: number }> => {
  const where = sql.fragment`shop_id = ${shopId}::int AND till = ${till} AND position > ${from}
    AND (${until}::int8 IS NULL OR position <= ${until}::int8) AND (${method ?? null}::text IS NULL OR method = ${method ?? null})`;
  const count = await db.oneFirst(
    sql.type(z.object({ count: z.int() }))`SELECT count(*)::int AS count FROM live.till_money WHERE ${where}`,
  );
  const rows = await db.any(sql.type(Money)`
    SELECT at, kind, document_id AS "documentId", what, method, fen, by_name AS by FROM live.till_money WHERE ${where}
    ORDER BY position DESC, method LIMIT ${limit} OFFSET ${offset}`);
  return {
    count,
    list: rows.map(({ method: balance, fen, ...row }) => ({
      ...row,
      no: documentNo(row.kind, row.documentId),
      balance,
      amount: yuanFromFen(fen),
    })),
  };
};
const Stored = z.object({ shopId: z.int(), till: z.string(), from: z.int(), until: z.int() });
/** Which part of the log a shift counted; null where it is not there. */
export const windowOf = (db: CommonQueryMethods, id: number): Promise<z.infer<typeof Stored> | null> =>
  db.maybeOne(sql.type(Stored)`
    SELECT shop_id AS "shopId", till, from_position AS from, until_position AS until FROM live.shifts
    WHERE id = ${id}`);

const Found = z.object({ found: z.boolean() });
/** Whether money of a device without a till ever lay in the shop's reserved one, or was handed over from it. */
export const hasUnassignedMoney = (db: CommonQueryMethods, shopId: number): Promise<boolean> =>
  db.oneFirst(sql.type(Found)`
    SELECT EXISTS (SELECT FROM live.till_money WHERE shop_id = ${shopId}::int AND till = ${UNASSIGNED_TILL} AND till <> '')
      OR EXISTS (SELECT FROM live.shifts WHERE shop_id = ${shopId}::int AND till = ${UNASSIGNED_TILL}) AS found`);

const Difference = z.object({ fen: z.number() });
/** Of what a person handed over since that day, fen; short and over against each other. */
export const standingDifference = (db: CommonQueryMethods, personId: number, since: string): Promise<number> =>
  db.oneFirst(sql.type(Difference)`
    SELECT coalesce(sum(difference_fen), 0)::int8 AS fen FROM live.shifts
    WHERE handed_by_id = ${personId}::bigint AND shift_on >= ${since}::date`);
