/** 大额现金交易登记表 on paper: a sheet a report, with room for signatures. */
import type { CashReportRecord } from 'projections/cash-reports/contract';
import { moment, money, openOverlay } from 'root-config/ui';
import { useEffect } from 'react';
import { CASH_BASES, CASH_DIRECTIONS, CASH_STATES } from 'services/cash-report/contract';
import './paper.css';

const wordOf = (options: readonly { readonly value: string; readonly label: string }[], value: string): string =>
  options.find((one) => one.value === value)?.label ?? '';
const factsOf = (report: CashReportRecord): readonly (readonly [string, string])[] => [
  ['交易日期', report.day],
  ['客户', report.customerName],
  ['收付', wordOf(CASH_DIRECTIONS, report.direction)],
  ['现金金额', money(report.amount)],
  ['统计口径', wordOf(CASH_BASES, report.basis)],
  ['姓名', report.name],
  ['联系方式', report.contact],
  ['证件种类', report.idType],
  ['证件号码', report.idNo],
  ['证件有效期', report.idExpiry],
  ['款项用途', report.purpose],
  ['核对人', report.checkedBy],
  ['应报日期', report.dueOn],
  ['状态', wordOf(CASH_STATES, report.state)],
  ['登记', report.filledAt === '' ? '' : `${report.filledBy} ${moment(report.filledAt)}`],
];
const Documents = ({ report }: { readonly report: CashReportRecord }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">单据号</th>
        <th scope="col">分店</th>
        <th scope="col">业务日期</th>
        <th scope="col">现金</th>
      </tr>
    </thead>
    <tbody>
      {report.documents.map(({ no, shopName, day, amount }) => (
        <tr key={no}>
          <td>{no}</td>
          <td>{shopName}</td>
          <td>{day}</td>
          <td className="cash-paper-num">{money(amount)}</td>
        </tr>
      ))}
      {report.elsewhere === 0 ? null : (
        <tr>
          <td />
          <td>其他分店</td>
          <td />
          <td className="cash-paper-num">{money(report.elsewhere)}</td>
        </tr>
      )}
    </tbody>
  </table>
);
const Sheet = ({ report }: { readonly report: CashReportRecord }) => (
  <section>
    <h1>大额现金交易登记表</h1>
    <table>
      <tbody>
        {factsOf(report).map(([label, value]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <Documents report={report} />
    <footer>
      <span>客户签字：</span>
      <span>核对人签字：</span>
      <span>日期：</span>
    </footer>
  </section>
);

/** Two frames: the browser lays the sheets out before its printer's dialog stops everything. */
const Papers = ({
  reports,
  onDone,
}: {
  readonly reports: readonly CashReportRecord[];
  readonly onDone: () => void;
}) => {
  useEffect(() => {
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    window.addEventListener('afterprint', onDone);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('afterprint', onDone);
    };
  }, [onDone]);
  return (
    <article className="cash-paper" aria-label="大额现金交易登记表打印稿">
      {reports.map((report) => (
        <Sheet key={report.id} report={report} />
      ))}
    </article>
  );
};
export const printPapers = (reports: readonly CashReportRecord[]): void => {
  openOverlay((close) => <Papers reports={reports} onDone={close} />);
};
