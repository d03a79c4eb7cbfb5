/** What somebody bought, with pictures (R50). */
import { saleList } from 'projections/sales/contract';
import { useRows } from 'root-config/api';
import { DocumentStatus, Thumb, count, money, pictureNames } from 'root-config/ui';
import { useState } from 'react';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

export const Purchases = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const rows = useRows(saleList, { customerId, pageIndex: page, pageSize: SIZE });
  return (
    <Listed
      rows={rows}
      label="消费记录"
      empty="还没有消费记录"
      heads={['图片', '单据', { figure: '件数' }, { figure: '实付' }]}
      page={page}
      onPage={setPage}
      line={(row) => (
        <tr key={row.id}>
          <td>
            <Thumb names={pictureNames(row.shownPictures)} size={40} />
          </td>
          <td>
            <DocumentLink no={row.orderNo} onOpen={onDocument} /> <DocumentStatus row={row} />
            <br />
            <span css={quiet}>
              {row.sellAt} · {row.shopName} · {row.seller}
            </span>
          </td>
          <td className="ui-number">{count(row.num)} 件</td>
          <td className="ui-number">
            {money(row.factFee)}
            <br />
            <span css={quiet}>积分 {count(row.points)}</span>
          </td>
        </tr>
      )}
    />
  );
};
