/** 定时任务 (S2§2.14, §4): jobs, when each runs next, started and stopped here; their runs are a page of their own. */
import { jobList, type JobRow } from 'projections/jobs/contract';
import { GoTo } from 'root-config/api';
import {
  FormDialog,
  STATUS_OPTIONS,
  closing,
  columnsOf,
  confirm,
  listScreen,
  moment as shownMoment,
  removing,
  runCommand,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { optionsOf } from 'services/contracts/options';
import { mostOf } from 'services/contracts/values';
import {
  CONCURRENCY,
  DEFAULT_TIMEOUT_S,
  DISABLED,
  JOB_FUNCTIONS,
  JOB_KEY,
  JOB_TYPES,
  JobBody,
  MISFIRES,
  RUN_STATES,
  isShipped,
  type RunState,
} from 'services/jobs/contract';
import { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { NextRuns } from './next-times.tsx';
import { withHistory } from '../../sheets/record-history.tsx';

const { text, moment, dict } = columnsOf(jobList);
const FUNCTIONS = Object.entries(JOB_FUNCTIONS)
  .map(([name, title]) => `${name}（${title}）`)
  .join('；');

/** What of a record a form writes. */
const WRITTEN = JobBody.extend({ jobId: z.int() });
const NEW = {
  jobGroup: 'DEFAULT',
  jobType: '2',
  misfirePolicy: '1',
  concurrent: '1',
  status: '2',
  timeout: DEFAULT_TIMEOUT_S,
} as const;
const dialog = (row: JobRow | null, mode: FormMode, screen: ScreenHandle, initial: Partial<JobBody> = NEW) => (
  <FormDialog<JobBody & { id: number }>
    title={{ add: '新增任务', edit: '编辑任务', view: '查看任务' }[mode]}
    mode={mode}
    width={900}
    path={jobList.path}
    {...(row === null ? { initial } : { source: `${jobList.path}/${row.jobId}`, read: withId(WRITTEN, 'jobId') })}
    schema={JobBody}
    aside={({ values }) => <NextRuns line={values.cronExpression ?? ''} />}
    sections={withHistory(
      [
        {
          columns: 2,
          fields: [
            { kind: 'text', name: 'jobName', label: '名称', required: true, maxLength: 100 },
            { kind: 'dict', name: 'jobGroup', label: '任务分组', dict: 'sys_job_group', required: true },
            { kind: 'radio', name: 'jobType', label: '任务类型', options: optionsOf(JOB_TYPES) },
            { kind: 'text', name: 'cronExpression', label: 'cron表达式', required: true, maxLength: 100 },
            {
              kind: 'text',
              name: 'invokeTarget',
              label: '调用目标',
              required: true,
              span: 2,
              hint: `函数：${FUNCTIONS}。接口填允许主机上的网址`,
            },
            { kind: 'text', name: 'args', label: '参数', maxLength: 500, span: 2 },
            { kind: 'radio', name: 'misfirePolicy', label: '错过时', options: optionsOf(MISFIRES) },
            { kind: 'radio', name: 'concurrent', label: '是否并发', options: optionsOf(CONCURRENCY) },
            { kind: 'count', name: 'timeout', label: '超时（秒）', max: mostOf('jobTimeout') },
            { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
          ],
        },
      ],
      {
        path: row === null ? undefined : `${jobList.path}/${row.jobId}`,
        tab: '任务',
        columns: { scheduled: { label: '已启动' } },
      },
    )}
    {...closing(screen)}
  />
);

/** Of another it is a job of its own: stopped until somebody starts it. */
const copy = (row: JobRow, screen: ScreenHandle) =>
  dialog(null, 'add', screen, { ...JobBody.parse(row), jobName: `${row.jobName} 副本` });
const removeRows = removing(jobList.path);
const remove = (rows: readonly JobRow[]) => removeRows(rows.map(({ jobId }) => ({ id: jobId })));
/** S2§4: what is running by the clock can be stopped, what is not can be started, as long as it is enabled. */
const turn = (doing: 'start' | 'remove', word: string) => async (row: JobRow) =>
  (await confirm({ title: word, text: `是否${word}任务“${row.jobName}”？`, ok: word })) &&
  runCommand({ method: 'GET', path: `/job/${doing}/${row.jobId}`, views: [jobList.path] });
const isStopped = ({ entry_id: entry, status }: JobRow): boolean => entry === 0 && status !== DISABLED;
const isStarted = ({ entry_id: entry, status }: JobRow): boolean => entry !== 0 && status !== DISABLED;
/** What comes with the house stays, what runs by the clock is stopped first (R156). */
const stays = ({ jobId, entry_id: entry }: JobRow): string | undefined => {
  if (isShipped(jobId)) return '随系统提供，可停用，不能删除';
  return entry === 0 ? undefined : '已启动，请先停止';
};
const stateOf = ({ entry_id: entry }: JobRow): string => (entry === 0 ? '未启动' : '已启动');
const lastOf = ({ lastAt, lastStatus }: JobRow): string =>
  lastAt === '' ? '—' : `${shownMoment(lastAt)} ${RUN_STATES[lastStatus as RunState] ?? ''}`;

export default listScreen(jobList, {
  title: '定时任务',
  permission: ['list', 'add', 'edit', 'remove', 'start', 'log'].map((action) => `${JOB_KEY}:${action}`),
  rowKey: 'jobId',
  pageSize: 10,
  latestDay: false,
  empty: '还没有定时任务。新增任务，按时执行备份、提醒等工作。',
  exportName: '定时任务',
  filters: [
    { kind: 'text', name: 'jobName', label: '名称', daily: true },
    { kind: 'dict', name: 'jobGroup', label: '任务分组', dict: 'sys_job_group', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('jobName', '名称', { width: 150 }),
    dict('jobGroup', '任务分组', 'sys_job_group', { width: 90 }),
    text('cronExpression', 'cron表达式', { width: 130 }),
    text('invokeTarget', '调用目标', { width: 170 }),
    dict('status', '状态', 'sys_job_status', { width: 80 }),
    text('entry_id', '运行', { width: 80, render: stateOf }),
    moment('nextAt', '下次执行', { width: 160 }),
    text('lastAt', '上次执行', { width: 200, render: lastOf }),
  ],
  toolbar: [
    { label: '新增任务', primary: true, allow: `${JOB_KEY}:add`, open: (screen) => dialog(null, 'add', screen) },
    { label: '任务日志', allow: `${JOB_KEY}:log`, reads: true, open: () => <GoTo to="/schedule/log" /> },
  ],
  actions: [
    { label: '编辑', main: true, allow: `${JOB_KEY}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
    {
      label: '启动',
      allow: `${JOB_KEY}:start`,
      when: isStopped,
      run: turn('start', '启动'),
    },
    {
      label: '停止',
      allow: `${JOB_KEY}:start`,
      when: isStarted,
      run: turn('remove', '停止'),
    },
    { label: '复制', allow: `${JOB_KEY}:add`, open: copy },
    {
      label: '日志',
      reads: true,
      allow: `${JOB_KEY}:log`,
      open: ({ jobId }) => <GoTo to={`/schedule/log?jobId=${jobId}`} />,
    },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: `${JOB_KEY}:remove`, blocked: stays, run: (row) => remove([row]) },
  ],
  bulk: [
    {
      label: '删除',
      danger: true,
      allow: `${JOB_KEY}:remove`,
      blocked: (rows) => rows.map(stays).find((why) => why !== undefined),
      run: remove,
    },
  ],
  card: (row) => ({
    title: row.jobName,
    subtitle: row.cronExpression,
    facts: [
      ['运行', stateOf(row)],
      ['下次执行', row.nextAt === '' ? '—' : shownMoment(row.nextAt)],
      ['上次执行', lastOf(row)],
    ],
  }),
});
