/**
 * Sends the queue to the print service, one label at a time, each acknowledged before the next. Every step is written
 * down first, so that whatever breaks (service, page, computer) a label is queued, in doubt or printed.
 */
import { createStore, type Store } from '../api/store.ts';
import { Link, type Connection, type Socket } from './link.ts';
import type { ServiceMessage } from './messages.ts';
import {
  LEASE_MS,
  claim,
  clear,
  decide,
  enqueue,
  inDoubt,
  isIdle,
  leave,
  printed,
  refused,
  retry,
  sameWork,
  takeLease,
  unsent,
  waitingOf,
  type Decision,
  type Flight,
  type QueueState,
} from './queue-state.ts';
import { nameIn } from './names.ts';
import type { NewPayload, Payload, QueueStore, QueueStep } from './queue-store.ts';

export type PrintStatus = {
  readonly connection: Connection;
  /** Labels still to be sent, the one under way included. */
  readonly waiting: number;
  /** A label that may have been printed; a person decides. */
  readonly doubt: { readonly attempt: string; readonly name: string } | null;
  /** Why the service refused. */
  readonly halted: string | null;
  /** Labels and documents this page saw printed, and what the last of them was. */
  readonly printed: number;
  readonly report: boolean;
  /** Messages nobody understood since the page opened. */
  readonly rubbish: number;
};
export type NewBatch = Payload & { readonly title: string; readonly fileName: string };
export type Job = {
  readonly flight: Flight;
  readonly title: string;
  readonly fileName: string;
  readonly payload: Payload;
};
export type QueueDeps = {
  readonly store: QueueStore;
  readonly open: () => Socket;
  /** The message that carries a label. */
  readonly compose: (job: Job) => Promise<string> | string;
  readonly newId: () => string;
  readonly now?: () => number;
  readonly random?: () => number;
  /** How long an answer may take, ms. */
  readonly answerMs?: number;
  /** Told after each change, so that other tabs look again. */
  readonly onChange?: (state: QueueState) => void;
};
/** Most labels that may wait at once. */
export const MOST_WAITING = 5_000;
const ANSWER_MS = 30_000;
const NOT_DRAWN = '没有生成，请检查打印模板';

type JobOutcome = 'printed' | 'lost' | 'late' | { readonly refused: string };

