/** A move of the log that is killed, that comes too late, or whose target is none: nothing is lost and nothing half done stays. */
import pg from 'pg';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { MIGRATION_IDS, prepareMasterAs } from '../../house/start/prepare-master.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';
import { startFakeEventStoreDb, type FakeEventStoreDb } from '../support/fake-esdb.ts';
import { SHORT_EVENTS, running, type Running } from './support/moving.ts';

describe('a move that is killed, and targets that are none', () => {
  const EVENTS = 4_000;
  let server: FakeEventStoreDb;
  let database: TestDatabase;
  const meta = { key: '', correlationId: 'c', causationId: 'c', userId: 1, userName: '店员', shopId: 7, schema: 1 };
  const id = (n: number): string => `00000000-0000-5000-8000-${String(n).padStart(12, '0')}`;
  const events = function* (from: number, until: number) {
    for (let n = from; n < until; n += 1) {
      const data = { n, 重量: '3.215', nested: { b: 1, a: [n, null] } };
      const event = {
        id: id(n),
        type: 'Weighed',
        data,
        meta: { ...meta, key: `k${n}`, at: '2026-11-26T10:00:00+08:00' },
      };
      yield { stream: `piece-${Math.floor(n / 3) % 997}`, event };
    }
  };
  const moving = (...args: string[]): Running => running('move-log.ts', args, { DATABASE_URL: database.url });
  const to = (): string[] => ['--from', 'postgres', '--to', server.url];
  const told = async (...args: string[]): Promise<[number | null, string]> => {
    const move = moving(...args);
    return [await move.ended, move.said()];
  };

  beforeAll(async () => {
    [server, database] = await Promise.all([startFakeEventStoreDb({ stride: SHORT_EVENTS }), testDatabase()]);
    await prepareMasterAs(database.url, MIGRATION_IDS);
    await copyEvents(database.url, events(0, EVENTS));
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await database.drop();
  });

  test('killed in the middle, the same command goes on from there', async () => {
    const move = moving(...to());
    await vi.waitFor(() => expect(server.events.length).toBeGreaterThan(1_000), { timeout: 30_000, interval: 5 });
    move.child.kill('SIGKILL');
    expect(await move.ended).toBeNull();
    expect(server.events.length).toBeLessThan(EVENTS);
    const [half, words] = await told(...to(), '--verify-only');
    expect([half, words]).toEqual([1, expect.stringMatching(/目标只有来源的前 \d+ 个事件，逐个相同/)]);
    const [code, said] = await told(...to());
    expect([code, said]).toEqual([0, expect.stringMatching(/目标已有来源的前 \d+ 个事件.*\n/)]);
    expect(server.events).toHaveLength(EVENTS);
    expect((await told(...to(), '--verify-only'))[0]).toBe(0);
    const store = await openPostgresEventStore({ url: database.url });
    expect(
      await store.append(
        'piece-x',
        'none',
        [...events(EVENTS, EVENTS + 1)].map(({ event }) => event),
      ),
    ).toMatchObject({
      position: EVENTS,
    });
    await store.close();
  });

  test('an event that is another one in the target is named', async () => {
    const index = 3_543;
    const stored = server.events[index]!;
    const was = stored.data;
    const changed = Buffer.from(was, 'base64').toString().replace('3.215', '3.216');
    Object.assign(stored, { data: Buffer.from(changed).toString('base64') });
    const named = `第 ${index + 1} 个事件的内容不同：来源在位置 ${index}（piece-`;
    expect(await told(...to(), '--verify-only')).toEqual([1, expect.stringContaining(named)]);
    Object.assign(stored, { data: was });
    const [last] = server.events.slice(-1);
    Object.assign(last!, { id: id(999_999) });
    expect(await told(...to())).toEqual([1, expect.stringContaining(`第 ${EVENTS} 个事件的编号不同`)]);
  });

  test('a target with other events is refused, and nothing is written', async () => {
    const other = await startFakeEventStoreDb();
    const fresh = await testDatabase();
    try {
      await prepareMasterAs(fresh.url, MIGRATION_IDS);
      await copyEvents(fresh.url, events(5, 9));
      const client = new pg.Client({ connectionString: fresh.url });
      await client.connect();
      // As a move that was begun before left it: of a log that was never a target nothing is compared.
      await client.query(`insert into master.log_place (filling, filling_place) values ('postgres', '')`);
      const move = running('move-log.ts', ['--from', server.url, '--to', fresh.url], { DATABASE_URL: fresh.url });
      expect([await move.ended, move.said()]).toEqual([1, expect.stringContaining('第 1 个事件的流不同')]);
      expect((await client.query('select 1 from es.events')).rowCount).toBe(4);
      expect((await client.query('select 1 from pg_trigger where tgname = $1', ['events_moved'])).rowCount).toBe(0);
      await client.end();
    } finally {
      await other.stop();
      await fresh.drop();
    }
  });

  test('wrong commands are told in Chinese, without a password', async () => {
    expect(
      await Promise.all([told('--from', 'postgres'), told('--from', 'postgres', '--to', 'postgres'), told('--help')]),
    ).toEqual([
      [2, expect.stringContaining('请给出 --from 和 --to')],
      [1, expect.stringContaining('同一种存储')],
      [0, expect.stringContaining('退出码')],
    ]);
    const secret = 'esdb://admin:Geheim-1@127.0.0.1:1?tls=false';
    const move = moving('--from', 'postgres', '--to', secret);
    await move.says('暂时无法连接');
    move.child.kill('SIGTERM');
    await move.ended;
    expect(move.said()).not.toContain('Geheim');
  });

  test('a switch that is not made in time lets the writers go on', async () => {
    const holding = new pg.Client({ connectionString: database.url });
    await holding.connect();
    await holding.query('begin; lock table es.events in row exclusive mode');
    server.cutTo(EVENTS - 1);
    const [code, said] = await told(...to(), '--switch', '--patience', '1');
    await holding.query('rollback');
    const left = await holding.query(`select 1 from projection.checkpoint where state = 'ahead'`);
    expect(left.rowCount).toBe(0);
    await holding.end();
    expect([code, said]).toEqual([3, expect.stringContaining('1 秒内没有挡住写入')]);
    const store = await openPostgresEventStore({ url: database.url });
    const more = [...events(EVENTS + 1, EVENTS + 2)].map(({ event }) => event);
    expect(await store.append('piece-y', 'none', more)).toMatchObject({ position: EVENTS + 1 });
    await store.close();
  });
});
