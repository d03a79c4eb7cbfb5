/** Lines of the server's log as they come, and whether the connection stands. */
import { useEffect, useRef, useState } from 'react';
import { Label, type Tone } from 'root-config/ui';
import { followLog, type Connection, type Level } from './follow.ts';
import { levelOf, withLine } from './lines.ts';
import './live-log.css';

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

export const ConnectionLabel = ({ state }: { readonly state: Connection }) => {
  const { text, tone } = stateOf(state);
  return (
    <span role="status">
      <Label variant={tone === 'neutral' ? 'secondary' : tone}>{text}</Label>
    </span>
  );
};

/** Lines of a level from the moment the page opens; paused, they are kept and not shown. */
export const useLog = (level: Level) => {
  const [lines, setLines] = useState<readonly string[]>([]);
  const [state, setState] = useState<Connection>({ is: 'connecting' });
  useEffect(
    () => followLog({ level, onState: setState, onLine: (line) => setLines((before) => withLine(before, line)) }),
    [level],
  );
  return { lines, state, clear: () => setLines([]) };
};

const END_PX = 40;
const EMPTY = '还没有日志。服务器有新的记录时会出现在这里。';
export const Panel = ({ lines, empty = EMPTY }: { readonly lines: readonly string[]; readonly empty?: string }) => {
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
      {lines.length === 0 ? <p>{empty}</p> : null}
      {lines.map((line, index) => (
        <div key={`${index}-${line}`} data-level={levelOf(line)}>
          {line}
        </div>
      ))}
    </div>
  );
};
