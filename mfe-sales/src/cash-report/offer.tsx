/** After a save whose cash reached the limit the report is offered at once (R83); whoever has no time finds it on the home page. */
import { CashReportRow, OF_DOCUMENT_PATH } from 'projections/cash-reports/contract';
import { can, client } from 'root-config/api';
import { ask, confirm, money } from 'root-config/ui';
import { CASH_DIRECTIONS } from 'services/cash-report/contract';
import { z } from 'zod';
import { CashReportDialog } from './cash-report-dialog.tsx';

const Found = z.array(CashReportRow);
const said = ({ customerName, documentNo, day, basis, direction, amount, limit, dueOn }: CashReportRow): string => {
  const whose = documentNo === '' ? `${customerName} ${day} ${basis === '2' ? '录入' : ''}的` : '本单';
  const way = CASH_DIRECTIONS.find(({ value }) => value === direction)?.label ?? '';
  return `${whose}${way}合计 ${money(amount)}，达到大额现金限额 ${money(limit)}。请核对客户证件并登记，最迟 ${dueOn}。`;
};
/** `isCash`: whether anything was paid in cash; the rest asks nobody. */
export const offerCashReport = async (kind: string, documentId: number, isCash: boolean): Promise<void> => {
  if (!isCash || !can('biz:bizCashReport:edit')) return;
  // The save stands; what cannot be read now waits on the home page.
  const found = await client.get(OF_DOCUMENT_PATH, { kind, documentId }).catch(() => []);
  for (const report of Found.parse(found).filter(({ state }) => state === '1')) {
    if (!(await confirm({ title: '大额现金', text: said(report), ok: '现在登记', cancel: '稍后登记' }))) continue;
    await ask<void>((close) => (
      <CashReportDialog id={report.id} mode="edit" onSaved={() => undefined} onClose={close} />
    ));
  }
};
