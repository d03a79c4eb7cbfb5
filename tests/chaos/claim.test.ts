/** The database dies after a command's id was bound and before its events are written: a repeat finds the same record (ADR 0009). */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseUrlOf, houseProcess } from './support/house-process.ts';
import { openPlace, receiptBody, type Place } from './support/shift.ts';
import { Till } from './support/till.ts';

const ROUNDS = 4;
const house = houseProcess();
const till = new Till(() => house.url);
let place: Place;

beforeAll(async () => {
  await house.start();
  place = await openPlace(till);
}, 90_000);
afterAll(() => house.remove(), 60_000);

/** Holds the log shut until the database dies with it; answers once an append waits at the door. */
const shutLog = async (send: () => void): Promise<void> => {
  const db = new pg.Client({ connectionString: databaseUrlOf(house) });
  // The server dies under this connection.
  db.on('error', () => undefined);
  await db.connect();
  await db.query('begin; lock table es.events in share mode');
  send();
  const giveUpAt = Date.now() + 20_000;
  for (;;) {
    const { rows } = await db.query(`select 1 from pg_locks where relation = 'es.events'::regclass and not granted
      and mode = 'RowExclusiveLock'`);
    if (rows.length > 0) return;
    if (Date.now() > giveUpAt) throw new Error('no append came to the door');
    await pause(5);
  }
};

test(`${ROUNDS} times: bound, killed, written after the recovery, repeated: one record`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const key = randomUUID();
    const body = receiptBody(place, { batchNo: `B${round}` });
    let sent = Promise.resolve({ status: 0, data: null as unknown });
    await shutLog(() => {
      sent = till.send('POST', '/biz-goods-in', body, key);
    });
    house.killPostgres('all');
    const first = await sent;
    expect(first.status).toBe(200);
    const again = await till.send('POST', '/biz-goods-in', body, key);
    expect([again.status, again.data]).toEqual([200, first.data]);
    const counted = async (): Promise<number> =>
      ((await till.get(`/biz-goods-in?batchNo=B${round}`)).data as { count: number }).count;
    // The read models come back with the database.
    await vi.waitFor(async () => expect(await counted()).toBeGreaterThan(0), { timeout: 30_000, interval: 100 });
    expect(await counted()).toBe(1);
  }
  expect(till.faults).toEqual([]);
}, 180_000);
