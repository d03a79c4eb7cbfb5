import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Kafka, logLevel, type Consumer } from 'kafkajs';
import { startRelay, type Relay, type RelayOptions } from 'projections/kafka-relay/relay';
import type { EventStore, Recorded } from 'services/event-store/port';
import pg from 'pg';
import { expect } from 'vitest';
import { z } from 'zod';
import { testDatabase, type TestDatabase } from '../../support/database.ts';
import { EVENT_SCHEMAS } from '../../../house/log/event-schemas.ts';

export const SILENT: RelayOptions['log'] = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** An hour in a second or two. */
export const TIMES = {
  firstBackoffMs: 20,
  longestBackoffMs: 100,
  standbyMs: 50,
  lookMs: 50,
  lateMs: 200,
  requestMs: 2_000,
};

type Options = Partial<Omit<RelayOptions, 'kafka'>> & { kafka?: Partial<RelayOptions['kafka']> };
type Place = { readonly store: EventStore; readonly url: string; readonly brokers: readonly string[] };
const relayOf = ({ store, url, brokers }: Place, { kafka, ...options }: Options = {}): Relay =>
  startRelay({
    store,
    url,
    kafka: { brokers, topicPrefix: 't', personal: false, cost: true, tls: null, sasl: null, ...kafka },
    schemas: EVENT_SCHEMAS,
    log: SILENT,
    times: TIMES,
    ...options,
  });

/** Until it holds; @throws after 6 s. */
export const until = async (holds: () => boolean | Promise<boolean>, what: string): Promise<void> => {
  for (const deadline = Date.now() + 30_000; !(await holds()); await pause(10))
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`);
};

const Value = z.object({
  eventId: z.string(),
  type: z.string(),
  stream: z.string(),
  revision: z.int(),
  position: z.int(),
  at: z.string(),
  by: z.record(z.string(), z.unknown()),
  data: z.record(z.string(), z.unknown()),
});
export type Heard = z.infer<typeof Value> & {
  readonly topic: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
};
/** A reader that drops the event ids it knows, as every reader of the relay does. */
export class Reader {
  /** In the order in which they came first. */
  readonly events: Heard[] = [];
  /** With those that were known. */
  messages = 0;
  readonly #known = new Set<string>();
  readonly #consumer: Consumer;

  constructor({ brokers }: Pick<Place, 'brokers'>) {
    const kafka = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING });
    this.#consumer = kafka.consumer({ groupId: `reader-${randomUUID()}` });
  }

  /** Of topics that are there. */
  async start(topics: readonly string[]): Promise<void> {
    await this.#consumer.connect();
    await this.#consumer.subscribe({ topics: [...topics], fromBeginning: true });
    await this.#consumer.run({
      eachMessage: async ({ topic, message: { key, value, headers = {} } }) => {
        this.messages += 1;
        const told = Value.parse(JSON.parse(String(value)));
        if (this.#known.has(told.eventId)) return;
        this.#known.add(told.eventId);
        const texts = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name, String(text)]));
        this.events.push({ ...told, topic, key: String(key), headers: texts });
      },
    });
  }

  stop(): Promise<void> {
    return this.#consumer.disconnect();
  }
}

export const recorded = async (store: EventStore): Promise<Recorded[]> => {
  const head = await store.head();
  const ended = new AbortController();
  const events: Recorded[] = [];
  for await (const fed of store.subscribe({ after: -1, signal: ended.signal })) {
    if (fed.kind === 'event') events.push(fed.event);
    if (fed.kind === 'caught-up' || events.at(-1)?.position === head) break;
  }
  ended.abort();
  return events;
};
/** By stream, in the order of its events. */
const byStream = (events: readonly { readonly stream: string; readonly eventId: string }[]) =>
  Object.fromEntries(
    [...Map.groupBy(events, ({ stream }) => stream)]
      .map(([stream, all]): [string, string[]] => [stream, all.map(({ eventId }) => eventId)])
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );

/** A log, a database for the checkpoint, relays between them and a cluster, and a reader of it. */
export class Stage implements Place {
  readonly store: EventStore;
  readonly url: string;
  readonly brokers: readonly string[];
  /** Of its own, so that a cluster that outlives the test has nothing of another. */
  readonly topicPrefix = `t-${randomUUID()}`;
  readonly reader: Reader;
  readonly #database: TestDatabase;
  readonly #relays = new Set<Relay>();

  private constructor(database: TestDatabase, store: EventStore, brokers: readonly string[]) {
    this.#database = database;
    this.url = database.url;
    this.store = store;
    this.brokers = brokers;
    this.reader = new Reader(this);
  }

  static async open(brokers: readonly string[], openStore: (url: string) => Promise<EventStore>): Promise<Stage> {
    const database = await testDatabase();
    const stage = new Stage(database, await openStore(database.url), brokers);
    await stage.query('create schema projection');
    return stage;
  }

  async query(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url });
    await client.connect();
    await client.query(text);
    await client.end();
  }

  start(options: Options = {}): Relay {
    const { topicPrefix } = this;
    const relay = relayOf(this, { ...options, kafka: { topicPrefix, ...options.kafka } });
    this.#relays.add(relay);
    return relay;
  }

  async stop(relay: Relay): Promise<void> {
    this.#relays.delete(relay);
    await relay.stop();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#relays].map((relay) => this.stop(relay)));
    await this.reader.stop();
    await this.store.close();
    await this.#database.drop();
  }

  topic(category: string): string {
    return `${this.topicPrefix}.${category}`;
  }

  async relayedAll(relay: Relay): Promise<void> {
    const head = await this.store.head();
    await until(() => relay.health().position === head && relay.health().state === 'live', `relayed up to ${head}`);
  }

  /** Everything in the log is heard, in the order of its streams. */
  async heardAll(): Promise<void> {
    if (this.reader.messages === 0) await this.reader.start([this.topic('goods'), this.topic('sale')]);
    const log = (await recorded(this.store)).map(({ id, stream }) => ({ eventId: id, stream }));
    await until(() => this.reader.events.length >= log.length, `${log.length} events heard`);
    expect(byStream(this.reader.events)).toEqual(byStream(log));
  }
}
