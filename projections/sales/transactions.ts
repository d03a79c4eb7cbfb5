/** GET /transaction/list (S2§2.27, R129): the latest orders the user may see, for the dashboards. */
import { isRefusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import type { SessionUser } from 'services/contracts/user';
import { documentsOf, type DocumentSource } from '../documents/reads.ts';
import type { QueryDeps } from '../platform/queries/query-deps.ts';
import { TransactionQuery, Transactions, type SaleQuery, type SaleRow } from './contract.ts';
import type { StoredSaleWithLines } from './present.ts';

type Reads = {
  readonly source: DocumentSource<SaleQuery, typeof StoredSaleWithLines>;
  readonly present: (row: StoredSaleWithLines, user: SessionUser) => SaleRow;
  readonly allow: string;
};
const AUDITED = '2';
export const transactionRoute = (deps: QueryDeps, { source, present, allow }: Reads): Route =>
  route({
    method: 'GET',
    path: '/transaction/list',
    summary: '交易列表',
    allow,
    query: TransactionQuery,
    data: Transactions,
    handler: async ({ query, user }) => {
      const found = await documentsOf(deps, source, { query, user, asOf: undefined });
      if (isRefusal(found)) return found;
      const items = found.page.list.map((row) => {
        const { orderNo, createdAt, seller, factFee, auditFlag } = present(row, user);
        return {
          order_no: orderNo,
          timestamp: createdAt,
          username: seller,
          price: factFee,
          status: String(auditFlag) === AUDITED ? ('success' as const) : ('pending' as const),
        };
      });
      return { data: { total: found.page.count, items } };
    },
  });
