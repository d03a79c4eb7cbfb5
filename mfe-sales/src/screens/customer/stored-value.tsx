/** 储值 of a customer: what is left in each account, and how it came to be (R79). */
import { balanceLedgerOf, type BalanceLedgerRow } from 'projections/balances/contract';
import { useRecord, useRows } from 'root-config/api';
import { TotalsStrip, moment, money } from 'root-config/ui';
import { useState } from 'react';
import { CustomerBalance } from 'services/balance/contract';
import { z } from 'zod';
import { Listed, SIZE, quiet, table } from './listed.tsx';

const Balances = z.array(CustomerBalance);
const signed = (amount: number): string => (amount > 0 ? `+${money(amount)}` : money(amount));
const Line = ({ row }: { readonly row: BalanceLedgerRow }) => (
  <tr>
    <td>
      {row.account} · {row.kind} {row.orderNo}
      <br />
      <span css={quiet}>
        {moment(row.at)} · {row.by}
      </span>
    </td>
    <td className="ui-number">{signed(row.amount)}</td>
    <td className="ui-number">{money(row.balance)}</td>
  </tr>
);
const figuresOf = (accounts: readonly CustomerBalance[]) =>
  accounts.flatMap(({ account, usable, held }) => [
    { key: account, label: `${account}可用`, text: money(usable), main: true },
    { key: `${account}-held`, label: `${account}占用`, text: money(held), zero: held === 0 },
  ]);

export const StoredValue = ({ customerId }: { readonly customerId: number }) => {
  const [page, setPage] = useState(1);
  const { record } = useRecord(`/base-customer/${customerId}/balance`, Balances);
  const rows = useRows(balanceLedgerOf(customerId), { pageIndex: page, pageSize: SIZE });
  return (
    <>
      {record === null ? null : <TotalsStrip counts="" figures={figuresOf(record)} />}
      <Listed rows={rows} empty="还没有定金和储值。在“定金储值”里收款后，这里会有明细" page={page} onPage={setPage}>
        <table css={table} aria-label="储值明细">
          <thead>
            <tr>
              <th scope="col">来源</th>
              <th scope="col" className="ui-number">
                金额
              </th>
              <th scope="col" className="ui-number">
                结余
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.rows.map((row, index) => (
              <Line key={`${row.at}/${index}`} row={row} />
            ))}
          </tbody>
        </table>
      </Listed>
    </>
  );
};
