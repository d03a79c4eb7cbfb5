/**
 * Hands the log on to Kafka: one process at a time, by lease; the checkpoint moves once the brokers have acknowledged. Whatever goes
 * wrong is waited out, and begun again at the checkpoint: what had been sent already comes twice, under the same id.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { EventStore, Position, Recorded } from 'services/event-store/port';
import type { KafkaSettings } from 'services/platform/process/kafka-settings';
import { openPgPool } from 'services/platform/base/pg-pool';
import { LostLease, messageOf } from '../platform/projection/failures.ts';
import type { Health } from '../platform/daemon/health.ts';
import { Inbox } from '../platform/following/inbox.ts';
import { openLeases, type Leases } from '../platform/daemon/leases.ts';
import type { Log } from '../platform/following/log.ts';
import { isAbort } from '../platform/following/signals.ts';
import { RELAY as RELAY_ROW } from '../read-models/contract.ts';
import { moveRelayed, openCheckpoint, relayed } from './checkpoint.ts';
import { messages, type Message, type Telling } from './message.ts';
import { kafkaReason, openSender, type Brokers, type Sender } from './sender.ts';
import { Patience, TIMES, type Times } from './times.ts';

const { name: RELAY, title: RELAY_TITLE } = RELAY_ROW;

export type RelayOptions = {
  readonly store: EventStore;
  /** Postgres of the checkpoint and the lease. */
  readonly url: string;
  readonly kafka: KafkaSettings;
  readonly schemas: Telling['schemas'];
  readonly log: Log;
  readonly times?: Partial<Times>;
  /** A test's own way to the brokers. */
  readonly open?: (settings: Brokers) => Promise<Sender>;
};
export type Relay = {
  readonly health: () => Health;
  /** A line where nothing gets through. */
  readonly warning: () => readonly string[];
  readonly stop: () => Promise<void>;
};

/** Values of a batch: with one event of the largest, keys and headers below what a broker takes (1 MB), also in one partition. */
const MOST_BYTES = 600_000;
/** What the client makes of more is garbage longer. */
const MOST_EVENTS = 1_000;
type Part = { readonly messages: readonly Message[]; readonly last: Recorded };
const partsOf = function* (events: readonly Recorded[], tell: (event: Recorded) => Message): Generator<Part> {
  let held: Message[] = [];
  let bytes = 0;
  for (const [index, event] of events.entries()) {
    const message = tell(event);
    held.push(message);
    bytes += Buffer.byteLength(message.value);
    const next = events[index + 1];
    if (next !== undefined && bytes < MOST_BYTES && held.length < MOST_EVENTS) continue;
    yield { messages: held, last: event };
    held = [];
    bytes = 0;
  }
};

/** What the work comes to, unless the signal aborts before. */
const unlessAborted = <Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const leave = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', leave);
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });

class KafkaRelay {
  readonly #options: RelayOptions;
  readonly #times: Times;
  readonly #stop = new AbortController();
  readonly #db: pg.Pool;
  readonly #leases: Leases;
  readonly #tell: (event: Recorded) => Message;
  #state: Health['state'] = 'standby';
  #position: Position = -1;
  #head: Position = -1;
  /** When something was there that Kafka did not have; null: it has all. */
  #behindSince: number | null = null;
  #reason: string | null = null;
  readonly #patience: Patience;
  readonly #running: Promise<unknown>;

