/** 日志里已没有的保存: acknowledged, and gone with the log that had them; what is needed is entered again, then ticked off. */
import {
  Dialog,
  StatusLabel,
  columnsOf,
  confirm,
  listScreen,
  moment as shownMoment,
  runCommand,
  type ScreenHandle,
} from 'root-config/ui';
import {
  HANDLED_KEY,
  HANDLED_WORDS,
  LOST_EXPORT_KEY,
  LOST_KEY,
  lostSaveList,
  type LostSaveRow,
} from 'services/system/contract';
import { STATE_PATH } from 'services/system-state/contract';
import { FilledIn } from './filled-in.tsx';

const LABELS = {
  1: { text: HANDLED_WORDS[1], tone: 'attention' },
  2: { text: HANDLED_WORDS[2], tone: 'success' },
} as const;
const OPTIONS = Object.entries(HANDLED_WORDS).map(([value, label]) => ({ value, label }));
const { text, moment, status } = columnsOf(lostSaveList);

const Details = ({ row, onClose }: { readonly row: LostSaveRow; readonly onClose: () => void }) => (
  <Dialog title="丢失的保存" width="xlarge" onClose={onClose}>
    <p>
      {row.title}
      {row.record === '' ? '' : ` ${row.record}`} <StatusLabel value={row.handled} labels={LABELS} />
    </p>
    <p>
      {row.operName}，{row.operIp}，{shownMoment(row.createdAt)} 保存，{shownMoment(row.lostAt)} 丢失
    </p>
    {row.handledAt === null ? null : (
      <p>
        {row.handledBy} 于 {shownMoment(row.handledAt)} 标为已处理
      </p>
    )}
    <p>当时的答复：{row.result || '无'}</p>
    <FilledIn {...row} />
    <p css={{ color: 'var(--fgColor-muted)' }}>
      {row.requestMethod} {row.operUrl}
    </p>
  </Dialog>
);

const views = [lostSaveList.path, STATE_PATH];
const isHandled = ({ handled }: LostSaveRow): boolean => handled === '2';
const handle = (rows: readonly LostSaveRow[]) =>
  runCommand({
    method: 'PUT',
    path: `${lostSaveList.path}/handled`,
    body: { ids: rows.map(({ id }) => id) },
    views,
  });
const handleAll = async ({ reload }: ScreenHandle): Promise<void> => {
  const sure = await confirm({ text: '是否确认将全部未处理的标为已处理？', ok: '全部标为已处理' });
  if (sure && (await runCommand({ method: 'POST', path: `${lostSaveList.path}/finish`, views }))) reload();
};

export default listScreen(lostSaveList, {
  title: '日志里已没有的保存',
  permission: [LOST_KEY, LOST_EXPORT_KEY],
  latestDay: false,
  empty: '没有丢失的保存。改用另一个或较旧的事件日志后，其中没有的保存会列在这里。',
  exportName: '日志里已没有的保存',
  filters: [
    { kind: 'text', name: 'record', label: '单据或条码', daily: true, scanned: true },
    { kind: 'text', name: 'operName', label: '操作人', daily: true },
    { kind: 'select', name: 'handled', label: '处理情况', options: OPTIONS, daily: true },
    { kind: 'dates', label: '保存时间', range: 'none', daily: true, limited: false },
    { kind: 'text', name: 'title', label: '操作' },
  ],
  columns: [
    moment('createdAt', '保存时间', { width: 160, sort: true }),
    text('operName', '操作人', { width: 110 }),
    text('title', '操作', { width: 150 }),
    text('record', '单据或条码', { width: 170 }),
    text('shop', '分店', { width: 110 }),
    text('result', '当时的答复', { width: 200 }),
    status('handled', '处理情况', { width: 90, labels: LABELS }),
    moment('lostAt', '丢失时间', { width: 160 }),
    text('handledBy', '处理人', { width: 100 }),
    moment('handledAt', '处理时间', { width: 160, hidden: true }),
  ],
  above: () => <p>这些保存当时已确认，但现在的事件日志里没有。请逐条核对，需要的按“详情”重新录入，然后标为已处理。</p>,
  toolbar: [{ label: '全部标为已处理', allow: HANDLED_KEY, run: handleAll }],
  actions: [
    { label: '详情', main: true, reads: true, open: (row, { close }) => <Details row={row} onClose={close} /> },
    {
      label: '标为已处理',
      allow: HANDLED_KEY,
      when: (row) => !isHandled(row),
      run: (row) => handle([row]),
    },
  ],
  bulk: [
    {
      label: '标为已处理',
      allow: HANDLED_KEY,
      blocked: (rows) => (rows.every(isHandled) ? '所选的都已处理' : undefined),
      run: handle,
    },
  ],
  card: (row) => ({
    title: `${row.title} ${row.record}`,
    subtitle: shownMoment(row.createdAt),
    facts: [
      ['操作人', row.operName],
      ['分店', row.shop || '—'],
      ['处理情况', HANDLED_WORDS[row.handled]],
      ['当时的答复', row.result],
      ['丢失时间', shownMoment(row.lostAt)],
    ],
  }),
});
