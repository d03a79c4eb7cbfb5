/** Old gold that somebody brought (R50), with orders and by itself. */
import { sellRecycleReport } from 'projections/reports/sell-recycle/contract';
import { useRows } from 'root-config/api';
import { money, weight } from 'root-config/ui';
import { useState } from 'react';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

export const Recycled = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const rows = useRows(sellRecycleReport, { customerId, pageIndex: page, pageSize: SIZE });
  return (
    <Listed
      rows={rows}
      label="旧料记录"
      empty="没有已审核的旧料回收"
      heads={['单据', '旧料', { figure: '净重' }, { figure: '金额' }]}
      page={page}
      onPage={setPage}
      line={(row) => (
        <tr key={row.lotId}>
          <td>
            <DocumentLink no={row.orderNo} onOpen={onDocument} />
            <br />
            <span css={quiet}>
              {row.sellAt} · {row.shopName} · {row.billType}
            </span>
          </td>
          <td>
            {[row.fineness, row.type, row.style].filter(Boolean).join(' ')}
            <br />
            <span css={quiet}>
              {row.barcode} · 单价 {money(row.cost)}
            </span>
          </td>
          <td className="ui-number">{weight(row.netWeight)}</td>
          <td className="ui-number">{money(row.price)}</td>
        </tr>
      )}
    />
  );
};
