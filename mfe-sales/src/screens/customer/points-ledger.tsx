/** How the points of a customer came and went (R46). */
import { pointsLedgerOf } from 'projections/points/contract';
import { useRows } from 'root-config/api';
import { count, moment } from 'root-config/ui';
import { useState } from 'react';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

const signed = (points: number): string => (points > 0 ? `+${count(points)}` : count(points));
export const PointsLedger = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const rows = useRows(pointsLedgerOf(customerId), { pageIndex: page, pageSize: SIZE });
  return (
    <Listed
      rows={rows}
      label="积分明细"
      empty="还没有积分记录"
      heads={['来源', { figure: '积分' }, { figure: '结余' }]}
      page={page}
      onPage={setPage}
      line={(row, index) => (
        <tr key={`${row.at}/${index}`}>
          <td>
            {row.kind} <DocumentLink no={row.orderNo} onOpen={onDocument} />
            <br />
            <span css={quiet}>
              {moment(row.at)} · {row.by}
              {row.rule === '' ? '' : ` · 按${row.rule}积分`}
              {row.reason === '' ? '' : ` · ${row.reason}`}
            </span>
          </td>
          <td className="ui-number">{signed(row.points)}</td>
          <td className="ui-number">{count(row.balance)}</td>
        </tr>
      )}
    />
  );
};
