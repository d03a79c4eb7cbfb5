/** A process of the house takes 24 connections at most, whatever is asked of it: three fit a server of eighty. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { startChain, type Chain } from './shops.ts';

const MOST = 24;
const CLIENTS = 60;
const ROUNDS = 4;

let chain: Chain;
let watching: pg.Client;
beforeAll(async () => {
  chain = await startChain();
  watching = new pg.Client({ connectionString: chain.app.house.deps.master.configuration.connectionUri });
  await watching.connect();
}, 120_000);
afterAll(async () => {
  await watching?.end();
  await chain?.app.stop();
});

type Connections = ReadonlyMap<string, number>;
const connections = async (): Promise<Connections> => {
  const { rows } = await watching.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
};
const sum = (all: Connections): number => [...all.values()].reduce((total, one) => total + one, 0);
/** The fullest moment while `work` goes on. */
const fullest = async (work: Promise<unknown>): Promise<Connections> => {
  let isOver = false;
  const over = work.finally(() => (isOver = true));
  let most: Connections = new Map();
  while (!isOver) {
    const now = await connections();
    if (sum(now) > sum(most)) most = now;
  }
  await over;
  return most;
};

/** Receives, looks and exports, as a till with somebody at it does. */
const client = async (): Promise<void> => {
  const { app, home, today } = chain;
  for (let round = 0; round < ROUNDS; round += 1) {
    const saved = await app.post('/biz-goods-in', sampleBody({ shopId: home, supplierId: null, inStorageAt: today }));
    expect(saved.status, saved.text).toBe(200);
    const looked = await Promise.all([
      app.get('/biz-goods-in?pageSize=100', { waits: false }),
      app.get('/base-shop', { waits: false }),
      app.get(`/biz-goods-in/${Number(saved.body.data)}`, { waits: false }),
    ]);
    expect(looked.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
};

test('under load, all doors asked at once', async () => {
  const most = await fullest(Promise.all(Array.from({ length: CLIENTS }, client)));
  const told = JSON.stringify([...most]);
  expect(sum(most), told).toBeLessThanOrEqual(MOST);
  const listening = [...most].filter(([name]) => name.startsWith('projections listen'));
  expect(
    listening.map(([, count]) => count),
    told,
  ).toEqual([1]);
  expect(most.has('event-listener'), told).toBe(false);
}, 120_000);
