/**
 * Decodes pictures away from the threads that answer requests: at most two child processes of low priority, each with
 * one picture, a bounded queue before them, and a time limit that ends the process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import type { PictureAnswer } from './picture-worker.ts';

const MAX_DECODERS = 2;
const MAX_WAITING = 12;
/** One user's share of the queue: nobody's uploads keep all others out. */
const MAX_OF_ONE = 4;
const WAIT_MS = 30_000;
const LIMIT_MS = 15_000;
const IDLE_MS = 30_000;
const LOW_PRIORITY = 10;
const WORKER = new URL('./picture-worker.ts', import.meta.url);

type Job = {
  readonly bytes: Uint8Array;
  readonly owner: number;
  readonly answer: (answer: PictureAnswer | 'busy') => void;
  readonly fail: (error: unknown) => void;
  /** Gives up waiting. */
  readonly patience: NodeJS.Timeout;
};

const startChild = (): ChildProcess => {
  const child = fork(WORKER, {
    serialization: 'advanced',
    execArgv: ['--max-old-space-size=256'],
    // No secret of the house goes where strangers' bytes are decoded.
    env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '2' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  if (child.pid !== undefined) os.setPriority(child.pid, LOW_PRIORITY);
  child.unref();
  child.channel?.unref();
  return child;
};

/** @throws when it cannot start: a fault of the house, not of a picture. */
const started = async (child: ChildProcess): Promise<void> => {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const gone = once(child, 'exit', { signal }).then(() => {
    throw new Error('the picture decoder did not start');
  });
  await Promise.race([once(child, 'message', { signal }), gone]);
  gone.catch(() => undefined);
};

/** null as well when the picture ended its decoder, by time or by a crash. */
const decodeIn = (child: ChildProcess, bytes: Uint8Array): Promise<PictureAnswer> =>
  new Promise((resolve) => {
    const end = (answer: PictureAnswer): void => {
      clearTimeout(limit);
      child.off('message', onMessage).off('exit', onGone).off('error', onGone);
      resolve(answer);
    };
    const onMessage = (answer: unknown): void => end(answer as PictureAnswer);
    const onGone = (): void => end(null);
    const limit = setTimeout(() => {
      child.kill('SIGKILL');
      end(null);
    }, LIMIT_MS);
    child.on('message', onMessage).on('exit', onGone).on('error', onGone);
    child.send(bytes, (error) => {
      if (error !== null) onGone();
    });
  });

export class Decoders {
  readonly #idle: { readonly child: ChildProcess; readonly end: NodeJS.Timeout }[] = [];
  readonly #waiting: Job[] = [];
  readonly #working = new Set<ChildProcess>();
  readonly #held = new Map<number, number>();
  #running = 0;
  #closed = false;

  /** `busy`: too many wait already, in all or of this owner, or no decoder was free in time. */
  async decode(bytes: Uint8Array, owner: number): Promise<PictureAnswer | 'busy'> {
    const held = this.#held.get(owner) ?? 0;
    if (this.#closed || held >= MAX_OF_ONE || this.#waiting.length >= MAX_WAITING) return 'busy';
    this.#held.set(owner, held + 1);
    try {
      return await this.#queued(bytes, owner);
    } finally {
      const rest = (this.#held.get(owner) ?? 1) - 1;
      if (rest === 0) this.#held.delete(owner);
      else this.#held.set(owner, rest);
    }
  }

  #queued(bytes: Uint8Array, owner: number): Promise<PictureAnswer | 'busy'> {
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        const place = this.#waiting.findIndex((job) => job.patience === patience);
        if (place !== -1) this.#waiting.splice(place, 1);
        resolve('busy');
      }, WAIT_MS);
      this.#waiting.push({ bytes, owner, patience, answer: resolve, fail: reject });
      void this.#next();
    });
  }

  async #next(): Promise<void> {
    if (this.#running >= MAX_DECODERS || this.#closed) return;
    const job = this.#waiting.shift();
    if (job === undefined) return;
    clearTimeout(job.patience);
    this.#running += 1;
    await this.#decodeJob(job).catch(job.fail);
    this.#running -= 1;
    void this.#next();
  }

  async #decodeJob({ bytes, answer }: Job): Promise<void> {
    const idle = this.#takeIdle();
    const child = idle ?? startChild();
    this.#working.add(child);
    try {
      if (idle === undefined) await started(child);
      answer(await decodeIn(child, bytes));
      this.#putBack(child);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    } finally {
      this.#working.delete(child);
    }
  }

  #takeIdle(): ChildProcess | undefined {
    for (let free = this.#idle.pop(); free !== undefined; free = this.#idle.pop()) {
      clearTimeout(free.end);
      if (free.child.connected) return free.child;
    }
    return undefined;
  }

  #putBack(child: ChildProcess): void {
    if (!child.connected || child.killed) return;
    const end = setTimeout(() => child.kill(), IDLE_MS);
    end.unref();
    this.#idle.push({ child, end });
  }

  /** Ends the decoders; what waits is told that the house is busy. */
  close(): void {
    this.#closed = true;
    for (const { patience, answer } of this.#waiting.splice(0)) {
      clearTimeout(patience);
      answer('busy');
    }
    for (const { child, end } of this.#idle.splice(0)) {
      clearTimeout(end);
      child.kill();
    }
    for (const child of this.#working) child.kill('SIGKILL');
  }
}
