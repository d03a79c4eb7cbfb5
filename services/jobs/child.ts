/** One run, in a process of its own: its output, its end, and an end that is put to it (R118). */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunState } from './contract.ts';
import type { RunRequest } from '../platform/jobs/job-function.ts';
import { forkJob } from '../platform/process/job-process.ts';
import { Output } from './output.ts';

export type RunEnd = { readonly status: RunState; readonly output: string };
export type Running = {
  /** What it has said so far. */
  readonly said: () => string;
  readonly ended: Promise<RunEnd>;
};
type ChildRun = { readonly module: URL; readonly request: RunRequest; readonly timeoutS: number };

/** What a process that left others behind may still hold open. */
const DRAIN_MS = 1_000;

type Exit = readonly [code: number | null, signal: NodeJS.Signals | null];
const exitOf = (child: ChildProcess): Promise<Exit | Error> =>
  new Promise((resolve) => {
    child.once('error', resolve);
    child.once('exit', (code, signal) => resolve([code, signal]));
  });
const drained = async (child: ChildProcess): Promise<void> => {
  const waiting = new AbortController();
  const closed = once(child, 'close', { signal: waiting.signal }).catch(() => undefined);
  await Promise.race([closed, pause(DRAIN_MS, undefined, { signal: waiting.signal }).catch(() => undefined)]);
  waiting.abort();
};
const endOf = (exit: Exit | Error): readonly [RunState, string] => {
  if (exit instanceof Error) return ['1', `进程无法启动：${exit.message}`];
  const [code, signal] = exit;
  if (code === 0) return ['2', ''];
  // What it said itself says why.
  return code === 1 ? ['1', ''] : ['1', `进程意外结束（${signal ?? `退出码 ${String(code)}`}）`];
};

/** Begins a run; aborted or out of time it is killed. Never rejects. */
export const startRun = ({ module, request, timeoutS }: ChildRun, signal: AbortSignal): Running => {
  const output = new Output();
  const child = forkJob(module);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => output.add(bytes));
  let killed: readonly [RunState, string] | null = null;
  const kill = (state: RunState, why: string) => (): void => {
    killed ??= [state, why];
    child.kill('SIGKILL');
  };
  const late = setTimeout(kill('1', `超时：运行超过${timeoutS}秒，已结束`), timeoutS * 1000);
  const stop = kill('4', '中断：运行任务的进程停止或失去资格');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const exit = exitOf(child);
  // A process that is gone before it is told anything says so by its exit.
  child.send(request, () => undefined);
  const ended = (async (): Promise<RunEnd> => {
    const gone = await exit;
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
    if (!(gone instanceof Error)) await drained(child);
    const [status, why] = killed ?? endOf(gone);
    return { status, output: [output.text(), why].filter((line) => line !== '').join('\n') };
  })();
  return { said: () => output.text(), ended };
};
