/** A customer's points and stored value with how they came to be: of the record that stays, for a merge brings them along (R79, R84). */
import { sql } from 'slonik';
import { z } from 'zod';
import { ACCOUNTS, Account, heldOf } from 'services/balance/contract';
import { yuanFromFen } from 'services/contracts/units';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { balanceWords, pointsWords } from './ledger-words.ts';
import { shopMoment } from './moments.ts';
import { OwnBalanceRow, OwnPointsRow, type OwnAccount, type OwnPageQuery } from './contract.ts';

const Figures = z.object({ usablePoints: z.int(), usedPoints: z.int(), heldPoints: z.int(), amountPoints: z.int() });
const NO_POINTS = { usablePoints: 0, usedPoints: 0, heldPoints: 0, amountPoints: 0 };
const pointsFigures = async ({ db }: QueryDeps, customerId: number): Promise<z.infer<typeof Figures>> =>
  (await db.maybeOne(sql.type(Figures)`
    SELECT usable_points AS "usablePoints", used_points AS "usedPoints", held_points AS "heldPoints",
      balance + used_points AS "amountPoints"
    FROM live.customer_points WHERE customer_id = ${customerId}::int`)) ?? NO_POINTS;

/** Times of the shops, words of a shop. */
const toldInShop = <Row extends { readonly at: string }, Told>(
  page: Page<Row>,
  tell: (row: Row) => Told,
): Page<Told> => ({
  ...page,
  list: page.list.map((row) => tell({ ...row, at: shopMoment(row.at) })),
});
const StoredBalanceRow = OwnBalanceRow.extend({ documentKind: z.string() });
/** The newest first. Who wrote it and what was typed beside it stays in the house. */
export const ownPoints = async (deps: QueryDeps, { pageIndex, pageSize }: OwnPageQuery, customerId: number) => ({
  ...toldInShop(
    await pagedList({
      db: deps.db,
      from: sql.fragment`live.points_ledger p`,
      where: allOf(equals(sql.fragment`p.customer_id`, customerId)),
      orderBy: sql.fragment`p.position DESC, p.line DESC`,
      key: sql.fragment`p.position AS position, p.line`,
      select: sql.fragment`
      SELECT (p.position * 1000 + p.line)::int8 AS id, p.at, p.kind, p.points, p.balance, p.document_no AS "orderNo", p.position, p.line
      FROM page JOIN live.points_ledger p ON p.position = page.position AND p.line = page.key`,
      row: OwnPointsRow,
      paging: { pageIndex, pageSize },
    }),
    (row) => ({ ...row, kind: pointsWords(row.kind) }),
  ),
  ...(await pointsFigures(deps, customerId)),
});

const Stored = z.object({
  balances: z.record(z.string(), z.number()),
  holds: z.record(
    z.string(),
    z.object({ account: Account, takenFen: z.number(), replaces: z.string().exactOptional() }),
  ),
});
/** Accounts without anything are not named. */
const accountsOf = async ({ db }: QueryDeps, customerId: number): Promise<OwnAccount[]> => {
  const row = await db.maybeOne(sql.type(Stored)`
    SELECT balances, holds FROM live.customer_balances WHERE customer_id = ${customerId}::int`);
  const holds = new Map(Object.entries(row?.holds ?? {}));
  return ACCOUNTS.flatMap((account) => {
    const [balance, held] = [row?.balances[account] ?? 0, heldOf(holds, account)];
    if (balance === 0 && held === 0) return [];
    return [{ account, balance: yuanFromFen(balance), held: yuanFromFen(held), usable: yuanFromFen(balance - held) }];
  });
};
export const ownBalance = async (deps: QueryDeps, { pageIndex, pageSize }: OwnPageQuery, customerId: number) => ({
  ...toldInShop(
    await pagedList({
      db: deps.db,
      from: sql.fragment`live.balance_ledger p`,
      where: allOf(equals(sql.fragment`p.customer_id`, customerId)),
      orderBy: sql.fragment`p.position DESC, p.line DESC`,
      key: sql.fragment`p.position AS position, p.line`,
      select: sql.fragment`
      SELECT (p.position * 1000 + p.line)::int8 AS id, p.at, p.account, p.kind, (p.amount_fen / 100.0)::float8 AS amount, (p.balance_fen / 100.0)::float8 AS balance,
        p.document_no AS "orderNo", p.document_kind AS "documentKind", p.position, p.line
      FROM page JOIN live.balance_ledger p ON p.position = page.position AND p.line = page.key`,
      row: StoredBalanceRow,
      paging: { pageIndex, pageSize },
    }),
    ({ documentKind, ...row }) => ({ ...row, kind: balanceWords({ ...row, documentKind }) }),
  ),
  accounts: await accountsOf(deps, customerId),
});
