import { expect, test, vi } from 'vitest';
import type { Daemon } from './daemon.ts';
import { readModelGate } from '../gate/gate.ts';
import { healthOf, received, until, daemonsPerTest } from '../testing/daemons.ts';
import { movements, silent, stock } from '../testing/samples.ts';
const { at, start, rowsOf, checkpoint } = daemonsPerTest();

test('rows follow the log, and whoever waits for a position sees them', async () => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  const position = at.store.record(
    received('A', 2),
    { type: 'Moved', data: { code: 'A', num: -2, shop: 1 } },
    received('B', 5),
  );
  expect(await daemon.waitFor(['sample-stock', 'sample-movements'], position, 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toEqual([{ code: 'B', shop: 1, num: 5, tags: ['Received\t"5"\\'] }]);
  expect(await rowsOf('sample_movements')).toHaveLength(6);
  expect((await rowsOf('sample_movements'))[1]).toEqual({
    position: 0,
    line: 1,
    at: '2026-11-01T09:00:00.000+08:00',
    code: "A'",
  });
  await expect.poll(() => healthOf(daemon)).toMatchObject({ state: 'live', position: 2, lag: 0 });
});

test('events of other types move the checkpoint too', async () => {
  const daemon = await start([stock()]);
  const position = at.store.record({ type: 'Elsewhere', data: {} });
  expect(await daemon.waitFor(['sample-stock'], position, 2_000)).toBe(true);
  await until(async () => (await checkpoint('sample-stock'))?.position === 0);
});

test('waiting for a view that does not exist is a fault, and waiting ends at its time', async () => {
  const daemon = await start([stock()]);
  await expect(daemon.waitFor(['nothing'], 0, 100)).rejects.toThrow(RangeError);
  expect(await daemon.waitFor(['sample-stock'], 99, 30)).toBe(false);
});

test('a process without projectors waits through the database', async () => {
  const gate = readModelGate({ url: at.database.url, views: ['sample-stock'] });
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  const waiting = gate.waitFor(['sample-stock'], 0, 3_000);
  at.store.record(received('A'));
  expect(await waiting).toBe(true);
  expect(await gate.waitFor(['sample-stock'], 7, 30)).toBe(false);
  expect(() => gate.waitFor(['nothing'], 0, 1)).toThrow(RangeError);
  await gate.close();
});

test('rows and checkpoint are one transaction: connections killed at any moment lose and double nothing', async () => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  for (let i = 0; i < 300; i += 1) {
    at.store.record(received(`K${i % 7}`));
    if (i % 60 === 30) {
      await at.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'projection%' and datname = current_database()`,
      );
    }
    if (i % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await daemon.waitFor(['sample-stock', 'sample-movements'], 299, 10_000)).toBe(true);
  const { rows } = await at.db.query(`select sum(num)::int as num from live.sample_stock`);
  expect(rows).toEqual([{ num: 300 }]);
  expect(await rowsOf('sample_movements')).toHaveLength(600);
});

test('a process whose connections were ended says so without a stack', async () => {
  const warn = vi.fn();
  const daemon = await start([stock(), movements], { log: { ...silent, warn } });
  await daemon.caughtUp();
  await at.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'projection%' and datname = current_database()`,
  );
  expect(await daemon.waitFor(['sample-stock'], at.store.record(received('A')), 10_000)).toBe(true);
  await until(() => warn.mock.calls.length > 0);
  for (const [fields] of warn.mock.calls) expect(fields).toEqual({ fault: 'place', cause: expect.any(String) });
});

test('a lost event store is subscribed to again from the checkpoint', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  for (let i = 0; i < 5; i += 1) {
    at.store.record(received('A'));
    at.store.disconnect();
  }
  expect(await daemon.waitFor(['sample-stock'], 4, 5_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 5 }]);
});

