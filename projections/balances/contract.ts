/** GET /base-customer/{id}/balance and its ledger, newest first (R79); yuan. */
import { z } from 'zod';
import { Paging } from 'services/contracts/envelope';

export const BalanceLedgerQuery = z.object({ ...Paging });
export const BalanceLedgerRow = z.object({
  at: z.string(),
  account: z.string(),
  kind: z.string(),
  /** Signed. */
  amount: z.number(),
  /** After this row. */
  balance: z.number(),
  orderNo: z.string(),
  /** The document behind it; null between two records of one person. */
  documentId: z.int().nullable(),
  documentKind: z.string(),
  by: z.string(),
});
export type BalanceLedgerRow = z.infer<typeof BalanceLedgerRow>;
export const balanceLedgerOf = (customerId: number) =>
  ({
    path: `/base-customer/${customerId}/balance/ledger`,
    row: BalanceLedgerRow,
    query: BalanceLedgerQuery,
  }) as const;
