/** 系统状态: what the house stands on, looked at anew while the page is seen; each line with what to do and the way there. */
import { useQuery } from '@tanstack/react-query';
import { RouterLink, client, messageOf } from 'root-config/api';
import { Button, FailedState, Heading, SkeletonBox, StatusLabel, moment, type Tone } from 'root-config/ui';
import type { ReactNode } from 'react';
import {
  STATE_EVERY_MS,
  STATE_PATH,
  STATE_WORDS,
  SystemState,
  type State,
  type StateLine,
} from 'services/system-state/contract';
import { RebuildLog } from '../read-model/other-log.tsx';
import './system-state.css';

const useSystemState = () =>
  useQuery({
    queryKey: [STATE_PATH],
    queryFn: async ({ signal }: { signal: AbortSignal }) =>
      SystemState.parse(await client.get(STATE_PATH, {}, { signal })),
    refetchInterval: STATE_EVERY_MS,
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
    gcTime: 0,
  });

const LABELS: Readonly<Record<State, { readonly text: string; readonly tone: Tone }>> = {
  good: { text: STATE_WORDS.good, tone: 'success' },
  attention: { text: STATE_WORDS.attention, tone: 'attention' },
  bad: { text: STATE_WORDS.bad, tone: 'danger' },
};
const readModels: Way = { title: '读模型', path: '/system/read-model' };
type Way = { readonly title: string; readonly path: string };
/** Where a line is dealt with, by its name. */
const WAYS: Readonly<Record<string, Way>> = {
  lag: readModels,
  parked: readModels,
  'model-versions': readModels,
  'lost-saves': { title: '日志里已没有的保存', path: '/sys-tools/lost-save' },
  'backup-age': { title: '备份', path: '/admin/backup' },
  pictures: { title: '定时任务', path: '/schedule/manage' },
};
const Help = ({ name }: { readonly name: string }): ReactNode => {
  const way = WAYS[name];
  if (name === 'same-log') return <RebuildLog />;
  return way === undefined ? null : <RouterLink to={way.path}>{way.title}</RouterLink>;
};

const Line = ({ line: { name, title, state, text, todo } }: { readonly line: StateLine }) => (
  <li>
    <StatusLabel value={state} labels={LABELS} />
    <strong>{title}</strong>
    <div>
      <span>{text}</span>
      {todo === '' ? null : <p className="system-state-quiet">{todo}</p>}
    </div>
    {state === 'good' ? null : <Help name={name} />}
  </li>
);

const summary = (lines: readonly StateLine[]): string => {
  const many = (state: State): number => lines.filter((line) => line.state === state).length;
  const parts = [
    ...(many('bad') > 0 ? [`${many('bad')} 项不行，请尽快处理`] : []),
    ...(many('attention') > 0 ? [`${many('attention')} 项要注意`] : []),
  ];
  return parts.length === 0 ? '全部正常' : parts.join('，');
};
/** What is worst stands first; else in the order of the checks. */
const ordered = (lines: readonly StateLine[]): readonly StateLine[] =>
  (['bad', 'attention', 'good'] as const).flatMap((state) => lines.filter((line) => line.state === state));

const SystemStateScreen = () => {
  const { data, error, refetch } = useSystemState();
  const said =
    data === undefined ? '' : `${summary(data.lines)}，${moment(data.at)} 检查，每 ${STATE_EVERY_MS / 1_000} 秒更新`;
  return (
    <div className="system-state">
      <header>
        <Heading as="h2" variant="medium">
          系统状态
        </Heading>
        <span className="system-state-quiet" role="status">
          {error === null ? said : `暂时读不到：${messageOf(error)}`}
        </span>
        <Button size="small" onClick={() => void refetch()}>
          重新检查
        </Button>
      </header>
      {data !== undefined ? (
        <ul aria-label="检查结果">
          {ordered(data.lines).map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </ul>
      ) : error === null ? (
        <SkeletonBox height={320} />
      ) : (
        <FailedState message={messageOf(error)} onRetry={() => void refetch()} />
      )}
    </div>
  );
};
export default SystemStateScreen;
