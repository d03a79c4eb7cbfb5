/** GET /base-customer/{id}/points: the ledger of a customer's points, newest first (R46, R84). */
import { z } from 'zod';
import { personPhone } from 'services/contracts/person';
import { Paging } from 'services/contracts/envelope';

export const PointsLedgerQuery = z.object({ ...Paging });
export const PointsLedgerRow = z.object({
  at: z.string(),
  kind: z.string(),
  /** Signed. */
  points: z.int(),
  /** After this row. */
  balance: z.int(),
  orderNo: z.string(),
  /** The document behind it; null for corrections. */
  documentId: z.int().nullable(),
  documentKind: z.string(),
  ruleId: z.int().nullable(),
  /** What the rule is for, in words; '' without one. */
  rule: z.string(),
  reason: z.string(),
  by: z.string(),
});
export type PointsLedgerRow = z.infer<typeof PointsLedgerRow>;
export const pointsLedgerOf = (customerId: number) =>
  ({ path: `/base-customer/${customerId}/points`, row: PointsLedgerRow, query: PointsLedgerQuery }) as const;

/** GET /base-customer/{id}/merged: records that were merged into this one (R50, R95). */
export const MergedCustomerRow = z.object({
  id: z.int(),
  name: z.string(),
  mobile: personPhone(),
  /** That came over with it. */
  points: z.int(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
});
export type MergedCustomerRow = z.infer<typeof MergedCustomerRow>;
