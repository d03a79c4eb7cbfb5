/** Money in tills and what customers have with the chain: figures of no report page, read where they are kept. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { CASH } from 'services/contracts/cash';
import { documentNo } from 'services/contracts/document';
import type { ReportName } from './reports.ts';

type Figures = Readonly<Record<string, number | string>>;
type Page = { readonly shop: number; readonly pageIndex: number; readonly pageSize: number };
type Holdings = {
  readonly totals: (db: CommonQueryMethods, until: number, shop: number) => Promise<Figures>;
  readonly rows: (db: CommonQueryMethods, until: number, page: Page) => Promise<readonly Figures[]>;
};
/** Whole fen as yuan, as reports show them. */
const yuan = (sum: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(coalesce(${sum}, 0) / 100.0)::numeric(40, 2)::text`;
const Decimal = z.string();
const pageOf = ({ pageIndex, pageSize }: Page): FragmentSqlToken =>
  sql.fragment`LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`;

const TILL_SUMS = sql.fragment`${yuan(sql.fragment`sum(t.fen) FILTER (WHERE t.method = ${CASH})`)} AS cash,
  ${yuan(sql.fragment`sum(t.fen) FILTER (WHERE t.method <> ${CASH})`)} AS other`;
const inTills = (until: number, shop: number): FragmentSqlToken => sql.fragment`
  FROM live.till_money t WHERE t.shop_id = ${shop} AND t.till <> '' AND t.position > 0 AND t.position <= ${until}`;
const Till = z.object({ cash: Decimal, other: Decimal });
const tills: Holdings = {
  totals: (db, until, shop) => db.one(sql.type(Till)`SELECT ${TILL_SUMS} ${inTills(until, shop)}`),
  rows: async (db, until, page) => {
    const rows = await db.any(sql.type(Till.extend({ kind: z.string(), id: z.int() }))`
      SELECT t.kind, t.document_id AS id, ${TILL_SUMS} ${inTills(until, page.shop)}
      GROUP BY t.kind, t.document_id ORDER BY t.document_id, t.kind ${pageOf(page)}`);
    return rows.map(({ kind, id, cash, other }) => ({
      document: documentNo(kind, id),
      cash: Number(cash),
      other: Number(other),
    }));
  },
};

/** A ledger and the balance of its last row, customer by customer. */
const ledgers = (of: {
  readonly table: FragmentSqlToken;
  readonly sum: string;
  readonly moved: FragmentSqlToken;
  readonly balance: FragmentSqlToken;
  /** What a customer has several of. */
  readonly parts: FragmentSqlToken;
  readonly shown: (sum: FragmentSqlToken) => FragmentSqlToken;
}): Holdings => {
  const moved = (until: number): FragmentSqlToken => sql.fragment`
    SELECT p.customer_id, sum(${of.moved}) AS moved FROM ${of.table} p WHERE p.position <= ${until} GROUP BY p.customer_id`;
  const left = (until: number): FragmentSqlToken => sql.fragment`
    SELECT l.customer_id, sum(l.balance) AS balance FROM (
      SELECT DISTINCT ON (${of.parts}) p.customer_id, ${of.balance} AS balance FROM ${of.table} p
      WHERE p.position <= ${until} ORDER BY ${of.parts}, p.position DESC, p.line DESC) l GROUP BY l.customer_id`;
  const both = (until: number): FragmentSqlToken =>
    sql.fragment`(${moved(until)}) AS m JOIN (${left(until)}) AS b USING (customer_id)`;
  const sums = sql.fragment`${of.shown(sql.fragment`sum(m.moved)`)} AS ${sql.identifier([of.sum])},
    ${of.shown(sql.fragment`sum(b.balance)`)} AS balance`;
  const Sums = z.object({ [of.sum]: Decimal, balance: Decimal });
  return {
    totals: async (db, until) => (await db.one(sql.type(Sums)`SELECT ${sums} FROM ${both(until)}`)) as Figures,
    rows: async (db, until, page) => {
      const rows = await db.any(sql.type(Sums.extend({ customer: z.int() }))`
        SELECT customer_id AS customer, ${sums} FROM ${both(until)}
        GROUP BY customer_id ORDER BY customer_id ${pageOf(page)}`);
      return rows.map((row) => {
        const figures = row as unknown as Readonly<Record<string, number>>;
        return {
          customer: figures['customer'] ?? 0,
          [of.sum]: Number(figures[of.sum]),
          balance: Number(figures['balance']),
        };
      });
    },
  };
};

export const KEPT: Partial<Readonly<Record<ReportName, Holdings>>> = {
  'till-money': tills,
  points: ledgers({
    table: sql.fragment`live.points_ledger`,
    sum: 'points',
    moved: sql.fragment`p.points`,
    balance: sql.fragment`p.balance`,
    parts: sql.fragment`p.customer_id`,
    shown: (sum) => sql.fragment`coalesce(${sum}, 0)::text`,
  }),
  'stored-value': ledgers({
    table: sql.fragment`live.balance_ledger`,
    sum: 'amount',
    moved: sql.fragment`p.amount_fen`,
    balance: sql.fragment`p.balance_fen`,
    parts: sql.fragment`p.customer_id, p.account`,
    shown: yuan,
  }),
};
