/**
 * An import that is killed between its pieces is completed or taken back, and shows no row before. The house lives
 * below a folder that only its owner may enter.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databaseUrlOf, houseProcess, type HouseProcess } from './support/house-process.ts';
import { openPlace, receiptBody, type Place } from './support/shift.ts';
import { Till } from './support/till.ts';

const ROWS = 1000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-closed-'));
let house: HouseProcess;
let till: Till;
let place: Place;

beforeAll(async () => {
  fs.chmodSync(folder, 0o700);
  house = houseProcess(path.join(folder, 'deep', 'data'));
  await house.start();
  till = new Till(() => house.url);
  place = await openPlace(till);
}, 90_000);
afterAll(async () => {
  await house.remove();
  fs.rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Half of the rows bring a barcode, half ask for one. */
const importOf = (batchNo: string) => {
  const { shopId, supplierId, type, inStorageAt: _at, printTemplate: _template, ...row } = receiptBody(place);
  const list = Array.from({ length: ROWS }, (_, n) => ({
    ...row,
    type,
    barcode: n % 2 === 0 ? `${batchNo}-${n}` : '',
  }));
  return { shopId, supplierId, type, batchNo, list };
};

const ask = async (query: string, values: readonly unknown[]): Promise<number> => {
  const db = new pg.Client({ connectionString: databaseUrlOf(house) });
  try {
    await db.connect();
    const { rows } = await db.query<{ n: number }>(query, [...values]);
    return rows[0]?.n ?? 0;
  } finally {
    await db.end().catch(() => undefined);
  }
};
const piecesOf = (batchNo: string): Promise<number> =>
  ask(`select count(*)::int as n from es.events where type = 'GoodsReceived' and data->>'batchNo' = $1`, [batchNo]);
const shown = async (batchNo: string): Promise<number> => {
  const { data } = await till.get(`/biz-goods-in?batchNo=${batchNo}`);
  return (data as { count: number }).count;
};
/** Everything there or nothing there, whatever happened. */
const watchShown = async (batchNo: string, until: AbortSignal): Promise<ReadonlySet<number>> => {
  const seen = new Set<number>();
  while (!until.aborted) {
    seen.add(await shown(batchNo));
    await pause(50);
  }
  return seen;
};

const STRIKES = {
  database: async () => house.killPostgres('all'),
  process: async () => {
    await house.kill();
    await house.start();
  },
};

test.for([
  { name: 'A', strike: 'database', again: true },
  { name: 'B', strike: 'process', again: true },
  { name: 'C', strike: 'database', again: true },
  { name: 'D', strike: 'process', again: false },
] as const)(
  'import $name: the $strike is killed between two pieces',
  { timeout: 120_000 },
  async ({ name, strike, again }) => {
    const batchNo = `CHAOS${name}`;
    const body = importOf(batchNo);
    const key = randomUUID();
    const watching = new AbortController();
    const seen = watchShown(batchNo, watching.signal);
    const first = till.once('POST', '/biz-goods-in/import', { body, key }).catch(() => null);
    await vi.waitFor(async () => expect(await piecesOf(batchNo)).toBeGreaterThan(0), { timeout: 20_000, interval: 5 });
    await STRIKES[strike]();
    await first;
    if (again) {
      const answer = await till.send('POST', '/biz-goods-in/import', body, key);
      expect([answer.status, answer.msg]).toEqual([200, `导入成功，共${ROWS}条`]);
    }
    await vi.waitFor(async () => expect(await shown(batchNo)).toBe(ROWS), { timeout: 45_000, interval: 200 });
    watching.abort();
    expect([...(await seen)].filter((count) => count !== 0 && count !== ROWS)).toEqual([]);
    expect(await piecesOf(batchNo)).toBe(ROWS);
    const repeat = await till.send('POST', '/biz-goods-in/import', body, key);
    expect([repeat.status, await shown(batchNo), await piecesOf(batchNo)]).toEqual([200, ROWS, ROWS]);
    expect(till.faults).toEqual([]);
  },
);
