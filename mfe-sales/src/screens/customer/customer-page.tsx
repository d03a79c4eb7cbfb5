/** 客户详情 (R50): what somebody bought, with pictures, and the ledger of the points. */
import { customerList } from 'projections/master-data/contract';
import { pointsLedgerOf, type PointsLedgerRow } from 'projections/points/contract';
import { saleList, type SaleRow } from 'projections/sales/contract';
import { can, messageOf, useRecord, useRows } from 'root-config/api';
import {
  Button,
  Dialog,
  DocumentStatus,
  EmptyState,
  FailedState,
  Paging,
  SegmentedControl,
  SkeletonBox,
  Thumb,
  TotalsStrip,
  count,
  moment,
  money,
  pictureNames,
} from 'root-config/ui';
import { useState, type ReactNode } from 'react';
import { CustomerRow } from 'services/master-data/contract';
import { CorrectionDialog } from './correction-dialog.tsx';
import { MergedCustomers } from './merged-customers.tsx';

const SIZE = 20;
const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& td, & th': { padding: '8px 6px', borderBottom: '1px solid var(--borderColor-muted)', verticalAlign: 'top' },
  '& th': { textAlign: 'left', fontWeight: 500, color: 'var(--fgColor-muted)', whiteSpace: 'nowrap' },
  '& .ui-number': { textAlign: 'right', whiteSpace: 'nowrap' },
} as const;
const quiet = { color: 'var(--fgColor-muted)', fontSize: 12 } as const;

type Rows = ReturnType<typeof useRows>;
type ListedProps = {
  readonly rows: Pick<Rows, 'pending' | 'error' | 'retry' | 'count' | 'more'> & { readonly rows: readonly unknown[] };
  readonly empty: string;
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly children: ReactNode;
};
/** A table with what stands in for it, and its pages. */
const Listed = ({ rows, empty, page, onPage, children }: ListedProps) => {
  if (rows.pending) return <SkeletonBox height={160} />;
  if (rows.error !== null) return <FailedState message={messageOf(rows.error)} onRetry={rows.retry} />;
  if (rows.rows.length === 0) return <EmptyState title={empty} />;
  return (
    <>
      {children}
      {rows.count > SIZE ? (
        <Paging count={rows.count} more={rows.more} page={page} size={SIZE} onPage={onPage} onSize={() => undefined} />
      ) : null}
    </>
  );
};

const SaleLine = ({ row }: { readonly row: SaleRow }) => (
  <tr>
    <td>
      <Thumb names={pictureNames(row.shownPictures)} size={40} />
    </td>
    <td>
      {row.orderNo} <DocumentStatus row={row} />
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
);
const Sales = ({ customerId }: { readonly customerId: number }) => {
  const [page, setPage] = useState(1);
  const rows = useRows(saleList, { customerId, pageIndex: page, pageSize: SIZE });
  return (
    <Listed rows={rows} empty="还没有消费记录" page={page} onPage={setPage}>
      <table css={table} aria-label="消费记录">
        <thead>
          <tr>
            <th scope="col">图片</th>
            <th scope="col">单据</th>
            <th scope="col" className="ui-number">
              件数
            </th>
            <th scope="col" className="ui-number">
              实付
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row) => (
            <SaleLine key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </Listed>
  );
};

const signed = (points: number): string => (points > 0 ? `+${count(points)}` : count(points));
const LedgerLine = ({ row }: { readonly row: PointsLedgerRow }) => (
  <tr>
    <td>
      {row.kind} {row.orderNo}
      <br />
      <span css={quiet}>
        {moment(row.at)} · {row.by}
        {row.ruleId === null ? '' : ` · 规则${row.ruleId}`}
        {row.reason === '' ? '' : ` · ${row.reason}`}
      </span>
    </td>
    <td className="ui-number">{signed(row.points)}</td>
    <td className="ui-number">{count(row.balance)}</td>
  </tr>
);
const Ledger = ({ customerId }: { readonly customerId: number }) => {
  const [page, setPage] = useState(1);
  const rows = useRows(pointsLedgerOf(customerId), { pageIndex: page, pageSize: SIZE });
  return (
    <Listed rows={rows} empty="还没有积分记录" page={page} onPage={setPage}>
      <table css={table} aria-label="积分明细">
        <thead>
          <tr>
            <th scope="col">来源</th>
            <th scope="col" className="ui-number">
              积分
            </th>
            <th scope="col" className="ui-number">
              结余
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.rows.map((row, index) => (
            <LedgerLine key={`${row.at}/${index}`} row={row} />
          ))}
        </tbody>
      </table>
    </Listed>
  );
};