test('a runner whose checkpoint was moved by another writes nothing and stands by', async () => {
  const daemon = await start([stock()], { settings: { standbyMs: 60_000 } });
  at.store.record(received('A'));
  expect(await daemon.waitFor(['sample-stock'], 0, 2_000)).toBe(true);
  await until(async () => (await checkpoint('sample-stock'))?.position === 0);
  await at.db.query(`update projection.checkpoint set position = 50`);
  at.store.record(received('B'));
  await until(() => healthOf(daemon).state === 'standby');
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A' }]);
});

test('of two daemons one runs and the other takes over', async () => {
  const first = await start([stock()]);
  await first.caughtUp();
  const second = await start([stock()]);
  await second.caughtUp();
  expect([healthOf(first).state, healthOf(second).state]).toEqual(['live', 'standby']);
  at.store.record(received('A'));
  expect(await second.waitFor(['sample-stock'], 0, 2_000)).toBe(true);
  await first.stop();
  await until(() => healthOf(second).state === 'live');
  at.store.record(received('A'));
  expect(await second.waitFor(['sample-stock'], 1, 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 2 }]);
});

test('projections are spread over all that run them, and move when one comes or goes', async () => {
  const both = [stock(), movements];
  const states = (daemons: readonly Daemon[]) => daemons.map((one) => one.health().map(({ state }) => state));
  const first = await start(both);
  await first.caughtUp();
  const second = await start(both);
  await until(
    () =>
      states([first, second])
        .flat()
        .filter((state) => state === 'live').length === 2,
  );
  await until(() => states([first, second]).every((two) => two.includes('live')));
  const position = at.store.record(received('A', 2), { type: 'Moved', data: { code: 'A', num: -1, shop: 1 } });
  for (const daemon of [first, second])
    expect(await daemon.waitFor(['sample-stock', 'sample-movements'], position, 2_000)).toBe(true);
  await first.stop();
  await until(() => states([second])[0]?.every((state) => state === 'live') === true);
  expect(await second.waitFor(['sample-stock', 'sample-movements'], at.store.record(received('A')), 2_000)).toBe(true);
  expect(await rowsOf('sample_stock')).toMatchObject([{ code: 'A', num: 2 }]);
});

test('a process runs what it is told to and waits for the rest', async () => {
  const both = [stock(), movements];
  const one = await start(both, { runs: (name) => name === 'sample-stock' });
  const other = await start(both, { runs: (name) => name === 'sample-movements' });
  expect([one, other].map((daemon) => daemon.health().map(({ name }) => name))).toEqual([
    ['sample-stock'],
    ['sample-movements'],
  ]);
  expect(await one.waitFor(['sample-stock', 'sample-movements'], at.store.record(received('A')), 4_000)).toBe(true);
});

test('a view that cannot be written is behind for those who wait for it, and for nobody else', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  const other = await at.db.connect();
  try {
    await other.query('begin');
    await other.query(`select from projection.checkpoint for update`);
    const position = at.store.record(received('A'));
    await until(() => healthOf(daemon).lag === 1);
    expect(daemon.behindMs()).toBe(0);
    expect(await daemon.waitFor(['sample-stock'], position, 20)).toBe(false);
    await until(() => daemon.behindMs() > 50);
    await other.query('rollback');
    expect(await daemon.waitFor(['sample-stock'], position, 5_000)).toBe(true);
    expect(daemon.behindMs()).toBe(0);
  } finally {
    other.release();
  }
});

test('a process without projectors knows how long those wait who wait there', async () => {
  const gate = readModelGate({ url: at.database.url, views: ['sample-stock'] });
  expect(gate.behindMs()).toBe(0);
  const waiting = gate.waitFor(['sample-stock'], 0, 60_000);
  await until(() => gate.behindMs() > 20);
  await start([stock()]);
  at.store.record(received('A'));
  expect(await waiting).toBe(true);
  expect(gate.behindMs()).toBe(0);
  await gate.close();
});
