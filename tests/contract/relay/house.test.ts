/** The house itself tells Kafka what it sells, as its own page and its health say; the ready reader hears it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEventSchemas } from '../../../house/commands/write-event-schemas.ts';
import { startApp, type App } from '../../support/app.ts';
import { startFakeKafka, type FakeKafka } from '../../support/fake-kafka.ts';
import { newEvent } from '../event-store/support.ts';
import golden from '../../../services/goods/golden/GoodsSold.v1.json' with { type: 'json' };
import { until } from './support.ts';

let kafka: FakeKafka;
let app: App;
beforeAll(async () => {
  kafka = await startFakeKafka({ nodes: 1 });
  app = await startApp({ env: { KAFKA_BROKERS: kafka.brokers.join(), ROLES: 'api,projector,relay' } });
});
afterAll(async () => {
  await app.stop();
  await kafka.stop();
});

const sold = newEvent('GoodsSold', golden.data);
test('an event of the house is told, and the page says how far', async () => {
  await app.house.deps.store.append('goods-202600000017', 'any', [sold]);
  await until(() => kafka.messages('jewel.goods').length === 1, 'told');
  const relayRow = async () => {
    const rows = (await app.get('/sys-read-model')).body.data as { name: string; state: string; lag: number }[];
    return rows.find(({ name }) => name === 'kafka-relay');
  };
  await until(async () => (await relayRow())?.state === 'live', 'live');
  expect(await relayRow()).toMatchObject({ title: 'Kafka 转发', lag: 0, reason: '', parked: [] });
  const ready = await app.get('/readyz', { token: null });
  expect(ready.body.data).toMatchObject({ lag: { 'kafka-relay': 0 } });
  expect((await app.get('/metrics', { token: null })).text).toContain(
    'projection_lag_positions{projection="kafka-relay"} 0',
  );
});

test('the ready reader prints a line for each sale, once', async () => {
  await app.house.deps.store.append('goods-202600000017', 'any', [newEvent('Noted', {})]);
  const script = path.join(import.meta.dirname, '../../../tools/follow-sales.mjs');
  const reader = spawn(process.execPath, [script, '--brokers', kafka.brokers.join()]);
  try {
    const [line] = await new Promise<[string]>((resolve) => {
      createInterface({ input: reader.stdout }).once('line', (text) => resolve([text]));
    });
    expect(line).toBe(`${sold.meta.at}  分店1  XS9  202600000017  1件  销售 3.215克 2238.00元`);
  } finally {
    reader.kill('SIGKILL');
  }
});

test('the schemas of all events are written, what is personal marked', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'event-schemas-'));
  const count = writeEventSchemas(folder);
  expect(fs.readdirSync(folder)).toHaveLength(count + 1);
  const schema = JSON.parse(fs.readFileSync(path.join(folder, 'SaleAudited.json'), 'utf8')) as object;
  expect(schema).toMatchObject({
    properties: { data: { properties: { auditor: { type: 'string', 'x-personal': true } } } },
  });
  fs.rmSync(folder, { recursive: true });
});
