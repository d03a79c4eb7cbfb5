/** Approvals of an order as readers see them; limits that would tell the cost only with the right (R13). Pure. */
import { yuanFromFen } from 'services/contracts/units';
import { toldOf, type Approval } from 'services/sale/contract';
import type { SaleApprovalRow } from './contract.ts';

export const presentApproval = (approval: Approval, withCost: boolean): SaleApprovalRow => ({
  approver: approval.approver.name,
  asker: approval.asker.name,
  at: approval.at,
  reason: approval.reason,
  lines: approval.lines.map(({ barcode, tagFen, amountFen, exceeded }) => ({
    barcode,
    tagPrice: yuanFromFen(tagFen),
    amount: yuanFromFen(amountFen),
    exceeded: exceeded.map((one) => toldOf(one, withCost)),
  })),
});

/** `2026… 折扣50%，最低80%`, one piece after the other. */
export const exceededInWords = ({ lines }: Approval, withCost: boolean): string =>
  lines
    .map(({ barcode, exceeded }) => `${barcode} ${exceeded.map((one) => toldOf(one, withCost)).join('；')}`)
    .join('；');

/** `李店长 授权：2026… 折扣50%，最低80%（老客户）`, one approval after the other. */
export const approvalsInWords = (stored: unknown, withCost: boolean): string =>
  ((stored ?? []) as readonly Approval[])
    .map((one) => `${one.approver.name}授权 ${exceededInWords(one, withCost)}（${one.reason}）`)
    .join('\n');
