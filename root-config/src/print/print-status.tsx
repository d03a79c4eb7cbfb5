/** 打印服务: is it there, how many labels wait, and what a person has to decide. */
import { useStore } from 'root-config/api';
import { Button, confirm } from 'root-config/ui';
import { useEffect, useState } from 'react';
import type { PrintQueue, PrintStatus as Status } from './print-queue.ts';
import type { Decision } from './queue-state.ts';
import { LOOK } from './look.ts';
import { printQueue } from './service.ts';

const AWAY = '未连接，正在重试';
const WORDS = { off: '未连接', connecting: AWAY, away: AWAY, connected: '已连接' } as const;
const Doubt = ({ doubt, queue }: { doubt: NonNullable<Status['doubt']>; queue: PrintQueue }) => {
  const say = (decision: Decision) => (): void => void queue.decide(doubt.attempt, decision);
  return (
    <div css={LOOK.doubt} role="alert">
      <p>
        不确定这一张是否已经打出：<b>{doubt.name === '' ? '（没有名称）' : doubt.name}</b>。请看一下打印机。
      </p>
      <div css={LOOK.buttons}>
        <Button size="small" onClick={say('printed')}>
          已打印
        </Button>
        <Button size="small" onClick={say('again')}>
          重打
        </Button>
        <Button size="small" variant="invisible" onClick={say('skip')}>
          不打了
        </Button>
      </div>
    </div>
  );
};
const Ready = ({ queue }: { queue: PrintQueue }) => {
  const status = useStore(queue.status);
  useEffect(() => queue.want(), [queue]);
  const clear = async (): Promise<void> => {
    const text = `确定清空打印队列中的 ${status.waiting} 张吗？`;
    if (await confirm({ title: '清空打印队列', text, ok: '清空', danger: true })) await queue.clear();
  };
  const there = status.connection === 'connected';
  return (
    <div css={LOOK.status}>
      <p role="status">
        <span css={LOOK.dot} data-there={there ? '' : undefined} />
        打印服务：{WORDS[status.connection]}
        {status.waiting > 0 ? `，排队 ${status.waiting} 张` : ''}
      </p>
      {status.halted === null ? null : (
        <p css={LOOK.halted} role="alert">
          打印机没有打印：{status.halted}
        </p>
      )}
      {status.doubt === null ? null : <Doubt doubt={status.doubt} queue={queue} />}
      {there && status.halted === null && status.waiting === 0 ? null : (
        <div css={LOOK.buttons}>
          {there && status.halted === null ? null : (
            <Button size="small" onClick={() => void queue.retry()}>
              重试
            </Button>
          )}
          {status.waiting > 0 || status.doubt !== null ? (
            <Button size="small" variant="danger" onClick={() => void clear()}>
              清空队列
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
};

/** Connects while it is on the screen. */
export const PrintStatus = () => {
  const [queue, setQueue] = useState<PrintQueue | null>(null);
  useEffect(() => {
    let current = true;
    void printQueue().then((ready) => current && setQueue(ready));
    return () => void (current = false);
  }, []);
  return queue === null ? <p role="status">打印服务：…</p> : <Ready queue={queue} />;
};
