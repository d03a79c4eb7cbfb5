/** 日志封印: the seals of the log, a sheet of each for an auditor, and the reckoning of the whole log against them. */
import { useWatched } from 'root-config/api';
import {
  StatusLabel,
  columnsOf,
  listScreen,
  moment as shownMoment,
  number,
  runCommand,
  type Tone,
} from 'root-config/ui';
import {
  CHECK_STATES,
  SEAL_KEY,
  SEAL_PATH,
  SEAL_RUN_KEY,
  SealChecks,
  sealList,
  type CheckState,
  type SealCheck,
  type SealRow,
} from 'services/log-seal/contract';
import { inEights, printSeal } from './paper.ts';

const CHECK_PATH = `${SEAL_PATH}/check`;
const STATES: Readonly<Record<CheckState, { readonly text: string; readonly tone: Tone }>> = {
  running: { text: CHECK_STATES.running, tone: 'accent' },
  agreed: { text: CHECK_STATES.agreed, tone: 'success' },
  damaged: { text: CHECK_STATES.damaged, tone: 'danger' },
  failed: { text: CHECK_STATES.failed, tone: 'attention' },
};

const useLastCheck = (): SealCheck | null => {
  const { data } = useWatched(CHECK_PATH, SealChecks, { running: ({ list: [last] }) => last?.state === 'running' });
  return data?.list[0] ?? null;
};
const saidOf = ({ state, done, total, result }: SealCheck): string =>
  state === 'running' ? `已核对 ${number(done)} / ${number(total)} 个事件` : result;
const LastCheck = () => {
  const last = useLastCheck();
  if (last === null) return <p>还没有校验过。校验会重算全部事件并与封印逐一核对，期间照常营业。</p>;
  const { state, by, askedAt } = last;
  return (
    <p role="status">
      <StatusLabel value={state} labels={STATES} /> {saidOf(last)}（{by}，{shownMoment(askedAt)}）
    </p>
  );
};

const run = (path: string): Promise<boolean> =>
  runCommand({ method: 'POST', path, body: {}, views: [SEAL_PATH, CHECK_PATH] });
const { text, moment, count } = columnsOf(sealList);

export default listScreen(sealList, {
  title: '日志封印',
  permission: SEAL_KEY,
  rowKey: 'no',
  latestDay: false,
  empty: '还没有封印。日志里有事件之后，每小时封存一次，也可以立即封存。',
  filters: [],
  columns: [
    count('no', '编号', { width: 80 }),
    moment('at', '封存时间', { width: 170 }),
    count('count', '累计事件', { width: 120 }),
    count('added', '本次事件', { width: 110 }),
    count('position', '日志位置', { width: 120 }),
    text('digest', '封印摘要', { width: 620, render: ({ digest }: SealRow) => <code>{inEights(digest)}</code> }),
  ],
  above: () => <LastCheck />,
  toolbar: [
    { label: '立即封存', primary: true, allow: SEAL_RUN_KEY, run: () => run(SEAL_PATH) },
    { label: '校验全部事件', allow: SEAL_RUN_KEY, run: () => run(CHECK_PATH) },
  ],
  actions: [{ label: '打印', main: true, reads: true, run: printSeal }],
  card: (row) => ({
    title: `第 ${row.no} 号`,
    subtitle: shownMoment(row.at),
    facts: [
      ['累计事件', number(row.count)],
      ['本次事件', number(row.added)],
      ['摘要', <code key="digest">{inEights(row.digest)}</code>],
    ],
  }),
});
