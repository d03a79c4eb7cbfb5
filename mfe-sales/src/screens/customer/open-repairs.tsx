/** What somebody left to be mended or cleaned and did not fetch yet (R50), the longest overdue first. */
import { WAITING, repairList } from 'projections/repairs/contract';
import { useRows } from 'root-config/api';
import { Label, money } from 'root-config/ui';
import { useState } from 'react';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

export const OpenRepairs = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const rows = useRows(repairList, { customerId, state: WAITING, pageIndex: page, pageSize: SIZE });
  return (
    <Listed
      rows={rows}
      label="待取维修"
      empty="没有待取的维修件"
      heads={['维修单', '首饰', '进度', { figure: '费用' }]}
      page={page}
      onPage={setPage}
      line={(row) => (
        <tr key={row.id}>
          <td>
            <DocumentLink no={row.no} onOpen={onDocument} />
            <br />
            <span css={quiet}>
              <DocumentLink no={row.orderNo} onOpen={onDocument} /> · {row.sellAt} · {row.shopName}
            </span>
          </td>
          <td>
            {[row.type, row.style, row.fineness].filter(Boolean).join(' ')}
            <br />
            <span css={quiet}>{row.remark}</span>
          </td>
          <td>
            <Label variant={row.state === '已修好' ? 'accent' : 'secondary'}>{row.state}</Label>
            <br />
            <span css={quiet}>
              约定 {row.promiseAt}
              {row.overdueDays === 0 ? '' : `，逾期${row.overdueDays}天`}
            </span>
          </td>
          <td className="ui-number">{money(row.price)}</td>
        </tr>
      )}
    />
  );
};
