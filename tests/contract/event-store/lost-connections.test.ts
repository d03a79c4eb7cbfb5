/** A connection that is cut says so twice, and the second time may be long after another one has its place. */
import pg from 'pg';
import type { EventStore } from 'services/event-store/port';
import { StreamReader } from '../../../services/platform/event-store/postgres/stream-reader.ts';
import { openPostgresEventStore } from '../../../services/platform/event-store/postgres/index.ts';
import { silentLog } from 'services/platform/base/log';
import { WriterPass } from '../../../services/platform/runtime/writer-pass.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
  const store = await openPostgresEventStore({ url: database.url });
  await store.close();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await database.drop();
});
/** Whoever connects under that name from now on. */
const connecting = (name: string): readonly pg.Client[] => {
  const clients: pg.Client[] = [];
  const connect = Reflect.get(pg.Client.prototype, 'connect') as unknown as () => Promise<pg.Client>;
  vi.spyOn(pg.Client.prototype, 'connect').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    const { application_name: mine } = Reflect.get(this, 'connectionParameters') as pg.ClientConfig;
    if (mine === name) clients.push(this);
    return Reflect.apply(connect, this, call);
  });
  return clients;
};

test('of the reader of streams: the new one stays, and is closed with the others', async () => {
  const clients = connecting('event-reader');
  const reader = new StreamReader(database.url, 'es');
  const readSome = async (): Promise<void> => {
    for (let n = 0; n < 4; n += 1) expect(await reader.read('Nothing-1', 0, 10)).toEqual([]);
  };
  await readSome();
  const [cut] = clients;
  const before = clients.length;
  cut?.emit('error', new Error('cut'));
  await readSome();
  expect(clients).toHaveLength(before + 1);
  cut?.emit('end');
  await readSome();
  expect(clients).toHaveLength(before + 1);
  await reader.close();
});

test('of the pass to write: the new one holds', async () => {
  const clients = connecting('log writer');
  const pass = new WriterPass(database.url, silentLog);
  const written = { revision: 0, position: 0 };
  const store = pass.guarded({ append: () => Promise.resolve(written) } as unknown as EventStore);
  expect(await store.append('A-1', 'any', [])).toEqual(written);
  const [cut] = clients;
  cut?.emit('error', new Error('cut'));
  expect(await store.append('A-1', 'any', [])).toEqual(written);
  expect(clients).toHaveLength(2);
  cut?.emit('end');
  expect(await store.append('A-1', 'any', [])).toEqual(written);
  await pass.close();
});