export class PrintQueue {
  readonly status: Store<PrintStatus> = createStore<PrintStatus>({
    connection: 'off',
    waiting: 0,
    doubt: null,
    halted: null,
    printed: 0,
    report: false,
    rubbish: 0,
  });
  readonly #deps: QueueDeps;
  readonly #owner: string;
  readonly #link: Link;
  readonly #weights = new Set<(mg: number) => void>();
  #awaited: { readonly attempt: string; readonly settle: (outcome: JobOutcome) => void } | null = null;
  #running = false;
  #asked = false;
  #release: (() => void) | null = null;
  #heartbeat: ReturnType<typeof setInterval> | undefined;
  #kept: { readonly batch: string; readonly payload: Payload | undefined } | null = null;
  #named: { readonly attempt: string; readonly name: string } | null = null;

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    this.#owner = deps.newId();
    this.#link = new Link({
      open: deps.open,
      ...(deps.random && { random: deps.random }),
      onConnection: (connection) => this.#connection(connection),
      onMessage: (message) => this.#message(message),
      onRubbish: () => this.status.set((state) => ({ ...state, rubbish: state.rubbish + 1 })),
    });
  }
  /** @returns false when too many wait already. */
  async add({ title, fileName, ...payload }: NewBatch): Promise<boolean> {
    const id = this.#deps.newId();
    const batch = { id, title, fileName, total: payload.rows.length };
    const added = await this.#step(
      (state) =>
        waitingOf(state) + payload.rows.length > MOST_WAITING ? [state, false] : [enqueue(state, batch), true],
      { id, payload },
    );
    void this.#pump();
    return added;
  }
  decide(attempt: string, decision: Decision): Promise<void> {
    return this.#changed((state) => decide(state, attempt, decision));
  }
  /** After a refusal, and when somebody does not want to wait for the next try to connect. */
  async retry(): Promise<void> {
    await this.#changed(retry);
    this.#link.now();
  }
  clear(): Promise<void> {
    return this.#changed(clear);
  }
  /** Keeps the connection for a dialog or the scale until the returned function is called. */
  want(): () => void {
    return this.#link.want();
  }
  onWeight(listener: (mg: number) => void): () => void {
    this.#weights.add(listener);
    return () => void this.#weights.delete(listener);
  }
  /** Looks at what is kept, and goes on with it. */
  async sync(): Promise<void> {
    const state = await this.#deps.store.read();
    await this.#show(state);
    if (!isIdle(state)) void this.#pump();
  }
  /** The page closes. */
  async stop(): Promise<void> {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
    await this.#deps.store.update((state) => [leave(state, this.#owner), null]);
  }

  #now(): number {
    return (this.#deps.now ?? Date.now)();
  }
  #connection(connection: Connection): void {
    this.status.set((state) => ({ ...state, connection }));
    if (connection === 'connected') void this.#pump();
    else this.#awaited?.settle('lost');
  }
  #message(message: ServiceMessage): void {
    if (message.kind === 'weight') return this.#weights.forEach((listener) => listener(message.mg));
    const { job, kind } = message;
    if (this.#awaited !== null && (job === null || job === this.#awaited.attempt)) {
      return this.#awaited.settle(kind === 'printed' ? 'printed' : { refused: message.message || '原因不明' });
    }
    // A late answer of an earlier connection settles what is in doubt.
    if (job !== null && kind === 'printed') void this.#changed((state) => printed(state, job));
  }
  /** What a batch prints never changes; reading five hundred rows once for each of them would be felt. */
  async #payload(batch: string): Promise<Payload | undefined> {
    if (this.#kept?.batch !== batch) this.#kept = { batch, payload: await this.#deps.store.payload(batch) };
    return this.#kept.payload;
  }
  async #nameOf({ attempt, batch, index }: Flight): Promise<string> {
    if (this.#named?.attempt !== attempt) {
      const payload = await this.#payload(batch).catch(() => undefined);
      this.#named = { attempt, name: nameIn(payload?.rows[index]) };
    }
    return this.#named.name;
  }
  async #show(state: QueueState): Promise<void> {
    const { doubt: sent, halted, flight } = state;
    const doubt = sent === null ? null : { attempt: sent.attempt, name: await this.#nameOf(sent) };
    const waiting = waitingOf(state) + (flight === null ? 0 : 1);
    this.status.set((before) => ({ ...before, waiting, halted, doubt }));
    if (isIdle(state)) {
      clearInterval(this.#heartbeat);
      this.#heartbeat = undefined;
      this.#release?.();
      this.#release = null;
    } else {
      this.#heartbeat ??= setInterval(() => void this.#pump(), LEASE_MS / 3);
      this.#release ??= this.#link.want();
    }
  }
  /** One written step; the newest state is shown afterwards, and told where more than the lease changed. */
  async #step<Result>(how: QueueStep<Result>, add?: NewPayload): Promise<Result> {
    const [before, after, result] = await this.#deps.store.update((old) => {
      const [next, answer] = how(old);
      return [next, [old, next, answer] as const];
    }, add);
    await this.#show(after);
    if (!sameWork(before, after)) this.#deps.onChange?.(after);
    return result;
  }
  async #changed(how: (state: QueueState) => QueueState): Promise<void> {
    await this.#step((state) => [how(state), null]);
    void this.#pump();
  }
  /** Sends while there is something to send; the heartbeat and every change call it again. */
  async #pump(): Promise<void> {
    const { store } = this.#deps;
    if (this.#running) {
      this.#asked = true;
      // The lease lives as long as somebody waits for an answer.
      await store.update((state) => [takeLease(state, this.#owner, this.#now())[0], null]).catch(() => undefined);
      return;
    }
    this.#running = true;
    this.#asked = false;
    try {
      for (let flight = await this.#next(); flight !== null; flight = await this.#next()) await this.#fly(flight);
    } catch {
      // The browser's store failed; what was sent is under way there still, and in doubt for whoever comes next.
    } finally {
      this.#running = false;
    }
    // Something changed after the last look.
    if (this.#asked) await this.#pump();
  }
  #next(): Promise<Flight | null> {
    return this.#step((state) => {
      if (isIdle(state)) return [state, null];
      // This page waits for no answer here: what it has under way was left by a failure of the store.
      const orphan = state.flight?.owner === this.#owner ? state.flight.attempt : null;
      const known = orphan === null ? state : inDoubt(state, orphan);
      const [leased, mine] = takeLease(known, this.#owner, this.#now());
      const canSend = mine && this.status.get().connection === 'connected';
      return canSend ? claim(leased, this.#owner, this.#deps.newId()) : [leased, null];
    });
  }
  async #composed(flight: Flight): Promise<string | null> {
    const { store, compose } = this.#deps;
    try {
      const [payload, { batches }] = await Promise.all([this.#payload(flight.batch), store.read()]);
      const batch = batches.find(({ id }) => id === flight.batch);
      if (payload === undefined || batch === undefined) return null;
      return await compose({ flight, title: batch.title, fileName: batch.fileName, payload });
    } catch {
      return null;
    }
  }
  async #fly(flight: Flight): Promise<void> {
    const { attempt } = flight;
    const message = await this.#composed(flight);
    if (message === null) return this.#step((state) => [refused(state, attempt, NOT_DRAWN), undefined]);
    const answer = this.#answerFor(attempt);
    if (!this.#link.send(message)) {
      this.#awaited?.settle('lost');
      return this.#step((state) => [unsent(state, attempt), undefined]);
    }
    const outcome = await answer;
    if (outcome === 'printed') {
      const report = (await this.#payload(flight.batch))?.report ?? false;
      this.status.set((status) => ({ ...status, report, printed: status.printed + 1 }));
      return this.#step((state) => [printed(state, attempt), undefined]);
    }
    if (typeof outcome === 'object')
      return this.#step((state) => [refused(state, attempt, outcome.refused), undefined]);
    await this.#step((state) => [inDoubt(state, attempt), undefined]);
    if (outcome === 'late') this.#link.renew();
  }
  #answerFor(attempt: string): Promise<JobOutcome> {
    return new Promise((resolve) => {
      const settle = (outcome: JobOutcome): void => {
        clearTimeout(timer);
        this.#awaited = null;
        resolve(outcome);
      };
      const timer = setTimeout(() => settle('late'), this.#deps.answerMs ?? ANSWER_MS);
      this.#awaited = { attempt, settle };
    });
  }
}
