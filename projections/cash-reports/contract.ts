/** GET /biz-cash-report (R83): which cash of a person's day has to be reported, and what was filled in. */
import { z } from 'zod';
import { CASH_REPORT_PATH } from 'services/cash-report/contract';
import { Paging } from 'services/contracts/envelope';
import { choice, filterDay, filterPartner, filterShop, term } from 'services/contracts/filters';
import { RecordId } from 'services/contracts/ids';
import { requiredText } from 'services/contracts/values';

export const CashReportQuery = z.object({
  ...Paging,
  shopId: filterShop(),
  customerId: filterPartner(),
  /** Of the customer, or as it stands in the papers. */
  name: term(),
  direction: choice(['1', '2'], '请选择收或付'),
  state: choice(['1', '2', '3'], '请选择状态'),
  /** '1': waits beyond its day. */
  overdue: choice(['1'], '请选择是否逾期'),
  beginTime: filterDay(),
  endTime: filterDay(),
});
export type CashReportQuery = z.infer<typeof CashReportQuery>;

/**
 * `amount`: what the person's documents of the day come to now, all shops, yuan; `basis` 1: those dated that day, 2: those
 * entered that day, where these come to more (R139); `limit` as it was when that was reached. `idNo` is
 * masked in lists. `documentNo`: of 散客 the one document. Days yyyy-MM-dd, '' where nothing was filled in.
 */
export const CashReportRow = z.object({
  id: z.int(),
  day: z.string(),
  customerId: z.int(),
  customerName: z.string(),
  direction: z.string(),
  amount: z.number(),
  basis: z.string(),
  limit: z.number(),
  state: z.string(),
  dueOn: z.string(),
  overdue: z.boolean(),
  documentNo: z.string(),
  shopId: z.int(),
  shopName: z.string(),
  name: z.string(),
  contact: z.string(),
  idType: z.string(),
  idNo: z.string(),
  idExpiry: z.string(),
  purpose: z.string(),
  checkedBy: z.string(),
  filledAt: z.string(),
  filledBy: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type CashReportRow = z.infer<typeof CashReportRow>;
export const cashReportList = { path: CASH_REPORT_PATH, row: CashReportRow, query: CashReportQuery } as const;

/** A document whose cash is in the sum; yuan. */
export const CashDocument = z.object({
  kind: z.string(),
  documentId: z.number(),
  no: z.string(),
  shopName: z.string(),
  /** That it is dated. */
  day: z.string(),
  amount: z.number(),
});
export type CashDocument = z.infer<typeof CashDocument>;
/** `elsewhere`: what documents of shops that the user does not see add to `amount`, yuan. */
export const CashReportRecord = CashReportRow.extend({ documents: z.array(CashDocument), elsewhere: z.number() });
export type CashReportRecord = z.infer<typeof CashReportRecord>;

/** GET /biz-cash-report/of-document?kind&documentId: the reports that a document's cash is part of. */
export const OfDocumentQuery = z.object({ kind: requiredText('请选择单据', 20), documentId: RecordId });
export const OF_DOCUMENT_PATH = `${CASH_REPORT_PATH}/of-document`;
