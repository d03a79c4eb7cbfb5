/** 客户详情 (R50): what somebody bought, with pictures, and the ledger of the points. */
import { customerList } from 'projections/master-data/contract';
import { pointsLedgerOf, type PointsLedgerRow } from 'projections/points/contract';
import { saleList, type SaleRow } from 'projections/sales/contract';
import { can, messageOf, useRecord, useRows } from 'root-config/api';
import {
  Button,
  Dialog,
  DocumentStatus,
  FailedState,
  SegmentedControl,
  SkeletonBox,
  Thumb,
  TotalsStrip,
  count,
  moment,
  money,
  pictureNames,
} from 'root-config/ui';
import { useState } from 'react';
import { CustomerRow } from 'services/master-data/contract';
import { CorrectionDialog } from './correction-dialog.tsx';
import { Listed, SIZE, quiet, table } from './listed.tsx';
import { MergedCustomers } from './merged-customers.tsx';
import { StoredValue } from './stored-value.tsx';

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

type Part = 'sales' | 'points' | 'balance';
const PARTS: readonly Part[] = ['sales', 'points', 'balance'];
const LISTINGS = { sales: Sales, points: Ledger, balance: StoredValue };
export const CustomerPage = ({ id: first, onClose }: { readonly id: number; readonly onClose: () => void }) => {
  // A record that was merged into this one is looked at in its place.
  const [id, setId] = useState(first);
  const { record, pending, error, retry } = useRecord(`${customerList.path}/${id}`, CustomerRow);
  const [part, setPart] = useState<Part>('sales');
  const [correcting, setCorrecting] = useState(false);
  const maySell = can('biz:bizSell:list');
  const shown: Part = part === 'sales' && !maySell ? 'points' : part;
  const Listing = LISTINGS[shown];
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
            <SegmentedControl aria-label="内容" onChange={(index) => setPart(PARTS[index] ?? 'sales')}>
              <SegmentedControl.Button selected={shown === 'sales'} disabled={!maySell}>
                消费记录
              </SegmentedControl.Button>
              <SegmentedControl.Button selected={shown === 'points'}>积分明细</SegmentedControl.Button>
              <SegmentedControl.Button selected={shown === 'balance'}>储值</SegmentedControl.Button>
            </SegmentedControl>
            {can('base:baseCustomer:points') && !record.walkIn && record.mergedInto === null ? (
              <Button onClick={() => setCorrecting(true)}>调整积分</Button>
            ) : null}
          </div>
          <Listing key={`${shown}/${id}`} customerId={id} />
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
