/** Reports with what their person's day comes to: rows of schema master, sums by the index of persons and days. */
import { sql, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { CASH_DOCUMENTS, maskedNumber } from 'services/cash-report/contract';
import { documentNo } from 'services/contracts/document';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { dayOf } from 'services/contracts/dates';
import { yuanFromFen } from 'services/contracts/units';
import { seesShop, shopScope, type SessionUser } from 'services/contracts/user';
import { AMOUNT, SUMMED_REPORTS, partsOfReport } from 'services/platform/base/cash-split';
import { documentInScope } from 'services/platform/base/maker-scope';
import { allowedRange } from '../platform/queries/date-window.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { OTHER_SHOP } from '../platform/queries/scope.ts';
import {
  allOf,
  between,
  contains,
  equals,
  ofCustomer,
  oneOfIds,
  type Condition,
} from '../platform/queries/where-clauses.ts';
import type { CashDocument, CashReportQuery, CashReportRow } from './contract.ts';

/** With the sum of the day (alias s). */
export const SUMMED = SUMMED_REPORTS;
const WAITS = sql.fragment`r.filled_at IS NULL AND s.fen >= r.limit_fen`;
const STATES: Readonly<Record<'1' | '2' | '3', FragmentSqlToken>> = {
  '1': WAITS,
  '2': sql.fragment`r.filled_at IS NOT NULL AND s.fen >= r.limit_fen`,
  '3': sql.fragment`s.fen < r.limit_fen`,
};

/** A document that the user sees: of his shops, and of them of whoever his data scope shows (R13, R109). */
const isSeen = (user: SessionUser, shops: readonly number[] | null): FragmentSqlToken =>
  allOf(oneOfIds(sql.fragment`t.shop_id`, shops), documentInScope(sql.fragment`t`, CASH_DOCUMENTS, user));
/**
 * Reports with a document that the user sees, of these shops; whose data scope is all sees those that were noticed there too. The
 * sum is the person's all the same.
 */
export const seenReports = (user: SessionUser, shops = shopScope(user)): Condition => {
  if (shops === null && user.rows === 'all') return null;
  const parts = partsOfReport(sql.fragment`t.kind, t.document_id, t.shop_id`);
  const hasPart = sql.fragment`EXISTS (SELECT 1 FROM (${parts}) AS t WHERE ${isSeen(user, shops)})`;
  return user.rows === 'all' ? sql.fragment`(${oneOfIds(sql.fragment`r.shop_id`, shops)!} OR ${hasPart})` : hasPart;
};
/** What waits for this user, for the home page. */
export const waiting = (user: SessionUser): FragmentSqlToken =>
  sql.fragment`${SUMMED} WHERE ${allOf(WAITS, seenReports(user))}`;

const nameHolds = (term: string | undefined): Condition => {
  const held = [contains(sql.fragment`k.name`, term), contains(sql.fragment`r.name`, term)].filter(
    (one) => one !== null,
  );
  return held.length === 0 ? null : sql.fragment`(${sql.join(held, sql.fragment` OR `)})`;
};
/** What has to be filled in stays in sight, however old it is. */
const rangeOf = (
  { now }: Pick<QueryDeps, 'now'>,
  { query, user }: Pick<ListRequest<CashReportQuery>, 'query' | 'user'>,
) =>
  query.state === '1' && query.beginTime === undefined && query.endTime === undefined
    ? { begin: undefined, end: undefined }
    : allowedRange(user, query, now());

export const reportsWhere = (
  deps: Pick<QueryDeps, 'now'>,
  asked: Pick<ListRequest<CashReportQuery>, 'query' | 'user'>,
): FragmentSqlToken | Refusal => {
  const { query, user } = asked;
  const range = rangeOf(deps, asked);
  if (isRefusal(range)) return range;
  if (query.shopId !== undefined && !seesShop(user, query.shopId)) return OTHER_SHOP;
  return allOf(
    seenReports(user, query.shopId === undefined ? shopScope(user) : [query.shopId]),
    ofCustomer(sql.fragment`r.customer_id`, query.customerId),
    nameHolds(query.name),
    equals(sql.fragment`r.direction`, query.direction),
    query.state === undefined ? null : STATES[query.state],
    query.overdue === undefined ? null : sql.fragment`(${WAITS} AND r.due_on < ${dayOf(deps.now())}::date)`,
    between(sql.fragment`r.day`, range.begin, range.end),
  );
};

export const NEWEST_FIRST = sql.fragment`r.day DESC, r.id DESC`;
export const CashRow = z.object({
  id: z.int(),
  revision: z.int(),
  day: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  direction: z.enum(['1', '2']),
  fen: z.number(),
  by_entry: z.boolean(),
  limit_fen: z.number(),
  due_on: z.string(),
  keep_until: z.string(),
  document: z.string(),
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  name: z.string(),
  contact: z.string(),
  id_type: z.string(),
  id_no: z.string(),
  id_expiry: z.string(),
  purpose: z.string(),
  checked_by: z.string(),
  filled_at: z.string().nullable(),
  filled_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type CashRow = z.infer<typeof CashRow>;
export const COLUMNS = sql.fragment`r.id, r.revision, r.day::text AS day, r.customer_id, k.name AS customer_name, r.direction, s.fen, s.by_entry,
  r.limit_fen, r.due_on::text AS due_on, r.keep_until::text AS keep_until, r.document, r.shop_id, p.name AS shop_name, r.name,
  r.contact, r.id_type, r.id_no, r.id_expiry, r.purpose, r.checked_by, r.filled_at, r.filled_by, r.created_at, r.updated_at`;
export const SHOPS = sql.fragment`LEFT JOIN master.shop p ON p.id = r.shop_id`;

/** `sale-12` as people say it. */
const numberOf = (stream: string): string => {
  const [, kind, id] = /^(.+)-(\d+)$/.exec(stream) ?? [];
  return kind === undefined ? '' : documentNo(kind, Number(id));
};
const stateOf = ({ fen, limit_fen: limit, filled_at: filled }: CashRow): CashReportRow['state'] =>
  fen < limit ? '3' : filled === null ? '1' : '2';
const basisOf = ({ by_entry: byEntry }: CashRow): CashReportRow['basis'] => (byEntry ? '2' : '1');
/** `whole`: with the paper's number, for whoever may see it, as long as the law keeps it. */
export const present = (
  row: CashRow,
  { today, whole }: { readonly today: string; readonly whole: boolean },
): CashReportRow => {
  const state = stateOf(row);
  const kept = row.keep_until >= today;
  return {
    id: row.id,
    day: row.day,
    customerId: row.customer_id,
    customerName: row.customer_name,
    direction: row.direction,
    amount: yuanFromFen(row.fen),
    basis: basisOf(row),
    limit: yuanFromFen(row.limit_fen),
    state,
    dueOn: row.due_on,
    overdue: state === '1' && row.due_on < today,
    documentNo: numberOf(row.document),
    shopId: row.shop_id,
    shopName: row.shop_name ?? '',
    name: kept ? row.name : '',
    contact: kept ? row.contact : '',
    idType: kept ? row.id_type : '',
    idNo: kept ? (whole ? row.id_no : maskedNumber(row.id_no)) : '',
    idExpiry: kept ? row.id_expiry : '',
    purpose: row.purpose,
    checkedBy: row.checked_by,
    filledAt: row.filled_at ?? '',
    filledBy: row.filled_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
};

const Part = z.object({
  kind: z.string(),
  documentId: z.number(),
  shopName: z.string().nullable(),
  day: z.string(),
  fen: z.number(),
  seen: z.boolean(),
});
type CashDocuments = { readonly documents: CashDocument[]; readonly elsewhere: number };
/** The documents of a report; of those that the user does not see only what they come to. */
export const partsOf = async ({ db }: Pick<QueryDeps, 'db'>, id: number, user: SessionUser): Promise<CashDocuments> => {
  const seen = isSeen(user, shopScope(user));
  const columns = sql.fragment`t.kind, t.document_id, t.shop_id, coalesce(t.day_on, t.dated_on)::text AS day, ${AMOUNT} AS fen,
    ${seen} AS seen`;
  const parts = await db.any(sql.type(Part)`
    SELECT d.kind, d.document_id AS "documentId", p.name AS "shopName", d.day, d.fen, d.seen
    FROM ${SUMMED} CROSS JOIN LATERAL (${partsOfReport(columns)}) AS d
    LEFT JOIN master.shop p ON p.id = d.shop_id
    WHERE r.id = ${id}::bigint AND d.fen > 0 ORDER BY d.document_id`);
  const mine = parts.filter((part) => part.seen);
  const others = parts.filter((part) => !part.seen);
  return {
    documents: mine.map(({ kind, documentId, shopName, day, fen }) => ({
      kind,
      documentId,
      no: documentNo(kind, documentId),
      shopName: shopName ?? '',
      day,
      amount: yuanFromFen(fen),
    })),
    elsewhere: yuanFromFen(others.reduce((sum, { fen }) => sum + fen, 0)),
  };
};

/** That document's own, or its person's day; of a document that the user sees. */
export const ofDocument = (
  { kind, documentId }: { readonly kind: string; readonly documentId: number },
  user: SessionUser,
): FragmentSqlToken => {
  const stream = `${kind}-${documentId}`;
  const records = sql.fragment`ARRAY(
    SELECT coalesce(c.merged_into, c.id)
    UNION ALL SELECT m.id FROM master.customer AS m WHERE m.merged_into = coalesce(c.merged_into, c.id))`;
  return allOf(
    // Its state row has the day that it is dated, the rows beside it the days of entry.
    sql.fragment`r.id IN (
      SELECT o.id FROM live.till_money t JOIN master.customer c ON c.id = t.customer_id
      JOIN master.cash_report o ON o.day = coalesce(t.day_on, t.entered_on) AND o.customer_id = ANY(${records})
      WHERE t.document = ${stream} AND t.position = 0 AND ${isSeen(user, shopScope(user))})`,
    // Of its days only those that it is counted in.
    sql.fragment`EXISTS (SELECT 1 FROM (${partsOfReport(sql.fragment`t.document`)}) AS part WHERE part.document = ${stream})`,
    sql.fragment`s.fen >= r.limit_fen`,
  );
};
