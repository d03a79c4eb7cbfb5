/** 自检 (R126): the last thirty self-audits, today's by button with how far it is, and what a difference is made of. */
import { can, messageOf, useRecord, useWatched } from 'root-config/api';
import {
  Button,
  EmptyState,
  FailedState,
  Heading,
  Label,
  SkeletonBox,
  count,
  moment,
  number,
  runCommand,
} from 'root-config/ui';
import { useState } from 'react';
import type { WireSum } from 'services/contracts/sums';
import {
  AUDIT_STATES,
  AuditList,
  AuditRecord,
  SELF_AUDIT_KEY,
  SELF_AUDIT_PATH,
  type AuditDifference,
  type AuditRow,
  type AuditState,
} from 'services/self-audit/contract';
import './self-audit.css';

const RUNNING = '0';
const DONE = '2';
const IDLE_MS = 60_000;
const isRunning = ({ status }: AuditRow): boolean => status === RUNNING;
const useAudits = () =>
  useWatched(SELF_AUDIT_PATH, AuditList, { running: (rows) => rows.some(isRunning), idleMs: IDLE_MS });

const wordOf = ({ status }: AuditRow): string => AUDIT_STATES[status as AuditState] ?? status;
const Outcome = ({ row }: { readonly row: AuditRow }) => {
  if (isRunning(row)) {
    return (
      <>
        <progress aria-label="自检进度" value={row.progress} max={100} /> {wordOf(row)} {row.progress}%
      </>
    );
  }
  if (row.status !== DONE) return <Label variant="danger">{wordOf(row)}</Label>;
  return row.differences === 0 ? (
    <Label variant="success">没有差异</Label>
  ) : (
    <Label variant="danger">{count(row.differences)} 处差异</Label>
  );
};

const figure = (value: WireSum): string => (typeof value === 'number' ? number(value) : value);
const Difference = ({ one }: { readonly one: AuditDifference & { readonly shopName: string } }) => (
  <tr>
    <td>
      {one.title}
      <span>{one.shopId === 0 ? '全部分店' : one.shopName || `分店 ${one.shopId}`}</span>
    </td>
    <td>{one.label}</td>
    <td className="ui-number" data-label="由事件应为">
      {figure(one.expected)}
    </td>
    <td className="ui-number" data-label="报表显示">
      {figure(one.found)}
    </td>
    <td>
      {one.rows.length === 0 ? '—' : null}
      {one.rows.map(({ key, expected, found }) => (
        <span key={key}>
          {key}：应 {figure(expected)}，现 {figure(found)}
        </span>
      ))}
    </td>
  </tr>
);
const Differences = ({ id }: { readonly id: number }) => {
  const { record, error, retry } = useRecord(`${SELF_AUDIT_PATH}/${id}`, AuditRecord);
  if (error !== null) return <FailedState message={messageOf(error)} onRetry={retry} />;
  if (record === null) return <SkeletonBox height={80} />;
  if (record.status !== DONE) return <p className="self-audit-quiet">{record.problem || '没有做完，请再自检一次。'}</p>;
  if (record.list.length === 0) return <p className="self-audit-quiet">由事件重算的合计与全部报表一致。</p>;
  return (
    <div className="self-audit-wide" tabIndex={0} role="region" aria-label="差异">
      <table>
        <thead>
          <tr>
            <th scope="col">报表、分店</th>
            <th scope="col">合计</th>
            <th scope="col" className="ui-number">
              由事件应为
            </th>
            <th scope="col" className="ui-number">
              报表显示
            </th>
            <th scope="col">例如</th>
          </tr>
        </thead>
        <tbody>
          {record.list.map((one, index) => (
            <Difference key={`${one.report}/${one.field}/${one.shopId}/${index}`} one={one} />
          ))}
        </tbody>
      </table>
    </div>
  );
};

const secondsOf = ({ startAt, endAt }: AuditRow): number =>
  Math.max(1, Math.round((Date.parse(endAt) - Date.parse(startAt)) / 1000));
/** Which events an audit read: those of its day and one thirtieth of the streams, or all of them. */
const Coverage = ({ row }: { readonly row: AuditRow }) => {
  const { coverage, endAt } = row;
  if (coverage === null || endAt === '') return null;
  const { thirtieth, after, until, events, recounted, why } = coverage;
  const dayOf = after === until ? '没有新事件' : `接续位置 ${after + 1} 至 ${until} 的 ${count(events)} 个事件`;
  const took = `用时 ${count(secondsOf(row))} 秒`;
  return (
    <p className="self-audit-quiet self-audit-coverage">
      {thirtieth === null
        ? `全部重算：位置 0 至 ${until}，${count(events)} 个事件${why === '' ? '' : `（${why}）`}，${took}`
        : `${dayOf}，由第一个事件重算第 ${thirtieth}/30 份的 ${count(recounted)} 个事件，${took}`}
    </p>
  );
};

type LineProps = { readonly row: AuditRow; readonly isOpen: boolean; readonly onOpen: () => void };
const Line = ({ row, isOpen, onOpen }: LineProps) => (
  <li>
    <div className="self-audit-line">
      <strong>{moment(row.startAt)}</strong>
      {row.status === DONE ? <span className="self-audit-quiet">{count(row.reports)} 张报表</span> : null}
      <span>
        <Outcome row={row} />
      </span>
      {isRunning(row) ? null : (
        <Button size="small" aria-expanded={isOpen} onClick={onOpen}>
          {isOpen ? '收起' : '查看'}
        </Button>
      )}
    </div>
    <Coverage row={row} />
    {isOpen ? <Differences id={row.id} /> : null}
  </li>
);

const Audits = ({ rows }: { readonly rows: readonly AuditRow[] }) => {
  const worst = rows.find(({ status, differences }) => status === DONE && differences > 0);
  const [open, setOpen] = useState<number | null>(worst?.id ?? null);
  if (rows.length === 0) {
    return <EmptyState title="还没有自检过" text="每天凌晨 2:30 自动自检，也可以点“立即自检”马上核对一次。" />;
  }
  return (
    <ul className="self-audit-list" aria-label="最近三十次自检">
      {rows.map((row) => (
        <Line key={row.id} row={row} isOpen={open === row.id} onOpen={() => setOpen(open === row.id ? null : row.id)} />
      ))}
    </ul>
  );
};

const SelfAuditScreen = () => {
  const { data, error, refetch } = useAudits();
  const busy = data?.some(isRunning) === true;
  const run = async (): Promise<void> => {
    await runCommand({ method: 'POST', path: `${SELF_AUDIT_PATH}/run`, views: [SELF_AUDIT_PATH] });
    await refetch();
  };
  return (
    <div className="self-audit">
      <header>
        <Heading as="h2" variant="medium">
          自检
        </Heading>
        <span className="self-audit-quiet">
          由事件重算每张报表的合计，与显示的核对；每夜接续上一夜，并由第一个事件重算三十分之一。只报告，不改动数据。
        </span>
        {can(`${SELF_AUDIT_KEY}:run`) ? (
          <Button variant="primary" size="small" disabled={busy} onClick={() => void run()}>
            {busy ? '正在自检…' : '立即自检'}
          </Button>
        ) : null}
      </header>
      {error !== null && data === undefined ? (
        <FailedState message={messageOf(error)} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <SkeletonBox height={160} />
      ) : (
        <Audits rows={data} />
      )}
    </div>
  );
};
export default SelfAuditScreen;
