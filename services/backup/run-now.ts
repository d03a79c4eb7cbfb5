/** A back-up that somebody asks for: a process of its own, as at night, so that saves go on beside it. */
import type { RunRequest } from '../platform/jobs/job-function.ts';
import { forkJob } from '../platform/process/job-process.ts';

export type NowState = { readonly running: boolean; readonly failed: boolean; readonly said: string };

export class RunNow {
  /** The process of a run starts there. */
  readonly #module: URL;
  #state: NowState = { running: false, failed: false, said: '' };
  #stop: () => void = () => undefined;

  constructor(module: URL) {
    this.#module = module;
  }

  get state(): NowState {
    return this.#state;
  }
  /** false while one is under way. */
  start(request: Omit<RunRequest, 'runId' | 'jobType' | 'target'>): boolean {
    if (this.#state.running) return false;
    const child = forkJob(this.#module);
    this.#state = { running: true, failed: false, said: '正在准备' };
    const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('utf8').trim().split('\n');
    child.stdout?.on('data', (bytes: Buffer) => this.#say(linesOf(bytes).at(-1) ?? ''));
    // What a fault says comes before where it was raised.
    child.stderr?.on('data', (bytes: Buffer) => this.#say(linesOf(bytes)[0] ?? ''));
    const end = (failed: boolean): void => {
      this.#state = { running: false, failed, said: this.#state.said };
    };
    child.once('error', () => end(true));
    child.once('exit', (code) => end(code !== 0));
    this.#stop = () => void child.kill('SIGKILL');
    child.send({ ...request, runId: 0, jobType: '2', target: 'Backup' } satisfies RunRequest, () => undefined);
    return true;
  }
  stop(): void {
    if (this.#state.running) this.#stop();
  }
  #say(said: string): void {
    if (said !== '') this.#state = { ...this.#state, said };
  }
}
