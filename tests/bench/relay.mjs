/**
 * The relay from the Postgres log to the stand-in of Kafka, a process of its own that checks and counts, against a bare producer of the
 * same client, a process of its own too (the relay changes how the client writes), that sends the same messages, made before.
 * BENCH_PIECES (default 200,000) pieces have five events each. With KAFKA_BENCH_BROKERS (host:port, …) both send to a real cluster
 * instead. How much processor an event takes in each process goes to stderr.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import kafkajs from 'kafkajs';
import { messages } from '../../projections/kafka-relay/message.ts';
import { startRelay } from 'projections/kafka-relay/relay';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { EVENT_SCHEMAS } from '../../house/log/event-schemas.ts';
import { startFakeKafka } from '../support/fake-kafka.ts';
import { history, loadHistory } from './events.mjs';
import { atLeast, connect, inTurns, seconds, withPostgres } from './support.mjs';

const PIECES = Number(process.env['BENCH_PIECES'] ?? 200_000);
const EVENTS = PIECES * 5;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Messages that the bare producer sends again and again: all of them would fill the memory. */
const SAMPLE = 20_000;
const AT_ONCE = 1_000;
const TARGET = 30_000;
const silent = { info: () => undefined, warn: console.error, error: console.error };

const REAL = (process.env['KAFKA_BENCH_BROKERS'] ?? '').split(',').filter((broker) => broker !== '');
/** Of a real cluster: the records of a topic. */
const recordsOf = async (topic) => {
  const admin = new kafkajs.Kafka({ brokers: REAL, logLevel: kafkajs.logLevel.NOTHING }).admin();
  await admin.connect();
  const offsets = await admin.fetchTopicOffsets(topic);
  await admin.disconnect();
  return offsets.reduce((sum, { high }) => sum + Number(high), 0);
};

/** Microseconds of processor that this process took while `work` ran, an event. */
const processor = async (what, work) => {
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  console.error(`${what}: ${((user + system) / EVENTS).toFixed(1)} µs of processor an event`);
  return value;
};

const standInOf = async () => {
  const kafka = await startFakeKafka({ nodes: 1, keeps: false });
  let before = process.cpuUsage();
  process.send(kafka.brokers);
  process.on('message', () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if (user + system > EVENTS)
      console.error(`stand-in: ${((user + system) / EVENTS).toFixed(1)} µs of processor an event`);
    process.send(kafka.written());
  });
};

/** Events a second of a plain producer. */
const bareOf = async ({ brokers, topicPrefix }) => {
  const tell = messages({ topicPrefix: 'bench', personal: false, schemas: EVENT_SCHEMAS });
  const sample = [...history(SAMPLE / 5)].map(({ stream, event }, position) =>
    tell({ ...event, stream, revision: 0, position }),
  );
  const { Kafka, Partitioners, logLevel } = kafkajs;
  const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
  const createPartitioner = Partitioners.DefaultPartitioner;
  const producer = kafka.producer({ createPartitioner, idempotent: true, maxInFlightRequests: 1 });
  await producer.connect();
  const batches = [];
  for (let from = 0; from < sample.length; from += AT_ONCE) {
    const part = sample.slice(from, from + AT_ONCE).map(({ key, value, headers }) => ({ key, value, headers }));
    batches.push([{ topic: `${topicPrefix}.goods`, messages: part }]);
  }
  const took = await processor('bare producer', () =>
    seconds(async () => {
      for (let sent = 0; sent < EVENTS; sent += AT_ONCE)
        await producer.sendBatch({ acks: -1, topicMessages: batches[(sent / AT_ONCE) % batches.length] });
    }),
  );
  await producer.disconnect();
  process.send(EVENTS / took, () => process.disconnect());
};

const [role] = process.argv.slice(2);
if (role === 'stand-in') await standInOf();
else if (role === 'bare') process.once('message', bareOf);
else {
  const standIn = REAL.length === 0 ? fork(import.meta.filename, ['stand-in']) : null;
  const brokers = standIn === null ? REAL : (await once(standIn, 'message'))[0];
  const written = async (topicPrefix) => {
    if (standIn === null) return recordsOf(`${topicPrefix}.goods`);
    standIn.send('written');
    const [count] = await once(standIn, 'message');
    return count;
  };
  let runs = 0;
  const started = Date.now();
  const prefix = () => `bench${started}-${(runs += 1)}`;

  const relaying = (store, url) => async () => {
    const [client] = await connect(url, 1);
    await client.query('create schema if not exists projection');
    await client.query('drop table if exists projection.relay');
    await client.end();
    const topicPrefix = prefix();
    const before = standIn === null ? 0 : await written(topicPrefix);
    const kafka = { brokers, topicPrefix, personal: false, tls: null, sasl: null };
    const head = await store.head();
    let relay;
    const took = await processor('relay', () =>
      seconds(async () => {
        relay = startRelay({ store, url, kafka, schemas: EVENT_SCHEMAS, log: silent });
        while (relay.health().position < head) await pause(5);
      }),
    );
    await relay.stop();
    const added = (await written(topicPrefix)) - before;
    if (added !== EVENTS) throw new Error(`${added} of ${EVENTS} are there`);
    return EVENTS / took;
  };

  const bare = async () => {
    const child = fork(import.meta.filename, ['bare']);
    child.send({ brokers, topicPrefix: prefix() });
    const [perSecond] = await once(child, 'message');
    await once(child, 'exit');
    return perSecond;
  };

  await withPostgres(async (url) => {
    await loadHistory(url, PIECES);
    const store = await openPostgresEventStore({ url });
    const figures = await inTurns(
      [
        ['relay', relaying(store, url)],
        ['bare', bare],
      ],
      ROUNDS,
    );
    const ours = figures.get('relay');
    const unit = 'events/s';
    atLeast({ figure: 'relay : target', ours, peer: ours.map(() => TARGET), target: 1, unit });
    atLeast({ figure: 'relay : bare producer', ours, peer: figures.get('bare'), target: 0.5, unit });
    await store.close();
  });
  standIn?.kill();
}
