/** 任务日志 (S2§2, R119): every run of every job, what came of it and what it said. */
import { JobRunRow, jobList, jobRunList } from 'projections/jobs/contract';
import { messageOf, useRecord } from 'root-config/api';
import {
  Dialog,
  FailedState,
  Heading,
  SkeletonBox,
  columnsOf,
  listScreen,
  moment as shownMoment,
  type RemoteSource,
} from 'root-config/ui';
import { optionsOf } from 'services/contracts/options';
import { JOB_KEY, RUN_STATES, type RunState } from 'services/jobs/contract';
import { latency } from '../latency.ts';
import { greyBox } from '../oper-log/request-box.tsx';
import { ConnectionLabel, Panel, useLog } from '../live-log/panel.tsx';
import './job-log.css';

const LABELS = {
  0: { text: RUN_STATES[0], tone: 'accent' },
  1: { text: RUN_STATES[1], tone: 'danger' },
  2: { text: RUN_STATES[2], tone: 'success' },
  3: { text: RUN_STATES[3], tone: 'neutral' },
  4: { text: RUN_STATES[4], tone: 'attention' },
} as const;
const OPTIONS = optionsOf(RUN_STATES);
const { text, moment, status } = columnsOf(jobRunList);
/** Of one job, as its row leads here. */
const JOB_SOURCE: RemoteSource = {
  path: jobList.path,
  search: 'jobName',
  value: 'jobId',
  label: ({ jobName }) => String(jobName),
};
const wordOf = (row: JobRunRow): string => RUN_STATES[row.status as RunState] ?? row.status;

const Run = ({ row, onClose }: { readonly row: JobRunRow; readonly onClose: () => void }) => {
  const { record, error, retry } = useRecord(`${jobRunList.path}/${row.id}`, JobRunRow);
  return (
    <Dialog title={`${row.jobName} 的运行`} width="xlarge" onClose={onClose}>
      <p>
        {wordOf(record ?? row)}，{shownMoment(row.startAt)}
        {(record ?? row).latencyTime === '' ? '' : `，用时 ${latency((record ?? row).latencyTime)}`}
      </p>
      {error === null ? null : <FailedState message={messageOf(error)} onRetry={retry} />}
      {record === null ? (
        <SkeletonBox height={120} />
      ) : (
        <pre css={[greyBox, { maxHeight: 420 }]} tabIndex={0} aria-label="输出">
          {record.output || '没有输出'}
        </pre>
      )}
    </Dialog>
  );
};

const RunList = listScreen(jobRunList, {
  title: '任务日志',
  permission: `${JOB_KEY}:log`,
  pageSize: 10,
  latestDay: false,
  empty: '这段时间没有任务运行。',
  exportName: '任务日志',
  filters: [
    { kind: 'text', name: 'jobName', label: '任务名称', daily: true },
    { kind: 'remote', name: 'jobId', label: '任务', source: JOB_SOURCE },
    { kind: 'select', name: 'status', label: '状态', options: OPTIONS, daily: true },
    { kind: 'dates', label: '开始时间', range: 'none', daily: true },
  ],
  columns: [
    text('jobName', '任务名称', { width: 150 }),
    text('invokeTarget', '调用目标', { width: 170 }),
    status('status', '状态', { width: 80, labels: LABELS }),
    moment('startAt', '开始时间', { width: 160 }),
    text('latencyTime', '用时', { width: 100, render: (row) => latency(row.latencyTime) }),
    text('output', '输出', { width: 320 }),
  ],
  actions: [
    { label: '输出', main: true, reads: true, open: (row, screen) => <Run row={row} onClose={screen.close} /> },
  ],
  card: (row) => ({
    title: row.jobName,
    subtitle: shownMoment(row.startAt),
    facts: [
      ['状态', wordOf(row)],
      ['用时', latency(row.latencyTime)],
    ],
  }),
});

/** With more rights than this page's the socket tells of everything: here only of jobs. */
const OF_JOB = /\{"job":/;
const LiveLines = () => {
  const { lines, state } = useLog('info');
  const ofJobs = lines.filter((line) => OF_JOB.test(line));
  return (
    <section className="live-log job-lines" aria-label="实时输出">
      <header>
        <Heading as="h3" variant="small">
          实时
        </Heading>
        <ConnectionLabel state={state} />
      </header>
      <Panel lines={ofJobs} empty="任务开始和结束时，会在这里出现一行。" />
    </section>
  );
};
/** Runs above, live lines below (R119). */
const JobLogScreen = () => (
  <>
    <RunList />
    <LiveLines />
  </>
);
export default Object.assign(JobLogScreen, { displayName: 'JobLog', screen: RunList.screen });
