/** 储值 of a customer: what is left in each account, and how it came to be (R79). */
import { balanceLedgerOf } from 'projections/balances/contract';
import { useRecord, useRows } from 'root-config/api';
import { TotalsStrip, moment, money } from 'root-config/ui';
import { useState } from 'react';
import { CustomerBalance } from 'services/balance/contract';
import { z } from 'zod';
import { DocumentLink, Listed, SIZE, quiet, type CustomerSectionProps } from './section-table.tsx';

const Balances = z.array(CustomerBalance);
const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount));
const figuresOf = (accounts: readonly CustomerBalance[]) =>
  accounts.flatMap(({ account, usable, held }) => [
    { key: account, label: `${account}可用`, text: money(usable), main: true },
    { key: `${account}-held`, label: `${account}占用`, text: money(held), zero: held === 0 },
  ]);

export const StoredValue = ({ customerId, onDocument }: CustomerSectionProps) => {
  const [page, setPage] = useState(1);
  const { record } = useRecord(`/base-customer/${customerId}/balance`, Balances);
  const rows = useRows(balanceLedgerOf(customerId), { pageIndex: page, pageSize: SIZE });
  return (
    <>
      {record === null ? null : <TotalsStrip counts="" figures={figuresOf(record)} />}
      <Listed
        rows={rows}
        label="储值明细"
        empty="还没有定金和储值。在“定金储值”里收款后，这里会有明细"
        heads={['来源', { figure: '金额' }, { figure: '结余' }]}
        page={page}
        onPage={setPage}
        line={(row, index) => (
          <tr key={`${row.at}/${index}`}>
            <td>
              {row.account} · {row.kind} <DocumentLink no={row.orderNo} onOpen={onDocument} />
              <br />
              <span css={quiet}>
                {moment(row.at)} · {row.by}
              </span>
            </td>
            <td className="ui-number">{signed(row.amount)}</td>
            <td className="ui-number">{money(row.balance)}</td>
          </tr>
        )}
      />
    </>
  );
};
