/** Whatever happens between the relay and its cluster: nothing is lost, and nothing comes twice to a reader that knows event ids. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import type { EventStore } from 'services/event-store/port';
import { MemoryStore } from '../../../services/platform/testing/memory-store.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeKafka, type FakeKafka } from '../../support/fake-kafka.ts';
import { newEvents } from '../event-store/support.ts';
import { SILENT, Stage, TIMES, until } from './support.ts';

let kafka: FakeKafka;
let stage: Stage;
const open = async (openStore: (url: string) => Promise<EventStore> = async () => new MemoryStore()): Promise<void> => {
  stage = await Stage.open(kafka.brokers, openStore);
};
beforeEach(async () => {
  kafka = await startFakeKafka();
});
afterEach(async () => {
  await stage.close();
  await kafka.stop();
});
let streams = 0;
/** Many streams, so that every partition of both nodes has some. */
const fill = async (count: number, store: EventStore = stage.store): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    await store.append(`${n % 2 === 0 ? 'goods' : 'sale'}-${(streams += 1) % 40}`, 'any', newEvents(2));
};

const NOT_LEADER = 6;
const CODES = { 'no leader': 5, 'not leader': NOT_LEADER, 'timed out': 7, 'too few replicas': 19, 'too large': 10 };
test('refused by every code, cut off, and acknowledged in vain: each is sent again, and written once', async () => {
  await open();
  await fill(10);
  const relay = stage.start();
  await stage.relayedAll(relay);
  for (const fault of [...Object.values(CODES), 'dropped', 'lost-ack'] as const) {
    kafka.fail(fault);
    await fill(4);
    await stage.relayedAll(relay);
    expect(kafka.faultsLeft(), `${fault}`).toBe(0);
  }
  expect(kafka.written()).toBe((await stage.store.head()) + 1);
  await stage.heardAll();
});

test('leaders move, also while a batch is acknowledged by one node and refused by the other', async () => {
  await open();
  await fill(20);
  const relay = stage.start();
  await stage.relayedAll(relay);
  kafka.moveLeaders();
  await fill(20);
  await stage.relayedAll(relay);
  await stage.stop(relay);
  await fill(20);
  // What the second node refuses is led by the first one then, which has answered already: the client alone would send it to nobody.
  kafka.fail('none', NOT_LEADER);
  kafka.afterNext(() => kafka.moveLeaders());
  const told: string[] = [];
  const log = { ...SILENT, warn: (_: object, message: string) => void told.push(message) };
  await stage.relayedAll(stage.start({ log }));
  expect([told, kafka.written()]).toEqual([[], 120]);
  await stage.heardAll();
});

test('a topic is made, and who leads it does not know it yet: tried again there alone, and written once', async () => {
  kafka.unaware(2);
  kafka.slow(30);
  await open();
  await fill(40);
  await stage.relayedAll(stage.start());
  expect(kafka.written()).toBe(80);
  await stage.heardAll();
});

test('a node hangs and keeps its connections: what it led goes to the other one, and it is told meanwhile', async () => {
  await open();
  await fill(40);
  const relay = stage.start({ times: { ...TIMES, requestMs: 150 } });
  await stage.relayedAll(relay);
  kafka.freeze(1);
  await fill(40);
  await stage.relayedAll(relay);
  kafka.thaw();
  kafka.freeze(0);
  kafka.freeze(1);
  await fill(40);
  await until(() => relay.health().error !== undefined, 'told');
  expect(relay.health()).toMatchObject({ state: 'catching-up' });
  kafka.thaw();
  await stage.relayedAll(relay);
  await stage.heardAll();
});

test('a topic is deleted under a running relay: it goes on with a new one', async () => {
  await open();
  await fill(40);
  const relay = stage.start();
  await stage.relayedAll(relay);
  kafka.forget(stage.topic('sale'));
  const before = kafka.messages(stage.topic('goods')).length;
  await fill(10);
  await stage.relayedAll(relay);
  expect(kafka.messages(stage.topic('sale'))).toHaveLength(10);
  expect(kafka.messages(stage.topic('goods')).length).toBeGreaterThanOrEqual(before + 10);
});

test('away for long, then slow: it says so, tries again, and sends all that came meanwhile', async () => {
  await open();
  await fill(10);
  const relay = stage.start();
  await stage.relayedAll(relay);
  await kafka.kill();
  await fill(60);
  await until(() => relay.health().error !== undefined && relay.health().lag > 100, 'told');
  await until(() => relay.warning().length > 0, 'warned');
  expect(relay.warning()[0]).toMatch(
    /^Kafka 转发已\d+秒没有新的确认（无法连接 Kafka），落后\d+个位置，恢复后自动补发$/,
  );
  expect(relay.health()).toMatchObject({ state: 'catching-up', error: { reason: '无法连接 Kafka' } });
  await kafka.restart();
  kafka.slow(60);
  await stage.relayedAll(relay);
  expect([relay.warning(), relay.health().error]).toEqual([[], undefined]);
  await stage.heardAll();
});

test('a wrong password is told; with the right one it goes on', async () => {
  await kafka.stop();
  kafka = await startFakeKafka({ password: 'right' });
  await open();
  await fill(4);
  const sasl = { mechanism: 'plain', username: 'relay', password: 'wrong' } as const;
  const refused = stage.start({ kafka: { sasl } });
  await until(() => refused.health().error !== undefined, 'refused');
  expect(refused.health().error?.reason).toBe('Kafka 拒绝了用户名或密码');
  await stage.stop(refused);
  const relay = stage.start({ kafka: { sasl: { ...sasl, password: 'right' } } });
  await stage.relayedAll(relay);
  expect(kafka.written()).toBe(8);
});

test('killed behind an acknowledgement, before its checkpoint: the next one tells it again under the same ids', async () => {
  await open((url) => openPostgresEventStore({ url }));
  await fill(10);
  const script = path.join(import.meta.dirname, 'dying-relay.ts');
  const dying = spawn(process.execPath, [script, stage.url, kafka.brokers.join(), stage.topicPrefix]);
  const [, signal] = (await once(dying, 'exit')) as [number | null, string | null];
  expect(signal).toBe('SIGKILL');
  const before = kafka.written();
  expect(before).toBeGreaterThan(0);
  await fill(5);
  const relay = stage.start();
  await stage.relayedAll(relay);
  await stage.heardAll();
  await until(() => stage.reader.messages === kafka.written(), 'all read');
  expect(kafka.written()).toBe(before + 30);
});

test('a lease that is lost is taken again; of another log it begins at the beginning', async () => {
  await open((url) => openPostgresEventStore({ url }));
  await fill(5);
  const relay = stage.start();
  await stage.relayedAll(relay);
  await stage.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'projection leases' and datname = current_database()`,
  );
  await fill(5);
  await stage.relayedAll(relay);
  await stage.heardAll();
  await stage.stop(relay);
  // What was under way when the lease went came twice, under its ids.
  const before = kafka.written();
  expect(before).toBeGreaterThanOrEqual(20);
  const another = await openPostgresEventStore({ url: stage.url, schema: 'another' });
  await fill(12, another);
  const next = stage.start({ store: another });
  await until(() => next.health().position === 23, 'the other log');
  expect(kafka.written()).toBe(before + 24);
  await stage.stop(next);
  await another.close();
});
