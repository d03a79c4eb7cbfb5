/** What somebody brought back (R50): each piece with the order that took it and the one that had sold it. */
import { sellChangeReport } from 'projections/reports/order-lines/contract';
import { RouterLink, useRows } from 'root-config/api';
import { count, money } from 'root-config/ui';
import { useState } from 'react';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

export const Returns = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const rows = useRows(sellChangeReport, { customerId, pageIndex: page, pageSize: SIZE });
  return (
    <Listed
      rows={rows}
      label="退货记录"
      empty="没有已审核的退货"
      heads={['单据', '首饰', { figure: '件数' }, { figure: '实退' }]}
      page={page}
      onPage={setPage}
      line={(row) => (
        <tr key={row.key}>
          <td>
            <DocumentLink no={row.orderNo} onOpen={onDocument} />
            <br />
            <span css={quiet}>
              {row.sellAt} · {row.shopName}
            </span>
          </td>
          <td>
            {row.name}{' '}
            <RouterLink to={`/stock/goods-flow?barcode=${encodeURIComponent(row.barcode)}`}>{row.barcode}</RouterLink>
            <br />
            <span css={quiet}>
              原单 <DocumentLink no={row.rawOrderNo} onOpen={onDocument} /> {row.rawSellAt}
            </span>
          </td>
          <td className="ui-number">{count(row.returnNum)} 件</td>
          <td className="ui-number">{money(row.factReturnAmount)}</td>
        </tr>
      )}
    />
  );
};
