/** 金料核对: the gold counted anew from the events; the last runs, how far one is, and the documents behind a difference. */
import { can, messageOf, useRecord, useRows } from 'root-config/api';
import {
  Button,
  Dialog,
  EmptyState,
  FailedState,
  Label,
  Paging,
  SkeletonBox,
  count,
  moment,
  weight,
  type ScreenHandle,
} from 'root-config/ui';
import { useState } from 'react';
import {
  BALANCE_KEY,
  RECOUNT_PATH,
  RECOUNT_STATES,
  RecountRecord,
  recountList,
  type RecountDifference,
  type RecountRow,
} from 'services/gold-recount/contract';
import './recounts.css';

const SIZE = 10;
const LOOK_MS = 2_000;
const isUnderWay = ({ state }: RecountRow): boolean =>
  state === RECOUNT_STATES.asked || state === RECOUNT_STATES.running;
/** 2026-11-25 夜间核对 / 张三 罗湖店 足金 */
const nameOf = ({ day, by, shopName, fineness }: RecountRow): string =>
  day === '' ? [by, shopName || '全部分店', fineness].filter(Boolean).join(' ') : `${day} 夜间核对`;

const Outcome = ({ row }: { readonly row: RecountRow }) => {
  if (isUnderWay(row)) {
    return (
      <>
        <progress aria-label="核对进度" value={row.done} max={Math.max(1, row.total)} /> {row.state} {count(row.done)}/
        {count(row.total)}
      </>
    );
  }
  if (row.problem !== '') return <Label variant="danger">{row.problem}</Label>;
  return row.differences === 0 ? (
    <Label variant="success">无差异</Label>
  ) : (
    <Label variant="danger">{count(row.differences)} 处差异</Label>
  );
};

const DifferenceLine = ({ one }: { readonly one: RecountDifference }) => (
  <tr>
    <td>
      {one.kind}
      <br />
      <span className="recount-quiet">
        {one.shopName} {one.fineness}
      </span>
    </td>
    <td>
      {one.thing}
      <br />
      <span className="recount-quiet">{one.documents.join('、')}</span>
    </td>
    <td className="ui-number">
      {weight(one.difference)}
      <br />
      <span className="recount-quiet">
        应 {weight(one.counted)}，现 {weight(one.shown)}
      </span>
    </td>
  </tr>
);
const Differences = ({ id }: { readonly id: number }) => {
  const { record, error, retry } = useRecord(`${RECOUNT_PATH}/${id}`, RecountRecord);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={120} />;
  if (record.list.length === 0) return <p className="recount-quiet">事件、单据与库存一致，没有差异。</p>;
  return (
    <table className="recount-table" aria-label="差异">
      <thead>
        <tr>
          <th scope="col">不符</th>
          <th scope="col">首饰或旧料、单据</th>
          <th scope="col" className="ui-number">
            差异
          </th>
        </tr>
      </thead>
      <tbody>
        {record.list.map((one, index) => (
          <DifferenceLine key={`${one.thing}/${one.kind}/${index}`} one={one} />
        ))}
      </tbody>
    </table>
  );
};

type LineProps = { readonly row: RecountRow; readonly isOpen: boolean; readonly onOpen: () => void };
const RunLine = ({ row, isOpen, onOpen }: LineProps) => (
  <li>
    <div className="recount-line">
      <span>
        {nameOf(row)} <span className="recount-quiet">{moment(row.endedAt || row.askedAt)}</span>
      </span>
      <span>
        <Outcome row={row} />{' '}
        {isUnderWay(row) || row.problem !== '' ? null : (
          <Button size="small" aria-expanded={isOpen} onClick={onOpen}>
            {isOpen ? '收起' : '查看'}
          </Button>
        )}
      </span>
    </div>
    {isOpen ? <Differences id={row.id} /> : null}
  </li>
);

export const RecountsDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number | null>(null);
  const [busy, setBusy] = useState(true);
  const rows = useRows(recountList, { pageIndex: page, pageSize: SIZE }, busy ? { every: LOOK_MS } : {});
  const stillBusy = rows.rows.some(isUnderWay);
  if (!rows.pending && stillBusy !== busy) setBusy(stillBusy);
  return (
    <Dialog title="金料核对记录" width="xlarge" onClose={onClose}>
      {rows.pending ? <SkeletonBox height={160} /> : null}
      {rows.error === null ? null : <FailedState message={messageOf(rows.error)} onRetry={rows.retry} />}
      {!rows.pending && rows.rows.length === 0 ? (
        <EmptyState title="还没有核对过" text="每天凌晨自动核对一次，也可以点“重算”立即核对。" />
      ) : null}
      <ul className="recount-list" aria-label="核对记录">
        {rows.rows.map((row) => (
          <RunLine
            key={row.id}
            row={row}
            isOpen={open === row.id}
            onOpen={() => setOpen(open === row.id ? null : row.id)}
          />
        ))}
      </ul>
      {rows.count > SIZE ? (
        <Paging count={rows.count} more={rows.more} page={page} size={SIZE} onPage={setPage} onSize={() => undefined} />
      ) : null}
    </Dialog>
  );
};

/** The last run in one line over the table. */
export const LastRecount = ({ screen }: { readonly screen: ScreenHandle }) => {
  const { rows } = useRows(recountList, { pageIndex: 1, pageSize: 1 }, { enabled: can(BALANCE_KEY), every: 10_000 });
  const [last] = rows;
  if (last === undefined) return null;
  return (
    <p className="recount-last" role="status">
      <span>最近核对：{nameOf(last)}</span> <Outcome row={last} />{' '}
      <button type="button" className="ui-link" onClick={() => screen.show(<RecountsDialog onClose={screen.close} />)}>
        核对记录
      </button>
    </p>
  );
};
