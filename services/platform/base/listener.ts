/**
 * One connection that listens on all channels of a process, and tells others through it. What is lost while it is away
 * nobody hears again: whoever listens also looks from time to time.
 */
import pg from 'pg';
import { isReadOnly } from './faults.ts';
import { abandon } from './pg-pool.ts';

const AGAIN_MS = 1_000;
const CONNECT_MS = 5_000;

export class Listener {
  readonly #url: string;
  /** What the server calls the connection. */
  readonly name: string;
  readonly #hearing = new Map<string, (payload: string) => void>();
  #connection: Promise<pg.Client> | undefined;
  #again: NodeJS.Timeout | undefined;
  /** What was asked last: a connection takes one query at a time. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #isAlone: () => boolean = () => false;
  #lost: () => void = () => undefined;

  /** What its name ends with, and the names of all connections of the process that hold a lease. */
  get process(): string {
    return this.name.slice(this.name.lastIndexOf(' ') + 1);
  }

  /** Connects when it is needed first. */
  constructor(url: string, name: string) {
    this.#url = url;
    this.name = name;
  }

  /** From now on `heard` gets what is said on the channel; one hears it, the last that asked. */
  listen(channel: string, heard: (payload: string) => void): void {
    this.#hearing.set(channel, heard);
    void this.#ask(listening(channel));
  }

  /** Called when the connection is gone, maybe with the server: what it said before may be taken back. One hears it, the last that asked. */
  onLost(lost: () => void): void {
    this.#lost = lost;
  }

  /** Nothing is said while the process is alone: another one that comes looks first, and is seen before it begins. */
  silentWhile(alone: () => boolean): void {
    this.#isAlone = alone;
  }

  /** Another process may be listening. */
  get isHeard(): boolean {
    return !this.#isAlone();
  }

  /** Says each of them on the channel. */
  async tell(channel: string, payloads: readonly string[]): Promise<void> {
    if (this.#isClosed || payloads.length === 0 || !this.isHeard) return;
    const text = 'select pg_notify($1, payload) from unnest($2::text[]) as payload';
    const values = [channel, payloads];
    await this.#ask({ name: 'tell', text, values });
  }

  #ask(query: string | pg.QueryConfig): Promise<unknown> {
    const asked = this.#last
      .then(async () => (await this.#connected()).query(query))
      .catch(async (error: unknown) => {
        // Notices of others come from a server that takes writes.
        if (isReadOnly(error) && this.#connection !== undefined) this.#forget(this.#connection);
      });
    this.#last = asked;
    return asked;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#again);
    const client = await this.#connection?.catch(() => undefined);
    await client?.end().catch(() => undefined);
  }

  #connected(): Promise<pg.Client> {
    if (this.#connection !== undefined) return this.#connection;
    const mine = this.#connect(() => this.#forget(mine));
    this.#connection = mine;
    mine.catch(() => this.#forget(mine));
    return mine;
  }

  async #connect(lost: () => void): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: this.name,
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    });
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ channel, payload = '' }) => this.#hearing.get(channel)?.(payload));
    try {
      await client.connect();
      for (const channel of this.#hearing.keys()) await client.query(listening(channel));
      return client;
    } catch (error) {
      abandon(client);
      throw error;
    }
  }

  #forget(lost: Promise<pg.Client>): void {
    if (this.#connection !== lost) return;
    this.#connection = undefined;
    lost.then(abandon, () => undefined);
    this.#lost();
    if (this.#isClosed || this.#hearing.size === 0) return;
    this.#again = setTimeout(() => void this.#connected().catch(() => undefined), AGAIN_MS);
  }
}

const listening = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;
