/** Processes that hold leases hang, or only stand still for a moment: relay and read models (ADR 0067); jobs are in jobs.test.ts. */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { NewEvent } from 'services/event-store/port';
import { openLeases } from 'projections/platform/daemon/leases';
import { LISTENER_NAME } from 'projections/platform/gate/gate';
import { startProjections } from 'projections/platform/daemon/daemon';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { openPgPool } from 'services/platform/base/pg-pool';
import { Listener } from 'services/platform/base/listener';
import { afterEach, expect, test } from 'vitest';
import { silent, stock } from '../../projections/platform/testing/samples.ts';
import { newEvent, newEvents } from '../contract/event-store/support.ts';
import { Stage } from '../contract/relay/support.ts';
import { testDatabase } from '../support/database.ts';
import { startFakeKafka } from '../support/fake-kafka.ts';

const POLL = { timeout: 15_000, interval: 20 };
/** Three seconds of silence, and looks twice a second; a machine that does much else is given more. */
const TAKEOVER_MS = 6_000;
const report = (what: string, ms: number): void => {
  if (process.env['CHAOS_FIGURES'] !== undefined) console.log(`${what}: ${Math.round(ms)} ms`);
  expect(ms).toBeLessThan(TAKEOVER_MS);
};
const processes: ChildProcess[] = [];
afterEach(() => {
  for (const one of processes.splice(0)) one.kill('SIGKILL');
});
const isStopped = (pid: number | undefined): boolean =>
  /^State:\s*T/m.test(fs.readFileSync(`/proc/${String(pid)}/status`, 'utf8'));

test('leases of read models move when their holder hangs, not when it stands still for two seconds; it hears of it when it goes on', async () => {
  const database = await testDatabase();
  const holder = fork(new URL('./support/lease-holder.ts', import.meta.url), [database.url]);
  processes.push(holder);
  await once(holder, 'message');
  const leases = openLeases(database.url);
  const isOurs = async (): Promise<boolean> => (await leases.acquire('one')) !== null;
  expect(await isOurs()).toBe(false);
  holder.kill('SIGSTOP');
  await pause(2_000);
  holder.kill('SIGCONT');
  for (let look = 0; look < 30; look += 1) {
    expect(await isOurs()).toBe(false);
    await pause(50);
  }
  holder.kill('SIGSTOP');
  const hungAt = performance.now();
  await expect.poll(isOurs, POLL).toBe(true);
  report('read models hung', performance.now() - hungAt);
  const hears = once(holder, 'message');
  holder.kill('SIGCONT');
  expect(await hears).toEqual(['lost', undefined]);
  expect(await isOurs()).toBe(true);
  await leases.close();
  await database.drop();
}, 60_000);

test('a relay that hangs behind an acknowledgement is followed by another; its own checkpoint is refused when it goes on', async () => {
  const kafka = await startFakeKafka();
  const stage = await Stage.open(kafka.brokers, (url) => openPostgresEventStore({ url }));
  const fill = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1)
      await stage.store.append(`${n % 2 === 0 ? 'goods' : 'sale'}-${n}`, 'any', newEvents(2));
  };
  await fill(10);
  const script = path.join(import.meta.dirname, '../contract/relay/dying-relay.ts');
  const hanging = spawn(process.execPath, [script, stage.url, kafka.brokers.join(), stage.topicPrefix, 'SIGSTOP']);
  processes.push(hanging);
  const states: string[] = [];
  createInterface({ input: hanging.stdout }).on('line', (state) => states.push(state));
  await expect.poll(() => isStopped(hanging.pid), POLL).toBe(true);
  const hungAt = performance.now();
  expect(kafka.written()).toBeGreaterThan(0);
  const relay = stage.start();
  await expect.poll(() => relay.health().state, POLL).toBe('live');
  report('relay hung', performance.now() - hungAt);
  await fill(10);
  await stage.relayedAll(relay);
  states.length = 0;
  hanging.kill('SIGCONT');
  await expect.poll(() => states.at(-1), POLL).toBe('standby');
  const db = openPgPool({ connectionString: stage.url, max: 1 });
  const { rows } = await db.query('select position::int from projection.relay');
  await db.end();
  expect(rows).toEqual([{ position: await stage.store.head() }]);
  // Whose acknowledgement had not been noted comes once more, under the same ids.
  await stage.heardAll();
  await stage.close();
  await kafka.stop();
}, 60_000);

/** Whoever follows waits for the lease first, and then for the rows of the transaction that hangs. */
const FOLLOWED_MS = 30_000;
/** A projector stops inside its first transaction, which brings these many rows by COPY. */
const PIECES = 60;
const piecesReceived = (): NewEvent[] =>
  Array.from({ length: PIECES }, (_, n) => newEvent('Received', { code: `K${n}`, shop: 1, num: 1 }));

test.each(['copy', 'commit'])(
  'a projector that hangs in its transaction (%s) is followed, and what it goes on with counts for nothing',
  async (where) => {
    const database = await testDatabase();
    const { url } = database;
    const db = openPgPool({ connectionString: url, max: 1 });
    const state = async () => {
      const { rows } = await db.query<{ sum: number; position: number; rows: number }>(
        `select (select position from projection.checkpoint where state = 'live')::int as position,
          count(*)::int as rows, sum(num)::int as sum from live.sample_stock`,
      );
      return rows[0]!;
    };
    const store = await openPostgresEventStore({ url });
    await store.append('test-1', 'any', piecesReceived());
    const hanging = fork(new URL('./support/hanging-projector.ts', import.meta.url), [url, where]);
    processes.push(hanging);
    const said: unknown[] = [];
    hanging.on('message', (message) => said.push(message));
    await expect.poll(() => isStopped(hanging.pid), POLL).toBe(true);
    expect(await state()).toEqual({ position: -1, rows: 0, sum: null });
    const listener = new Listener(url, `${LISTENER_NAME} next`);
    const next = await startProjections({ store, url, projections: [stock()], log: silent, listener });
    const first = await store.head();
    expect(await next.waitFor(['sample-stock'], first, FOLLOWED_MS)).toBe(true);
    await store.append('test-1', 'any', piecesReceived());
    expect(await next.waitFor(['sample-stock'], await store.head(), FOLLOWED_MS)).toBe(true);
    const whole = { position: await store.head(), rows: PIECES, sum: 2 * PIECES };
    await expect.poll(state, POLL).toEqual(whole);
    hanging.kill('SIGCONT');
    await expect.poll(() => said.at(-1), POLL).toBe(`standby ${whole.position}`);
    expect(said.filter((one) => one === 'refused' || one === 'committed')).toEqual(
      where === 'commit' ? ['refused'] : [],
    );
    await store.append('test-1', 'any', piecesReceived());
    expect(await next.waitFor(['sample-stock'], await store.head(), FOLLOWED_MS)).toBe(true);
    await expect.poll(state, POLL).toEqual({ position: await store.head(), rows: PIECES, sum: 3 * PIECES });
    await next.stop();
    await Promise.all([listener.close(), store.close(), db.end()]);
    hanging.kill('SIGKILL');
    await database.drop();
  },
  90_000,
);
