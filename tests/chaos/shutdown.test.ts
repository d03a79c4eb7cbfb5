/** Overload and the orderly end: many readers at once, and SIGTERM while things are being saved. */
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { houseProcess } from './support/house-process.ts';
import { openPlace, receiptBody, type Place } from './support/shift.ts';
import { Till } from './support/till.ts';

const READERS = 1000;
const WRITERS = 24;

const house = houseProcess();
const till = new Till(() => house.url);
let place: Place;
beforeAll(async () => {
  await house.start();
  place = await openPlace(till);
}, 90_000);
afterAll(() => house.remove(), 60_000);

const statusOf = (agent: http.Agent, where: string): Promise<number> =>
  new Promise((resolve, reject) => {
    http
      .get(`${house.url}${where}`, { agent, headers: { authorization: `Bearer ${till.token}` } }, (reply) => {
        reply.resume().on('end', () => resolve(reply.statusCode ?? 0));
      })
      .on('error', reject);
  });

test(`${READERS} connections read at once and all are served`, async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: READERS });
  for (let wave = 0; wave < 2; wave += 1) {
    const where = wave === 0 ? '/healthz' : '/api/v1/biz-goods-in?pageSize=5';
    const statuses = await Promise.all(Array.from({ length: READERS }, () => statusOf(agent, where)));
    expect([...new Set(statuses)]).toEqual([200]);
  }
  agent.destroy();
  expect((await till.get('/base-shop')).status).toBe(200);
}, 90_000);

test('SIGTERM during saves: each is answered or refused, the end is clean and the database stopped', async () => {
  const keys = Array.from({ length: WRITERS }, (_, n) => `term-${n}`);
  const body = receiptBody(place);
  const saving = keys.map((key) =>
    till.once('POST', '/biz-goods-in', { body, key }).catch((error: unknown) => ({ status: 0, data: null, error })),
  );
  await pause(30);
  const ended = await house.terminate();
  expect(ended).toMatchObject({ code: 0, signal: null });
  expect(ended.ms).toBeLessThan(20_000);
  expect(fs.existsSync(path.join(house.dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
  const answers = await Promise.all(saving);
  expect(answers.map(({ status }) => status).filter((status) => ![0, 200, 503].includes(status))).toEqual([]);

  await house.start();
  const again = await Promise.all(keys.map((key) => till.send('POST', '/biz-goods-in', body, key)));
  expect(new Set(again.map(({ status, data }) => (status === 200 ? data : status))).size).toBe(WRITERS);
  for (const [n, { status, data }] of answers.entries()) if (status === 200) expect(again[n]?.data).toBe(data);
  const { data } = await till.get('/biz-goods-in?pageSize=1');
  expect((data as { count: number }).count).toBe(WRITERS);
  expect(till.faults).toEqual([]);
}, 60_000);

test('SIGTERM with open idle connections ends at once', async () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  await Promise.all(Array.from({ length: 50 }, () => statusOf(agent, '/healthz')));
  const ended = await house.terminate();
  agent.destroy();
  expect(ended).toMatchObject({ code: 0 });
  expect(ended.ms).toBeLessThan(15_000);
}, 30_000);