const figuresOf = (row: CustomerRow) => [
  { key: 'amount', label: '累计消费', text: money(row.amount), main: true },
  { key: 'usablePoints', label: '可用积分', text: count(row.usablePoints) },
  { key: 'usedPoints', label: '已用积分', text: count(row.usedPoints) },
  { key: 'heldPoints', label: '占用积分', text: count(row.heldPoints), zero: row.heldPoints === 0 },
  { key: 'amountPoints', label: '累计积分', text: count(row.amountPoints) },
];
const factsOf = (row: CustomerRow): string =>
  [
    row.mobile,
    row.contract,
    row.vip === '' ? '' : `会员卡 ${row.vip}`,
    row.birthday === '' ? '' : `生日 ${row.birthday}`,
  ]
    .filter(Boolean)
    .join(' · ');

type Part = 'sales' | 'points';
export const CustomerPage = ({ id: first, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  // A record that was merged into this one is looked at in its place.
  const [id, setId] = useState(first);
  const { record, pending, error, retry } = useRecord(`${customerList.path}/${id}`, CustomerRow);
  const [part, setPart] = useState<Part>('sales');
  const [correcting, setCorrecting] = useState(false);
  const maySell = can('biz:bizSell:list');
  const shown: Part = maySell ? part : 'points';
  return (
    <Dialog
      title={record?.name ?? '客户详情'}
      position={{ narrow: 'fullscreen', regular: 'right' }}
      width="xlarge"
      onClose={onClose}
    >
      {pending ? <SkeletonBox height={240} /> : null}
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={retry} />}
      {record === null ? null : (
        <>
          <p css={{ margin: '0 0 8px' }}>{factsOf(record)}</p>
          {record.walkIn ? <p className="ui-hint">散客是未留姓名的顾客，不累计金额和积分。</p> : null}
          {record.mergedInto === null ? null : (
            <p className="ui-hint">
              已合并到其他客户。{' '}
              <Button size="small" onClick={() => setId(record.mergedInto ?? id)}>
                查看保留的客户
              </Button>
            </p>
          )}
          <MergedCustomers customer={record} onOpen={setId} onChanged={retry} />
          <TotalsStrip counts="" figures={figuresOf(record)} />
          <div css={{ display: 'flex', justifyContent: 'space-between', gap: 8, margin: '12px 0', flexWrap: 'wrap' }}>
            <SegmentedControl aria-label="内容" onChange={(index) => setPart(index === 0 ? 'sales' : 'points')}>
              <SegmentedControl.Button selected={shown === 'sales'} disabled={!maySell}>
                消费记录
              </SegmentedControl.Button>
              <SegmentedControl.Button selected={shown === 'points'}>积分明细</SegmentedControl.Button>
            </SegmentedControl>
            {can('base:baseCustomer:points') && !record.walkIn && record.mergedInto === null ? (
              <Button onClick={() => setCorrecting(true)}>调整积分</Button>
            ) : null}
          </div>
          {shown === 'sales' ? <Sales key={id} customerId={id} /> : <Ledger key={id} customerId={id} />}
          {correcting ? (
            <CorrectionDialog
              customer={record}
              onSaved={() => {
                setCorrecting(false);
                setPart('points');
                retry();
              }}
              onClose={() => setCorrecting(false)}
            />
          ) : null}
        </>
      )}
    </Dialog>
  );
};
