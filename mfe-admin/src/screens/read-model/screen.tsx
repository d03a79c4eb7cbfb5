/** Every read model: whether it is up to date, what it has set aside and why, and what can be done about it. */
import { readModelList, RELAY, type ReadModelRow } from 'projections/read-models/contract';
import { NOTHING, StatusLabel, columnsOf, confirm, listScreen, runCommand, show, type Tone } from 'root-config/ui';
import { OtherLog } from './other-log.tsx';
import { ParkedDialog } from './parked-dialog.tsx';

const KEY = 'admin:sysReadModel';
const STATES: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>> = {
  live: { text: '正常', tone: 'success' },
  'catching-up': { text: '追赶中', tone: 'attention' },
  rebuilding: { text: '重建中', tone: 'attention' },
  standby: { text: '由另一进程维护', tone: 'neutral' },
  failed: { text: '已停止', tone: 'danger' },
};
const { text, count, status } = columnsOf(readModelList);

const isFresh = ({ state, parked }: ReadModelRow): boolean =>
  parked.length === 0 && (state === 'live' || state === 'standby');
/** What the whole list comes to. */
const Summary = ({ rows }: { readonly rows: readonly ReadModelRow[] }) => {
  const parked = rows.reduce((sum, row) => sum + row.parked.length, 0);
  const stopped = rows.filter(({ state }) => state === 'failed').length;
  if (rows.length > 0 && rows.every(isFresh)) return <p role="status">所有读模型都是最新的，没有未更新的数据。</p>;
  const parts = [
    ...(stopped > 0 ? [`${stopped}个读模型已停止`] : []),
    ...(parked > 0 ? [`${parked}项数据未更新，其他数据照常更新`] : []),
  ];
  return parts.length === 0 ? null : <p role="status">{parts.join('；')}。</p>;
};

const send = (row: ReadModelRow, doing: 'retry' | 'promote'): Promise<boolean> =>
  runCommand({
    method: 'POST',
    path: `${readModelList.path}/${doing}`,
    body: { name: row.name },
    views: [readModelList.path],
  });
const retry = async (row: ReadModelRow): Promise<unknown> => {
  const asked = `是否重新处理“${row.title}”中未更新的${row.parked.length}项数据？`;
  return (await confirm({ title: '重试', text: asked, ok: '重试' })) && send(row, 'retry');
};
const rebuild = async (row: ReadModelRow): Promise<unknown> => {
  const asked = `是否从头重建“${row.title}”并启用？期间照常显示现有数据，数据多时可能需要几分钟。重建后仍无法处理的数据保持未更新。`;
  return (await confirm({ title: '重建', text: asked, ok: '重建并启用' })) && send(row, 'promote');
};
const elsewhere = ({ state }: ReadModelRow): string | undefined =>
  state === 'standby' ? '由另一进程维护，请在那里操作' : undefined;
const busy = (row: ReadModelRow): string | undefined => {
  if (row.name === RELAY.name) return '转发没有可重建的数据';
  return row.state === 'rebuilding' ? '正在重建' : elsewhere(row);
};
const retryBlocked = (row: ReadModelRow): string | undefined =>
  row.parked.length === 0 ? '没有未更新的数据' : busy(row);

/** The first event stands at 0: before it there is nothing to name. */
const positionText = ({ position }: ReadModelRow): string => (position < 0 ? NOTHING : show('count', position));
const parkedText = ({ parked }: ReadModelRow): string => (parked.length === 0 ? NOTHING : `${parked.length}项`);
const stateLabel = ({ state }: ReadModelRow) => <StatusLabel value={state} labels={STATES} />;

export default listScreen(readModelList, {
  title: '读模型',
  permission: `${KEY}:list`,
  rowKey: 'name',
  latestDay: false,
  pageSize: 100,
  empty: '这个进程不维护读模型。请在维护读模型的进程上查看。',
  filters: [],
  columns: [
    text('name', '读模型', { width: 200, render: ({ title }) => title }),
    status('state', '状态', { width: 130, labels: STATES }),
    text('parked', '未更新', { width: 90, render: parkedText }),
    count('position', '已处理位置', { width: 110, render: positionText }),
    count('lag', '落后', { width: 80 }),
    text('reason', '说明', { width: 320 }),
    count('version', '版本', { width: 70 }),
  ],
  above: ({ rows }) => (
    <>
      <OtherLog />
      <Summary rows={rows} />
    </>
  ),
  card: (row) => ({
    title: row.title,
    subtitle: stateLabel(row),
    facts: [
      ['未更新', parkedText(row)],
      ['落后', show('count', row.lag)],
      ...(row.reason === '' ? [] : [['说明', row.reason] as const]),
    ],
  }),
  actions: [
    {
      label: '未更新的数据',
      main: true,
      blocked: (row) => (row.parked.length === 0 ? '没有未更新的数据' : undefined),
      open: (row, screen) => <ParkedDialog row={row} onClose={screen.close} />,
    },
    { label: '重试', allow: `${KEY}:retry`, blocked: retryBlocked, run: retry },
    { label: '重建', allow: `${KEY}:retry`, blocked: busy, run: rebuild },
  ],
});