  constructor(options: RelayOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#patience = new Patience(this.#times);
    const { url, log } = options;
    this.#db = openPgPool({ connectionString: url, max: 1, application_name: RELAY }, (error) =>
      log.warn({ err: error }, 'idle connection of the relay lost'),
    );
    this.#leases = openLeases(url);
    this.#tell = messages({ ...options.kafka, schemas: options.schemas });
    this.#running = Promise.all([this.#run(), this.#look()]);
  }

  health(): Health {
    const lag = Math.max(0, this.#head - this.#position);
    const base = { name: RELAY, version: 1, state: this.#state, position: this.#position, lag, parked: [] };
    return this.#reason === null ? base : { ...base, error: { message: this.#reason, reason: this.#reason } };
  }

  warning(): readonly string[] {
    if (this.#state === 'standby' || this.#behindSince === null) return [];
    const ms = performance.now() - this.#behindSince;
    if (ms < this.#times.lateMs) return [];
    const why = this.#reason === null ? '' : `（${this.#reason}）`;
    const lag = this.health().lag;
    return [`${RELAY_TITLE}已${Math.round(ms / 1000)}秒没有新的确认${why}，落后${lag}个位置，恢复后自动补发`];
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
    await Promise.all([this.#leases.close(), this.#db.end()]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const lost = await this.#leases.acquire(RELAY);
        if (lost === null) await this.#standBy();
        else await this.#relay(AbortSignal.any([signal, lost]));
      } catch (error) {
        if (!signal.aborted) await this.#recover(error);
      }
    }
    await this.#leases.release(RELAY).catch(() => undefined);
  }

  async #standBy(): Promise<void> {
    this.#state = 'standby';
    this.#reason = null;
    this.#moved(await relayed(this.#db, RELAY));
    await this.#pause(this.#times.standbyMs);
  }

  async #relay(signal: AbortSignal): Promise<void> {
    const { store, kafka, open = openSender } = this.#options;
    this.#state = 'catching-up';
    this.#moved(await openCheckpoint(this.#db, RELAY, store));
    const ended = new AbortController();
    const either = AbortSignal.any([signal, ended.signal]);
    const sender = await open({ ...kafka, requestMs: this.#patience.requestMs });
    try {
      const inbox = new Inbox({ store }, { after: this.#position, events: ['*'], signal: either });
      await this.#follow(inbox, sender, either);
    } finally {
      ended.abort();
      await sender.close().catch(() => undefined);
    }
  }

  /** The next messages are made while the last ones are under way. */
  async #follow(inbox: Inbox, sender: Sender, signal: AbortSignal): Promise<void> {
    let sending: Promise<void> = Promise.resolve();
    while (!signal.aborted) {
      const batch = await (this.#state === 'live' ? inbox.take(MOST_EVENTS) : inbox.takeMany(MOST_EVENTS));
      for (const part of partsOf(batch?.events ?? [], this.#tell)) {
        this.#behindSince ??= performance.now();
        await sending;
        signal.throwIfAborted();
        sending = this.#pass(part, sender, signal);
        sending.catch((error: unknown) => inbox.fail(error));
      }
      if (batch?.caughtUp === true) await sending.then(() => this.#reachedEnd());
    }
    await sending;
  }

  async #pass({ messages: sent, last }: Part, sender: Sender, signal: AbortSignal): Promise<void> {
    await unlessAborted(signal, sender.send(sent));
    const to = last.position;
    await moveRelayed(this.#db, RELAY, { from: this.#position, to, id: last.id });
    this.#moved(to);
    this.#behindSince = performance.now();
    this.#healed();
  }

  #reachedEnd(): void {
    this.#state = 'live';
    this.#behindSince = null;
    this.#healed();
  }

  #moved(position: Position): void {
    this.#position = position;
    this.#head = Math.max(this.#head, position);
  }

  #healed(): void {
    if (this.#reason !== null) this.#options.log.info({ position: this.#position }, 'relay goes on');
    this.#reason = null;
    this.#patience.healed();
  }

  async #recover(error: unknown): Promise<void> {
    const { log } = this.#options;
    if (error instanceof LostLease) {
      await this.#leases.release(RELAY).catch(() => undefined);
      return this.#pause(this.#times.standbyMs);
    }
    // The lease was lost.
    if (isAbort(error)) return;
    const reason = kafkaReason(error) ?? '读取日志或保存进度失败';
    this.#behindSince ??= performance.now();
    if (reason !== this.#reason) log.warn({ err: error, position: this.#position }, `relay waits: ${messageOf(error)}`);
    this.#reason = reason;
    if (this.#state === 'live') this.#state = 'catching-up';
    await this.#pause(this.#patience.failed());
  }

  /** While nothing can be sent nothing is read, so the end of the log is asked for. */
  async #look(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#head = await this.#options.store.head().catch(() => this.#head);
      await this.#pause(this.#times.lookMs);
    }
  }

  async #pause(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }
}

export const startRelay = (options: RelayOptions): Relay => {
  const relay = new KafkaRelay(options);
  return { health: () => relay.health(), warning: () => relay.warning(), stop: () => relay.stop() };
};
