/** The table of 销售汇总: heads in two rows, the shop stays in sight, a figure leads to the lines behind it. */
import { RouterLink } from 'root-config/api';
import { count, money, weight } from 'root-config/ui';
import type { Pivot, PivotLine, Sums } from './pivot.ts';
import './pivot.css';

const HEADS = ['数量', '金重(g)', '金额(元)'] as const;
const cellsOf = (sums: Sums | undefined): readonly string[] =>
  sums === undefined ? ['', '', ''] : [count(sums.num), weight(sums.goldWeight), money(sums.factFee)];
const Figures = ({ sums, to }: { sums: Sums | undefined; to?: string }) =>
  cellsOf(sums).map((text, index) => (
    <td key={HEADS[index]} className="ui-td ui-num">
      {index === 2 && to !== undefined && text !== '' ? <RouterLink to={to}>{text}</RouterLink> : text}
    </td>
  ));

type Days = { readonly begin: string; readonly end: string };
/** The report with the lines behind a figure. */
const behind = ({ billType, shopId, style }: PivotLine, { begin, end }: Days, type?: string): string => {
  const query = new URLSearchParams({ shopId: String(shopId), style, beginTime: begin, endTime: end });
  if (type !== undefined) query.set('type', type);
  return `${billType === '销售' ? '/sales/report-goods' : '/sales/report-change'}?${query.toString()}`;
};

export const PivotTable = ({ pivot, ...days }: { pivot: Pivot } & Days) => (
  <div className="ui-table-frame" tabIndex={0} role="region" aria-label="销售汇总表">
    <table className="ui-table report-sum">
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className="ui-td report-sum-shop">
            分店
          </th>
          <th scope="col" rowSpan={2} className="ui-td">
            款式
          </th>
          <th scope="col" rowSpan={2} className="ui-td">
            类型
          </th>
          {['合计', ...pivot.categories].map((category) => (
            <th key={category} scope="colgroup" colSpan={3} className="ui-td report-sum-group">
              {category || '未填写'}
            </th>
          ))}
        </tr>
        <tr>
          {['合计', ...pivot.categories].flatMap((category) =>
            HEADS.map((head) => (
              <th key={`${category} ${head}`} scope="col" className="ui-td ui-num">
                {head}
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {pivot.lines.map((line) => (
          <tr key={line.key} className={line.billType === '退货' ? 'report-sum-back' : undefined}>
            <th scope="row" className="ui-td report-sum-shop">
              {line.shopName}
            </th>
            <td className="ui-td">{line.style || '未填写'}</td>
            <td className="ui-td">{line.billType}</td>
            <Figures sums={line.total} to={behind(line, days)} />
            {pivot.categories.map((category) => (
              <Figures key={category} sums={line.cells.get(category)} to={behind(line, days, category)} />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" className="ui-td report-sum-shop">
            合计
          </th>
          <td className="ui-td" />
          <td className="ui-td" />
          <Figures sums={pivot.total} />
          {pivot.categories.map((category) => (
            <Figures key={category} sums={pivot.totals.get(category)} />
          ))}
        </tr>
      </tfoot>
    </table>
  </div>
);
