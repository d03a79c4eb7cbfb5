/** 实时日志 (S2§2.24; R123): what the server says of itself, as it says it. */
import { useEffect, useRef, useState } from 'react';
import { Button, Heading, Label, SegmentedControl, type Tone } from 'root-config/ui';
import { followLog, type Connection, type Level } from './follow.ts';
import { levelOf, withLine } from './lines.ts';
import './live-log.css';

const LEVELS: readonly { readonly level: Level; readonly label: string }[] = [
  { level: 'info', label: '全部' },
  { level: 'warn', label: '警告和错误' },
  { level: 'error', label: '仅错误' },
];
const stateOf = (state: Connection): { readonly text: string; readonly tone: Tone } => {
  switch (state.is) {
    case 'open':
      return { text: '已连接', tone: 'success' };
    case 'connecting':
      return { text: '正在连接…', tone: 'attention' };
    case 'out':
      return { text: '登录已失效，重新登录后继续', tone: 'danger' };
    case 'waiting':
      return { text: `连接中断，${state.seconds} 秒后重连`, tone: 'danger' };
  }
};

/** Lines of a level from the moment the page opens; paused, they are kept and not shown. */
const useLog = (level: Level) => {
  const [lines, setLines] = useState<readonly string[]>([]);
  const [state, setState] = useState<Connection>({ is: 'connecting' });
  useEffect(
    () => followLog({ level, onState: setState, onLine: (line) => setLines((before) => withLine(before, line)) }),
    [level],
  );
  return { lines, state, clear: () => setLines([]) };
};

const END_PX = 40;
const Panel = ({ lines }: { readonly lines: readonly string[] }) => {
  const panel = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useEffect(() => {
    const { current } = panel;
    if (current !== null && follows.current) current.scrollTop = current.scrollHeight;
  }, [lines]);
  const scrolled = (): void => {
    const { current } = panel;
    if (current === null) return;
    // Whoever reads further up is not torn away.
    follows.current = current.scrollHeight - current.scrollTop - current.clientHeight < END_PX;
  };
  return (
    <div
      ref={panel}
      className="live-log-panel"
      role="log"
      aria-live="off"
      aria-label="日志"
      tabIndex={0}
      onScroll={scrolled}
    >
      {lines.length === 0 ? <p>还没有日志。服务器有新的记录时会出现在这里。</p> : null}
      {lines.map((line, index) => (
        <div key={`${index}-${line}`} data-level={levelOf(line)}>
          {line}
        </div>
      ))}
    </div>
  );
};

const LiveLogScreen = () => {
  const [level, setLevel] = useState<Level>('info');
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const { lines, state, clear } = useLog(level);
  const shown = stateOf(state);
  const waiting = held === null ? 0 : lines.length - lines.indexOf(held.at(-1) ?? '') - 1;
  const choose = (index: number): void => {
    setHeld(null);
    clear();
    setLevel(LEVELS[index]?.level ?? 'info');
  };
  const empty = (): void => {
    clear();
    if (held !== null) setHeld([]);
  };
  return (
    <div className="live-log">
      <header>
        <Heading as="h2" variant="medium">
          实时日志
        </Heading>
        <span role="status">
          <Label variant={shown.tone === 'neutral' ? 'secondary' : shown.tone}>{shown.text}</Label>
        </span>
        <SegmentedControl aria-label="级别" size="small" onChange={choose}>
          {LEVELS.map(({ level: each, label }) => (
            <SegmentedControl.Button key={each} selected={each === level}>
              {label}
            </SegmentedControl.Button>
          ))}
        </SegmentedControl>
        <Button size="small" onClick={() => setHeld(held === null ? lines : null)}>
          {held === null ? '暂停' : `继续${waiting > 0 ? `（新增 ${waiting} 行）` : ''}`}
        </Button>
        <Button size="small" onClick={empty}>
          清空
        </Button>
      </header>
      <Panel lines={held ?? lines} />
    </div>
  );
};
export default LiveLogScreen;
