/** The documents that make what a till should hold. */
import { useQuery } from '@tanstack/react-query';
import { client, messageOf } from 'root-config/api';
import { Dialog, EmptyState, Paging, Spinner, moment, money, openOverlay } from 'root-config/ui';
import { useState } from 'react';
import { pageOf } from 'services/contracts/envelope';
import { MONEY_PATH, MoneyRow } from 'services/shift/contract';

const Page = pageOf(MoneyRow);
const WHAT: Readonly<Record<MoneyRow['what'], string>> = {
  new: '新增',
  edit: '修改',
  delete: '删除',
  reverse: '反审核',
};
const SIZE = 50;
type ShiftQuery = { readonly shopId: number; readonly till?: string; readonly shiftId?: number };

const Rows = ({ rows }: { readonly rows: readonly MoneyRow[] }) => (
  <div css={{ overflowX: 'auto' }}>
    <table
      css={{
        width: '100%',
        borderCollapse: 'collapse',
        '& th, & td': { padding: '6px 8px', textAlign: 'left', whiteSpace: 'nowrap' },
        '& tbody tr': { borderTop: '1px solid var(--borderColor-muted)' },
        '& .figure': { textAlign: 'right' },
        // Of a phone's width the amount takes its part first.
        '@media (max-width: 640px)': {
          '& th, & td': { padding: '6px 4px' },
          '& th, & td:first-of-type': { whiteSpace: 'normal' },
        },
      }}
    >
      <thead>
        <tr>
          <th scope="col">时间</th>
          <th scope="col">单据</th>
          <th scope="col">经过</th>
          <th scope="col">结算方式</th>
          <th scope="col" className="figure">
            金额
          </th>
          <th scope="col">操作人</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.at} ${row.no} ${row.balance}`}>
            <td>{moment(row.at)}</td>
            <td>{row.no}</td>
            <td>{WHAT[row.what]}</td>
            <td>{row.balance}</td>
            <td className="figure">{money(row.amount)}</td>
            <td>{row.by}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
const MoneyDialog = ({ asked, close }: { readonly asked: ShiftQuery; readonly close: () => void }) => {
  const [pageIndex, setPage] = useState(1);
  const query = { ...asked, pageIndex, pageSize: SIZE };
  const { data, error } = useQuery({
    queryKey: [MONEY_PATH, query],
    queryFn: async ({ signal }) => Page.parse(await client.get(MONEY_PATH, query, { signal })),
    staleTime: 0,
  });
  return (
    <Dialog title="收付明细" width="xlarge" position={{ narrow: 'fullscreen', regular: 'center' }} onClose={close}>
      {error === null ? null : (
        <p className="ui-problem" role="alert">
          {messageOf(error)}
        </p>
      )}
      {data === undefined && error === null ? <Spinner /> : null}
      {data?.count === 0 ? (
        <EmptyState title="这一班还没有收付" text="在本收银台保存的销售、回收、定金单会列在这里。" />
      ) : null}
      {data === undefined || data.count === 0 ? null : <Rows rows={data.list} />}
      {data !== undefined && data.count > SIZE ? (
        <Paging
          page={pageIndex}
          size={SIZE}
          count={data.count}
          more={false}
          onPage={setPage}
          onSize={() => undefined}
        />
      ) : null}
    </Dialog>
  );
};
export const openMoney = (asked: ShiftQuery): void =>
  void openOverlay((close) => <MoneyDialog asked={asked} close={close} />);
