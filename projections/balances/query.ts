/** What a customer has with the chain, and how it came to be (R79). */
import { sql } from 'slonik';
import { z } from 'zod';
import { ACCOUNTS, Account, BALANCE_READERS, CustomerBalance, CustomerInPath, heldOf } from 'services/balance/contract';
import { pageOf } from 'services/contracts/envelope';
import { route, type Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { pagedList } from '../platform/queries/paged-list.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { allOf, equals } from '../platform/queries/where-clauses.ts';
import { BalanceLedgerQuery, BalanceLedgerRow } from './contract.ts';

const Stored = z.object({
  balances: z.record(z.string(), z.number()),
  holds: z.record(
    z.string(),
    z.object({ account: Account, takenFen: z.number(), replaces: z.string().exactOptional() }),
  ),
});
const balanceRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/base-customer/:id/balance',
    summary: '客户余额',
    allow: BALANCE_READERS,
    params: CustomerInPath,
    data: z.array(CustomerBalance),
    handler: async ({ params }) => {
      const row = await db.maybeOne(sql.type(Stored)`
        SELECT balances, holds FROM live.customer_balances WHERE customer_id = ${params.id}::int`);
      const holds = new Map(Object.entries(row?.holds ?? {}));
      return {
        data: ACCOUNTS.map((account) => {
          const [balance, held] = [row?.balances[account] ?? 0, heldOf(holds, account)];
          return {
            account,
            balance: yuanFromFen(balance),
            held: yuanFromFen(held),
            usable: yuanFromFen(balance - held),
          };
        }),
      };
    },
  });

const ledgerRoute = ({ db }: QueryDeps): Route =>
  route({
    method: 'GET',
    path: '/base-customer/:id/balance/ledger',
    summary: '储值明细',
    allow: BALANCE_READERS,
    params: CustomerInPath,
    query: BalanceLedgerQuery,
    data: pageOf(BalanceLedgerRow),
    takesAsOf: true,
    handler: async ({ params, query, asOf }) => ({
      data: await pagedList({
        db,
        from: sql.fragment`live.balance_ledger p`,
        where: allOf(
          equals(sql.fragment`p.customer_id`, params.id),
          asOf === undefined ? null : sql.fragment`p.position <= ${asOf}`,
        ),
        orderBy: sql.fragment`p.position DESC, p.line DESC`,
        key: sql.fragment`p.position AS position, p.line`,
        select: sql.fragment`
          SELECT p.at, p.account, p.kind, (p.amount_fen / 100.0)::float8 AS amount, (p.balance_fen / 100.0)::float8 AS balance,
            p.document_no AS "orderNo", p.document_id AS "documentId", p.document_kind AS "documentKind",
            p.by_name AS by, p.position, p.line
          FROM page JOIN live.balance_ledger p ON p.position = page.position AND p.line = page.key`,
        row: BalanceLedgerRow,
        paging: query,
      }),
    }),
  });

export default (deps: QueryDeps): Route[] => [balanceRoute(deps), ledgerRoute(deps)];
