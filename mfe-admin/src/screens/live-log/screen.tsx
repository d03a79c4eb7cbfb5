/** 实时日志 (S2§2.24; R123): what the server says of itself, as it says it. */
import { useState } from 'react';
import { Button, Heading, SegmentedControl } from 'root-config/ui';
import type { Level } from './follow.ts';
import { ConnectionLabel, Panel, useLog } from './panel.tsx';

const LEVELS: readonly { readonly level: Level; readonly label: string }[] = [
  { level: 'info', label: '全部' },
  { level: 'warn', label: '警告和错误' },
  { level: 'error', label: '仅错误' },
];
const LiveLogScreen = () => {
  const [level, setLevel] = useState<Level>('info');
  const [held, setHeld] = useState<readonly string[] | null>(null);
  const { lines, state, clear } = useLog(level);
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
        <ConnectionLabel state={state} />
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
