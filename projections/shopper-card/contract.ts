/** What shoppers see behind their card (R28, R67, R79, R84): points, stored value, what they agreed to, a copy of all. */
import { z } from 'zod';
import { pageOf, Paging } from 'services/contracts/envelope';
import { OpenIdQuery } from 'services/shopper/contract';

export const OwnPageQuery = OpenIdQuery.extend(Paging);
export type OwnPageQuery = z.infer<typeof OwnPageQuery>;
/** 0: nobody's; whoever is unbound, or whose record is disabled. */
const own = { customerId: z.int() };

/** `points` signed, `balance` after it; `kind` as a shop says it. */
export const OwnPointsRow = z.object({
  id: z.int(),
  at: z.string(),
  kind: z.string(),
  points: z.int(),
  balance: z.int(),
  orderNo: z.string(),
});
export type OwnPointsRow = z.infer<typeof OwnPointsRow>;
/** `amountPoints`: all that was ever earned and not taken back = usable + used + held (R84). */
const pointsFigures = {
  usablePoints: z.int(),
  usedPoints: z.int(),
  heldPoints: z.int(),
  amountPoints: z.int(),
};
export const OwnPoints = pageOf(OwnPointsRow).extend({ ...own, ...pointsFigures });
export type OwnPoints = z.infer<typeof OwnPoints>;

/** Yuan: `amount` signed, `balance` of that account after it; `kind` says what happened, and with which account. */
export const OwnBalanceRow = z.object({
  id: z.int(),
  at: z.string(),
  account: z.string(),
  kind: z.string(),
  amount: z.number(),
  balance: z.number(),
  orderNo: z.string(),
});
export type OwnBalanceRow = z.infer<typeof OwnBalanceRow>;
/** Yuan: `held` is kept for an order that is not audited yet. */
export const OwnAccount = z.object({ account: z.string(), balance: z.number(), held: z.number(), usable: z.number() });
export type OwnAccount = z.infer<typeof OwnAccount>;
export const OwnBalance = pageOf(OwnBalanceRow).extend({ ...own, accounts: z.array(OwnAccount) });
export type OwnBalance = z.infer<typeof OwnBalance>;

/** Purpose and channel in words; `withdrawnAt` '' while it stands. */
export const OwnConsent = z.object({
  id: z.int(),
  purpose: z.string(),
  channel: z.string(),
  givenAt: z.string(),
  withdrawnAt: z.string(),
});
export type OwnConsent = z.infer<typeof OwnConsent>;
export const OwnConsents = pageOf(OwnConsent).extend(own);
export type OwnConsents = z.infer<typeof OwnConsents>;

/** A copy as people read it: tables of texts. `note` says what is not in it, '' where it is whole. */
export const CopySection = z.object({
  title: z.string(),
  note: z.string(),
  heads: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type CopySection = z.infer<typeof CopySection>;
export const DataCopy = z.object({ ...own, at: z.string(), parts: z.array(CopySection) });
export type DataCopy = z.infer<typeof DataCopy>;
