/**
 * Rebuilds of long logs read, fold and copy in a process of low priority, one for each order of reading, so that the thread
 * that answers requests does none of it. What becomes of a version (indexes, promotion) is still decided here.
 */
import { fork, type ChildProcess } from 'node:child_process';
import os from 'node:os';
import { StoreUnavailable, type History, type Position, type Recorded } from 'services/event-store/port';
import { handedOn } from 'services/platform/process/surroundings';
import { ProjectionFailed } from '../projection/failures.ts';
import type { ParkedKey } from '../parking/parking.ts';

/** The module of such a process ({@link fillHere} of `rebuild-child.ts`) and what it opens the log with. */
export type RebuildProcess = {
  readonly module: URL;
  readonly url: string;
  readonly settings: Readonly<Record<string, string | undefined>>;
  /** The mark of the process that starts it: its sessions bear it, too, and end with the others (ADR 0067). */
  readonly process?: string;
};
/** Of half the weight: beside busy shops a much lower one would never come to its end. */
const LOW_PRIORITY = 3;
/** Nearly all that a fold makes dies young: a large nursery is collected seldom. */
const FLAGS = ['--max-semi-space-size=64', '--max-old-space-size=1024'];

export type Fill = {
  readonly name: string;
  readonly schema: string;
  readonly expected: readonly ParkedKey[];
};
/** What such a process is told, once. */
export type FillRequest = Pick<RebuildProcess, 'url' | 'settings' | 'process'> & {
  readonly order: History['order'];
  readonly until: Position;
  readonly fills: readonly Fill[];
};
/** What it answers of each table. */
export type FillAnswer = { readonly name: string } & (
  | { readonly parked: readonly ParkedKey[] }
  | { readonly failure: Failure }
);
export type Failure = {
  readonly kind: 'projection' | 'place' | 'other';
  readonly message: string;
  /** SQLSTATE, or a name of Node's. */
  readonly code?: string | undefined;
  readonly event?: Recorded | null;
};

const revived = (name: string, { kind, message, code, event = null }: Failure): Error => {
  if (kind === 'projection') return new ProjectionFailed(name, event, new Error(message));
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  return kind === 'place' ? new StoreUnavailable('rebuild', { cause: error }) : error;
};

type PendingFill = PromiseWithResolvers<readonly ParkedKey[]> & { readonly fill: Fill };
type Group = { readonly order: History['order']; readonly head: Promise<Position>; readonly readers: number };

/** Begins when every reader has come or left. */
export class ElsewhereGroup {
  readonly #elsewhere: RebuildProcess;
  readonly #group: Group;
  #expected: number;
  #child: ChildProcess | undefined;
  readonly #waiting = new Map<string, PendingFill>();

  constructor(elsewhere: RebuildProcess, group: Group) {
    this.#elsewhere = elsewhere;
    this.#group = group;
    this.#expected = group.readers;
  }

  /**
   * Fills the table and answers the keys it parked.
   * @throws what {@link load} throws; {StoreUnavailable} when the process ended before its time.
   */
  fill(fill: Fill, signal: AbortSignal): Promise<readonly ParkedKey[]> {
    const waiting = { ...Promise.withResolvers<readonly ParkedKey[]>(), fill };
    this.#waiting.set(fill.name, waiting);
    const stop = (): void => this.#settle(fill.name, (one) => one.reject(signal.reason));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    this.leave();
    return waiting.promise.finally(() => signal.removeEventListener('abort', stop));
  }

  leave(): void {
    this.#expected -= 1;
    if (this.#expected > 0 || this.#waiting.size === 0) return;
    // The end of the log could not be asked for, or no process be started: the place is at fault.
    this.#start().catch((error: unknown) => this.#gone(error));
  }

  async #start(): Promise<void> {
    const { module, ...given } = this.#elsewhere;
    const until = await this.#group.head;
    if (this.#waiting.size === 0) return;
    const child = fork(module, {
      execArgv: FLAGS,
      env: { MALLOC_ARENA_MAX: '2', ...handedOn('NODE_COMPILE_CACHE') },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#child = child;
    if (child.pid !== undefined) os.setPriority(child.pid, LOW_PRIORITY);
    child.on('message', (answer) => this.#answered(answer as FillAnswer));
    for (const end of ['exit', 'error'] as const) child.on(end, (cause: unknown) => this.#gone(cause));
    const fills = [...this.#waiting.values()].map(({ fill }) => fill);
    const request: FillRequest = { ...given, order: this.#group.order, until, fills };
    child.send(request, (error) => {
      if (error !== null) this.#gone(error);
    });
  }

  #answered(answer: FillAnswer): void {
    this.#settle(answer.name, (one) =>
      'parked' in answer ? one.resolve(answer.parked) : one.reject(revived(answer.name, answer.failure)),
    );
  }

  #gone(cause?: unknown): void {
    for (const name of this.#waiting.keys())
      this.#settle(name, (one) => one.reject(new StoreUnavailable('rebuild: its process ended', { cause })));
  }

  #settle(name: string, how: (waiting: PendingFill) => void): void {
    const waiting = this.#waiting.get(name);
    if (waiting === undefined) return;
    this.#waiting.delete(name);
    how(waiting);
    // Nobody waits for it: what it still does is of no use.
    if (this.#waiting.size === 0) this.#child?.kill('SIGKILL');
  }
}
