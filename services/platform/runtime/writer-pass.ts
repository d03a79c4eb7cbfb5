/**
 * A process writes to EventStoreDB only while it shares a lock in the house's database: whoever moves the log takes that lock alone
 * (ADR 0064). Told to let go, it finishes what is under way and queues up again; what comes meanwhile waits a while, and is then told
 * to come back. Without its connection it has no pass.
 */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { STORE_AWAY_MS, StoreUnavailable, type EventStore } from '../event-store/port.ts';
import { storeWith } from '../event-store/store-with.ts';
import { HOLD_CHANNEL, logPlaceOf, notThere, WRITERS_LOCK } from '../event-store/log-move/log-place.ts';
import type { Log } from '../base/log.ts';
import { abandon } from '../base/pg-pool.ts';

const AGAIN_MS = 500;

export class WriterPass {
  readonly #url: string;
  readonly #log: Log;
  #client: pg.Client | undefined;
  #isOpen = false;
  #isClosed = false;
  #inFlight = 0;
  #changed = new Set<() => void>();
  readonly #running: Promise<void>;

  constructor(url: string, log: Log) {
    this.#url = url;
    this.#log = log;
    this.#running = this.#run();
  }

  /** The same store, which appends with a pass alone. */
  guarded(store: EventStore): EventStore {
    return storeWith(store, { append: (...call) => this.#with(() => store.append(...call)) });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#set(false);
    if (this.#client !== undefined) abandon(this.#client);
    await this.#running;
  }

  /** @throws {StoreUnavailable} without one for 5 s. */
  async #with<Value>(work: () => Promise<Value>): Promise<Value> {
    const until = performance.now() + STORE_AWAY_MS;
    while (!this.#isOpen) {
      const left = until - performance.now();
      if (left <= 0 || this.#isClosed) throw new StoreUnavailable('append: the log is being moved');
      await this.#change(left);
    }
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      this.#wake();
    }
  }

  async #run(): Promise<void> {
    let said = false;
    while (!this.#isClosed) {
      try {
        await this.#hold();
        said = false;
      } catch (error) {
        if (!this.#isClosed && !said) this.#log.warn('no pass to write to the log', { error });
        said = true;
      }
      this.#set(false);
      if (!this.#isClosed) await pause(AGAIN_MS);
    }
  }

  /** Until the connection is lost. */
  async #hold(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'log writer', keepAlive: true });
    this.#client = client;
    const connection = { client, lost: false, told: false };
    // One that was given up may tell of its end when the next one holds the pass.
    const shut = (): void => void (this.#client === client && this.#set(false));
    const lose = (): void => {
      connection.lost = true;
      shut();
    };
    client.on('error', lose).on('end', lose);
    client.on('notification', () => {
      connection.told = true;
      shut();
    });
    try {
      await client.connect();
      await client.query(`listen ${HOLD_CHANNEL}`);
      while (!connection.lost && !this.#isClosed) await this.#turn(connection);
    } finally {
      abandon(client);
    }
  }

  /** From the lock until it is asked for. */
  async #turn(connection: { readonly client: pg.Client; lost: boolean; told: boolean }): Promise<void> {
    const { client } = connection;
    const isHere = (): boolean => !connection.lost && !this.#isClosed;
    await client.query(`select pg_advisory_lock_shared(${WRITERS_LOCK})`);
    connection.told = false;
    const moved = notThere(await logPlaceOf(client), 'eventstoredb');
    if (moved !== null) this.#log.error(moved);
    else if (!connection.told) this.#set(true);
    while (isHere() && !connection.told) await this.#change();
    while (isHere() && this.#inFlight > 0) await this.#change();
    if (isHere()) await client.query(`select pg_advisory_unlock_shared(${WRITERS_LOCK})`);
  }

  #set(isOpen: boolean): void {
    this.#isOpen = isOpen && !this.#isClosed;
    this.#wake();
  }
  #wake(): void {
    for (const heard of this.#changed) heard();
    this.#changed.clear();
  }
  /** The next change, or so many milliseconds. */
  #change(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      this.#changed.add(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }
}
