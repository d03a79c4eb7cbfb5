/** 操作日志 (S2§2.16, R105): what was asked of the house, by whom, and what came of it. */
import {
  Dialog,
  StatusLabel,
  columnsOf,
  confirm,
  listScreen,
  moment as shownMoment,
  logDeleteText,
  removing,
  runCommand,
  type ScreenHandle,
} from 'root-config/ui';
import { OPERATION_TYPES } from 'services/contracts/operation-types';
import { optionsOf } from 'services/contracts/options';
import { operationLogList, type OperationRow } from 'services/system/contract';
import { latency } from '../latency.ts';
import { RequestBox } from './request-box.tsx';

const KEY = 'admin:sysOperLog';
const OUTCOMES = { 2: { text: '正常', tone: 'success' }, 1: { text: '失败', tone: 'danger' } } as const;
const LOST = { lost: { text: '已丢失', tone: 'attention' } } as const;
const OPTIONS = [
  { value: '2', label: '正常' },
  { value: '1', label: '失败' },
];
const KINDS: Readonly<Record<string, string>> = OPERATION_TYPES;
const METHODS = ['POST', 'PUT', 'DELETE', 'GET'].map((value) => ({ value, label: value }));
const KIND_OPTIONS = optionsOf(KINDS);
const { text, count, moment, status } = columnsOf(operationLogList);

const Details = ({ row, onClose }: { readonly row: OperationRow; readonly onClose: () => void }) => (
  <Dialog title="操作日志详情" width="xlarge" onClose={onClose}>
    <p>
      {row.title}（{KINDS[row.businessType] ?? '其他'}）
      <StatusLabel value={row.status} labels={OUTCOMES} />
    </p>
    <p>
      {row.operName}，{row.operIp}
      {row.operLocation === '' ? '' : `（${row.operLocation}）`}，{shownMoment(row.operTime)}，用时{' '}
      {latency(row.latencyTime)}
    </p>
    <p>
      {row.requestMethod} {row.operUrl}
    </p>
    {row.lostAt === null ? null : (
      <p>
        <StatusLabel value="lost" labels={LOST} /> 这次保存已不在现在的日志中（{shownMoment(row.lostAt)} 丢失）
      </p>
    )}
    <RequestBox label="请求参数" text={row.operParam} />
    <RequestBox
      label={row.status === '1' ? '失败原因' : '结果'}
      text={row.status === '1' ? row.errorMsg : row.jsonResult}
    />
  </Dialog>
);
const remove = removing(operationLogList.path, [], logDeleteText);
const clear = async ({ reload }: ScreenHandle): Promise<void> => {
  const sure = await confirm({ text: '是否确认清空所有操作日志数据?', ok: '清空', danger: true });
  const views = [operationLogList.path];
  if (sure && (await runCommand({ method: 'DELETE', path: '/operlog/clean', views }))) reload();
};

export default listScreen(operationLogList, {
  title: '操作日志',
  permission: ['list', 'query', 'remove'].map((action) => `${KEY}:${action}`),
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的操作记录。',
  exportName: '操作日志',
  filters: [
    { kind: 'text', name: 'title', label: '系统模块', daily: true },
    { kind: 'text', name: 'operName', label: '操作人员', daily: true },
    { kind: 'select', name: 'businessType', label: '类型', options: KIND_OPTIONS },
    { kind: 'select', name: 'status', label: '状态', options: OPTIONS, daily: true },
    { kind: 'dates', label: '操作时间', range: 'none', daily: true },
    { kind: 'text', name: 'operUrl', label: '请求地址' },
    { kind: 'select', name: 'requestMethod', label: '请求方式', options: METHODS },
    { kind: 'text', name: 'operIp', label: '操作地址' },
  ],
  columns: [
    count('id', '编号', { width: 100, render: ({ id }) => String(id) }),
    text('title', '系统模块', { width: 150 }),
    text('businessType', '类型', { width: 70, render: ({ businessType }) => KINDS[businessType] ?? '其他' }),
    text('requestMethod', '请求方式', { width: 80 }),
    text('operUrl', '请求地址', { width: 230 }),
    text('operName', '操作人员', { width: 110 }),
    text('operIp', '操作地址', { width: 120 }),
    status('status', '状态', { width: 80, labels: OUTCOMES }),
    text('latencyTime', '用时', { width: 90, render: (row) => latency(row.latencyTime) }),
    moment('createdAt', '操作时间', { width: 160, sort: true }),
  ],
  toolbar: [{ label: '清空', danger: true, allow: `${KEY}:remove`, run: clear }],
  actions: [
    {
      label: '详情',
      main: true,
      reads: true,
      allow: `${KEY}:query`,
      open: (row, screen) => <Details row={row} onClose={screen.close} />,
    },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: row.title,
    subtitle: shownMoment(row.operTime),
    facts: [
      ['操作人员', row.operName],
      ['状态', row.status === '2' ? '正常' : '失败'],
      ['请求', `${row.requestMethod} ${row.operUrl}`],
    ],
  }),
});
