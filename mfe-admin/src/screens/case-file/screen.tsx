/** 卷宗: a bill or a shop at a moment as a signed archive, for police, bank, insurer and tax office. */
import { client, useWatched } from 'root-config/api';
import {
  FormDialog,
  StatusLabel,
  closing,
  columnsOf,
  listScreen,
  moment as shownMoment,
  number,
  words,
  type ScreenHandle,
  type Tone,
} from 'root-config/ui';
import { useEffect } from 'react';
import {
  CASE_FILE_CREATE_KEY,
  CASE_FILE_KEY,
  CASE_FILE_PATH,
  CASE_KINDS,
  CASE_STATES,
  CaseFileBody,
  CaseFilePage,
  KEPT_DAYS,
  caseFileList,
  type CaseFileRow,
  type CaseState,
} from 'services/log-seal/case-file/contract';
import { inEights } from '../log-seal/paper.ts';
import { DigestDialog } from './digest-dialog.tsx';
import { printSlip } from './paper.ts';

const STATES: Readonly<Record<CaseState, { readonly text: string; readonly tone: Tone }>> = {
  running: { text: CASE_STATES.running, tone: 'accent' },
  ready: { text: CASE_STATES.ready, tone: 'success' },
  failed: { text: CASE_STATES.failed, tone: 'danger' },
  gone: { text: CASE_STATES.gone, tone: 'neutral' },
};
const KINDS = Object.entries(CASE_KINDS).map(([value, label]) => ({ value, label }));

const isRunning = ({ state }: CaseFileRow): boolean => state === 'running';
const NEWEST = { pageIndex: 1, pageSize: 10 };
/** Looks while one is being made, and shows the list anew as it goes on. */
const UnderWay = ({ screen }: { readonly screen: ScreenHandle }) => {
  const { data } = useWatched(CASE_FILE_PATH, CaseFilePage, {
    query: NEWEST,
    running: ({ list }) => list.some(isRunning),
  });
  const said = (data?.list ?? []).map(({ id, state, done }) => `${id} ${state} ${done}`).join();
  const { reload } = screen;
  useEffect(() => {
    if (said !== '') reload();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new handle is no news
  }, [said]);
  return <p>卷宗是签了名的压缩文件，交给外人后不联网也能核对。做好后保留 {KEPT_DAYS} 天，过期可重新制作。</p>;
};

const dialog = (screen: ScreenHandle) => (
  <FormDialog<CaseFileBody & { id: number }>
    title="制作卷宗"
    mode="add"
    width={500}
    path={CASE_FILE_PATH}
    initial={{ kind: 'bill' }}
    schema={CaseFileBody}
    sections={[
      {
        columns: 1,
        fields: [
          { kind: 'radio', name: 'kind', label: '卷宗类型', options: KINDS },
          {
            kind: 'text',
            name: 'no',
            label: '单据号',
            required: true,
            upper: true,
            placeholder: '例如 XS10001',
            hidden: ({ kind }) => kind !== 'bill',
          },
          { kind: 'shop', name: 'shopId', label: '分店', required: true, hidden: ({ kind }) => kind !== 'shop' },
          {
            kind: 'moment',
            name: 'at',
            label: '时点',
            hint: '不填为现在',
          },
        ],
      },
    ]}
    draft={false}
    buttons={[{ name: 'make', label: '制作', variant: 'primary' }]}
    {...closing(screen)}
  />
);
const { text, moment, count, status } = columnsOf(caseFileList);
const notReady = ({ state }: CaseFileRow): string | undefined =>
  state === 'ready' ? undefined : { running: '还在制作', failed: '没有做成', gone: '已过期，请重新制作' }[state];
/** How far it is, or why there is none. */
const saidOf = (row: CaseFileRow): string => (isRunning(row) ? `${row.done}%` : words(row.result));
const stateOf = (row: CaseFileRow) => (
  <>
    <StatusLabel value={row.state} labels={STATES} /> {isRunning(row) ? `${row.done}%` : null}
  </>
);

export default listScreen(caseFileList, {
  title: '卷宗',
  permission: [CASE_FILE_KEY, CASE_FILE_CREATE_KEY],
  latestDay: false,
  empty: '还没有卷宗。警方、银行、保险或税务要一张单据或一家店某一刻的库存时，在这里制作。',
  filters: [],
  columns: [
    text('about', '内容', { width: 200 }),
    status('state', '状态', { labels: STATES }),
    text('result', '说明', { width: 160, render: saidOf }),
    text('shopName', '分店', { width: 120 }),
    moment('at', '显示时点', { width: 160 }),
    text('by', '制作人', { width: 100 }),
    moment('askedAt', '制作时间', { width: 160 }),
    count('events', '事件', { width: 80 }),
    count('seal', '封印号', { width: 80 }),
    text('digest', '文件摘要', {
      width: 620,
      hidden: true,
      render: ({ digest }) => <code>{inEights(digest)}</code>,
    }),
  ],
  above: (_data, screen) => <UnderWay screen={screen} />,
  toolbar: [{ label: '制作卷宗', primary: true, allow: CASE_FILE_CREATE_KEY, open: dialog }],
  actions: [
    {
      label: '下载',
      main: true,
      reads: true,
      allow: CASE_FILE_CREATE_KEY,
      blocked: notReady,
      run: ({ id }) => client.download(`${CASE_FILE_PATH}/${id}/file`, {}, '卷宗.zip', {}),
    },
    {
      label: '摘要',
      reads: true,
      when: ({ digest }) => digest !== '',
      open: (row, { close }) => <DigestDialog row={row} onClose={close} />,
    },
    { label: '打印凭证', reads: true, blocked: notReady, run: printSlip },
  ],
  card: (row) => ({
    title: row.about,
    subtitle: stateOf(row),
    facts: [
      ...(row.result === '' ? [] : [['说明', row.result] as const]),
      ['显示时点', shownMoment(row.at)],
      ['制作', `${row.by}，${shownMoment(row.askedAt)}`],
      ['事件', number(row.events)],
      ...(row.digest === '' ? [] : [['摘要', <code key="digest">{inEights(row.digest)}</code>] as const]),
    ],
  }),
});
