/** Containment: an event that a projection cannot take sets its key aside there, and nothing else stops. */
import { expect, test } from 'vitest';
import type { Daemon } from '../daemon/daemon.ts';
import { parkedIn } from './parking.ts';
import type { Projection } from '../projection/projection.ts';
import { daemonsPerTest, healthOf, received, until } from '../testing/daemons.ts';
import type { Fact } from '../testing/memory-store.ts';
import { ddlFile, movements, stock } from '../testing/samples.ts';
const { at, start, rowsOf, checkpoint } = daemonsPerTest();

const exploded = (code: string): Fact => ({ type: 'Exploded', data: { code } });
/** Breaks a check constraint (23514). */
const tooMuch = (code: string): Fact => ({ type: 'TooMuch', data: { code } });
/** Does not fit its column (22003). */
const tooLarge = (code: string): Fact => received(code, 1, 3_000_000_000);
const many = (count: number, of: (n: number) => Fact): Fact[] => Array.from({ length: count }, (_, n) => of(n));
const codes = async (): Promise<unknown[]> =>
  (await at.db.query('select code, num from live.sample_stock order by code')).rows.map((row) => Object.values(row));
const parkedNow = async (): Promise<unknown[]> => {
  const { rows } = await at.db.query(
    `select key, stream, first_position, event_type, cause from projection.parked join projection.checkpoint using (schema)
      where state = 'live' order by first_position`,
  );
  return rows;
};
/** A statement of the projections is at work. */
const follows = async (): Promise<boolean> => {
  const { rows } = await at.db.query(
    `select from pg_stat_activity where application_name ~ '^projections [0-9a-f]{8}-' and state <> 'idle' and datname = current_database()`,
  );
  return rows.length > 0;
};
const reached = async (daemon: Daemon, position: number): Promise<void> => {
  expect(await daemon.waitFor(['sample-stock'], position, 8_000)).toBe(true);
  await until(() => healthOf(daemon).state === 'live');
};
const CAUSES = [
  ['a fold that throws', exploded, /boom/],
  ['a row that breaks a constraint', tooMuch, /check constraint/],
  ['a value that fits no column', tooLarge, /out of range/],
] as const;

test.each(CAUSES)('live, %s parks its key alone; the others and their later events go on', async (_, bad, why) => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  at.store.record(received('A', 1), received('B', 2), bad('B'), received('C', 3));
  const last = at.store.record(received('B', 10), received('A', 4), received('C', 5));
  await reached(daemon, last);
  // What B was before the event that was not taken; nothing of what came after.
  expect(await codes()).toEqual([
    ['A', 5],
    ['B', 2],
    ['C', 8],
  ]);
  await until(async () => (await parkedNow()).length === 1);
  expect(await parkedNow()).toEqual([
    expect.objectContaining({
      key: 'B',
      first_position: 2,
      event_type: bad('B').type,
      cause: expect.stringMatching(why),
    }),
  ]);
  expect(healthOf(daemon)).toMatchObject({ state: 'live', parked: [{ key: 'B', firstPosition: 2 }] });
  expect(healthOf(daemon).error).toBeUndefined();
  expect(await daemon.waitFor(['sample-movements'], last, 2_000)).toBe(true);
});

test.each(CAUSES)('far behind, %s parks its key alone among many new rows', async (_, bad) => {
  at.store.record(...many(300, (n) => received(`A${n}`)), received('X', 1), bad('X'), received('X', 5));
  at.store.record(...many(300, (n) => received(`B${n}`)), bad('Y'), received('Y', 1));
  const daemon = await start([stock()]);
  await reached(daemon, at.store.events.length - 1);
  expect(await rowsOf('sample_stock')).toHaveLength(601);
  expect(healthOf(daemon).parked.map(({ key }) => key)).toEqual(['X', 'Y']);
  expect((await checkpoint('sample-stock'))?.position).toBe(at.store.events.length - 1);
});

test.each(CAUSES)('in a rebuild with others, %s parks its key alone', async (_, bad) => {
  const own = (fact: Fact): Fact => ({ ...fact, stream: `s-${String(fact.data['code'])}` });
  at.store.record(...many(120, (n) => own(received(`A${n}`))));
  at.store.record(...[received('X', 7), bad('X'), received('X', 5), received('Z', 1)].map(own));
  const daemon = await start([stock(), movements]);
  await reached(daemon, at.store.events.length - 1);
  const [rows, parked] = [await codes(), await parkedNow()];
  expect(rows).toContainEqual(['X', 7]);
  expect(rows).toHaveLength(122);
  await Promise.all([daemon.rebuild('sample-stock'), daemon.rebuild('sample-movements')]);
  await until(() => healthOf(daemon).state === 'live');
  expect([await codes(), await parkedNow()]).toEqual([rows, parked]);
  expect(await checkpoint('sample-stock')).toMatchObject({ run: 1, position: at.store.events.length - 1 });
  at.store.record(own(received('X', 1)), own(received('Z', 1)));
  await reached(daemon, at.store.events.length - 1);
  expect(await codes()).toContainEqual(['X', 7]);
  expect(await codes()).toContainEqual(['Z', 2]);
});

test('a key that cannot even be told parks its stream, and a ledger parks streams', async () => {
  const blind: Projection = {
    ...stock(),
    keyOf: ({ data }: { data: Record<string, unknown> }) => (data['code'] as string).toUpperCase(),
  } as unknown as Projection;
  const choosy: Projection = {
    ...movements,
    rows: ({ data }: { data: Record<string, unknown> }) => {
      if (data['code'] === 'C') throw new Error('no such code');
      return [{ code: data['code'] ?? 'none' }];
    },
  } as unknown as Projection;
  const daemon = await start([blind, choosy]);
  await daemon.caughtUp();
  at.store.record({ ...received('A'), stream: 'one' }, { type: 'Received', data: {}, stream: 'two' });
  at.store.record({ ...received('B'), stream: 'two' }, { ...received('C'), stream: 'three' });
  at.store.record({ ...received('D'), stream: 'three' }, { ...received('A'), stream: 'one' });
  await reached(daemon, 5);
  await until(() => healthOf(daemon).parked.length === 1);
  expect(healthOf(daemon).parked).toMatchObject([{ key: 'two', stream: 'two', firstPosition: 1 }]);
  expect((await codes()).map((row) => (row as string[])[0])).toEqual(['A', 'C', 'D']);
  expect(await daemon.waitFor(['sample-movements'], 5, 2_000)).toBe(true);
  await until(() => healthOf(daemon, 'sample-movements').parked.length === 1);
  expect(healthOf(daemon, 'sample-movements').parked).toMatchObject([{ key: 'three', stream: 'three' }]);
  const { rows } = await at.db.query('select code from live.sample_movements order by position');
  expect(rows.map(({ code }: { code: string }) => code)).toEqual(['A', 'none', 'B', 'A']);
});

test('a key that the table cannot even be asked for parks like a row that it refuses', async () => {
  at.store.record(received('A'), { type: 'Received', data: { code: '1e400', num: 1, shop: 1 } }, received('B'));
  const numbered: Projection = {
    ...stock({
      ddl: ddlFile(`create table sample_stock (code text not null, shop bigint not null, num bigint, tags text[],
        primary key (code, shop));`),
    }),
    key: 'shop',
    keyOf: ({ data }: { data: Record<string, unknown> }) =>
      data['code'] === '1e400' ? 10 ** 30 : Number(data['shop']),
  } as unknown as Projection;
  const daemon = await start([numbered]);
  await reached(daemon, 2);
  expect(healthOf(daemon).parked).toMatchObject([{ key: '1e+30', firstPosition: 1 }]);
  expect((await codes()).map((row) => (row as string[])[0])).toContain('B');
});

test('what is parked stays parked over a kill in the middle, and is not counted anew', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  for (let n = 0; n < 120; n += 1) {
    at.store.record(received(`K${n % 5}`), ...(n === 40 ? [exploded('K1')] : n === 60 ? [tooMuch('K2')] : []));
    if (n % 30 === 15) {
      await at.db.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'projection%' and datname = current_database()`,
      );
    }
    if (n % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await reached(daemon, 121);
  const truth = [
    ['K0', 24],
    ['K1', 8],
    ['K2', 12],
    ['K3', 24],
    ['K4', 24],
  ];
  expect(await codes()).toEqual(truth);
  const parked = await parkedNow();
  expect(parked).toMatchObject([{ key: 'K1' }, { key: 'K2' }]);
  await daemon.stop();
  at.store.record(received('K1'), received('K3'));
  const again = await start([stock()]);
  await reached(again, 123);
  expect(await codes()).toEqual(truth.map(([code, num]) => [code, code === 'K3' ? 25 : num]));
  expect(await parkedNow()).toEqual(parked);
  expect(healthOf(again).parked).toHaveLength(2);
});

test('far behind, connections killed while thousands of rows go by COPY lose nothing, and park once', async () => {
  at.store.record(
    ...many(9_000, (n) => (n === 4_000 ? tooMuch('X') : n === 8_000 ? exploded('Y') : received(`A${n}`))),
  );
  const daemon = await start([stock()]);
  for (let kills = 0; kills < 6 && healthOf(daemon).state !== 'live'; kills += 1) {
    const { rows } = await at.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name ~ '^projections [0-9a-f]{8}-' and datname = current_database()`,
    );
    await until(async () => rows.length === 0 || healthOf(daemon).state === 'live' || (await follows()));
  }
  await reached(daemon, 8_999);
  expect(await rowsOf('sample_stock')).toHaveLength(8_998);
  expect(await parkedNow()).toMatchObject([{ key: 'X' }, { key: 'Y' }]);
});

test('more than twenty within a minute stop that projection red, and no other', async () => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  at.store.record(received('A'), ...many(15, (n) => exploded(`X${n}`)));
  await reached(daemon, 15);
  await until(() => healthOf(daemon).parked.length === 15);
  at.store.record(received('B'), ...many(6, (n) => exploded(`Y${n}`)), received('C'));
  await until(() => healthOf(daemon).state === 'failed');
  expect(healthOf(daemon).error).toMatchObject({
    eventType: 'Exploded',
    message: expect.stringMatching(/more than 20/),
  });
  expect(await daemon.waitFor(['sample-movements'], at.store.events.length - 1, 2_000)).toBe(true);
  await daemon.stop();
  // A restart does not begin to count anew.
  const again = await start([stock()]);
  await again.caughtUp();
  expect(healthOf(again).state).toBe('failed');
});

test('a fault of the place parks nothing, stops nothing and skips nothing', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  for (const code of ['53100', '57P01', '08006', '40001', '25006', '53200']) {
    const table = (await at.db.query(`select schema from projection.checkpoint where state = 'live'`)).rows[0] as {
      schema: string;
    };
    await at.db.query(`create or replace function public.place() returns trigger language plpgsql as
      $$ begin raise exception 'of the place' using errcode = '${code}'; end $$`);
    await at.db.query(`create trigger place before insert or update on ${table.schema}.sample_stock
      for each row execute function public.place()`);
    const last = at.store.record(received('A'), received(`B${code}`));
    await until(() => healthOf(daemon).state === 'catching-up');
    expect(await daemon.waitFor(['sample-stock'], last, 50)).toBe(false);
    await at.db.query(`drop trigger place on ${table.schema}.sample_stock`);
    await reached(daemon, last);
  }
  expect((await codes())[0]).toEqual(['A', 6]);
  expect(await codes()).toHaveLength(7);
  expect(await parkedNow()).toEqual([]);
});

test.each(['42703', '0A000', 'XX000'])('SQLSTATE %s is of the program: red, and nothing is parked', async (code) => {
  const daemon = await start([stock(), movements]);
  await daemon.caughtUp();
  await at.db.query(`create function public.program() returns trigger language plpgsql as
    $$ begin raise exception 'of the program' using errcode = '${code}'; end $$`);
  await at.db.query(`create trigger program before insert on p_sample_stock_v1.sample_stock
    for each row execute function public.program()`);
  const last = at.store.record(received('A'));
  await until(() => healthOf(daemon).state === 'failed');
  expect(healthOf(daemon).error).toMatchObject({ position: last });
  expect(await parkedNow()).toEqual([]);
  expect(await daemon.waitFor(['sample-movements'], last, 2_000)).toBe(true);
});

test('a limit of the server parks, and so does an event that takes too long three times', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await at.db.query(`create function public.slow() returns trigger language plpgsql as $$ begin
    if new.code = 'SLOW' then raise exception 'too slow' using errcode = '57014'; end if;
    if new.code = 'HUGE' then raise exception 'too huge' using errcode = '54000'; end if;
    return new; end $$`);
  await at.db.query(`create trigger slow before insert on p_sample_stock_v1.sample_stock
    for each row execute function public.slow()`);
  const last = at.store.record(received('A'), received('SLOW'), received('B'), received('HUGE'), received('C'));
  await reached(daemon, last);
  await until(() => healthOf(daemon).parked.length === 2);
  expect(healthOf(daemon).parked.map(({ key }) => key)).toEqual(['SLOW', 'HUGE']);
  expect(await codes()).toEqual([
    ['A', 1],
    ['B', 1],
    ['C', 1],
  ]);
});

test('a place that cancels every write, however often, parks nothing', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  await at.db.query(`create sequence public.tries;
    create table public.cancels (most int);
    create function public.cancelled() returns trigger language plpgsql as $$ begin
      if nextval('public.tries') <= (select most from public.cancels) then
        raise exception 'too slow' using errcode = '57014';
      end if;
      return new; end $$;
    create trigger cancelled before update on projection.checkpoint
      for each row execute function public.cancelled()`);
  for (const most of [1, 2, 3, 4, 5, 6]) {
    await at.db.query(`delete from public.cancels; alter sequence public.tries restart`);
    await at.db.query('insert into public.cancels values ($1)', [most]);
    await reached(daemon, at.store.record(received(`C${most}`)));
  }
  expect(await codes()).toHaveLength(6);
  expect(await parkedNow()).toEqual([]);
});

test('a version that parks more than the live one is not promoted, unless told to', async () => {
  at.store.record(received('A', 1), received('B', 2));
  const old = await start([stock()]);
  await old.caughtUp();
  await old.stop();
  const worse: Projection = {
    ...stock({ version: 2 }),
    fold: (_: unknown, event: { data: Record<string, unknown> }) => {
      if (event.data['code'] === 'B') throw new Error('not yet thought of');
      return [{ code: event.data['code'], shop: 1, num: 100, tags: [] }];
    },
  } as unknown as Projection;
  const daemon = await start([worse]);
  await daemon.caughtUp();
  expect(healthOf(daemon)).toMatchObject({
    state: 'failed',
    error: { reason: expect.stringContaining('仍显示旧数据') },
  });
  expect(await codes()).toEqual([
    ['A', 1],
    ['B', 2],
  ]);
  await expect(daemon.rebuild('sample-stock')).rejects.toThrow(/parks 1 keys, the live version 0/);
  await daemon.rebuild('sample-stock', { anyway: true });
  await until(() => healthOf(daemon).state === 'live');
  expect(await codes()).toEqual([['A', 100]]);
  expect(await parkedNow()).toMatchObject([{ key: 'B', cause: 'not yet thought of' }]);
  // A rebuild with the same ones is no worse.
  await daemon.rebuild('sample-stock');
  expect(await checkpoint('sample-stock')).toMatchObject({ version: 2, run: 3 });
});

test('an upgrade takes up again what was parked', async () => {
  at.store.record(received('A', 1), exploded('B'), received('B', 2));
  const old = await start([stock()]);
  await old.caughtUp();
  expect(healthOf(old).parked).toHaveLength(1);
  await old.stop();
  const mended: Projection = { ...stock({ version: 2 }), events: ['Received', 'Moved'] };
  const daemon = await start([mended]);
  await daemon.caughtUp();
  expect(healthOf(daemon)).toMatchObject({ state: 'live', parked: [] });
  expect(await codes()).toEqual([
    ['A', 1],
    ['B', 2],
  ]);
  const { rows } = await at.db.query<{ schema: string }>(`select schema from projection.checkpoint where version = 2`);
  expect(await parkedIn(at.db, rows[0]!.schema)).toEqual([]);
});

test('a retry after the mend folds the key anew, up to where the others are', async () => {
  const house = { broken: true };
  const sample = stock() as unknown as {
    fold: (rows: readonly unknown[], event: { data: { num: number } }) => readonly unknown[];
  };
  const brittle: Projection = {
    ...sample,
    fold: (rows: readonly unknown[], event: { data: { num: number } }) => {
      if (house.broken && event.data.num === 13) throw new Error('thirteen');
      return sample.fold(rows, event);
    },
  } as unknown as Projection;
  const ledger = movements as unknown as { rows: (event: { data: { num: number } }) => readonly unknown[] };
  const brittleLedger: Projection = {
    ...ledger,
    rows: (event: { data: { num: number } }) => {
      if (house.broken && event.data.num === 13) throw new Error('thirteen');
      return ledger.rows(event);
    },
  } as unknown as Projection;
  const daemon = await start([brittle, brittleLedger]);
  await daemon.caughtUp();
  const own = (fact: Fact): Fact => ({ ...fact, stream: `s-${String(fact.data['code'])}` });
  at.store.record(
    ...[received('A', 1), received('B', 2), received('A', 13), received('A', 4), received('B', 5)].map(own),
  );
  await reached(daemon, 4);
  await until(() => healthOf(daemon).parked.length + healthOf(daemon, 'sample-movements').parked.length === 2);
  // Not mended: nothing changes.
  expect((await daemon.retry('sample-stock')).left).toMatchObject([{ key: 'A' }]);
  expect(await codes()).toEqual([
    ['A', 1],
    ['B', 7],
  ]);
  house.broken = false;
  expect(await daemon.retry('sample-stock')).toMatchObject({ healed: [{ key: 'A' }], left: [] });
  expect(await daemon.retry('sample-movements')).toMatchObject({ healed: [{ key: 's-A' }], left: [] });
  expect(await codes()).toEqual([
    ['A', 18],
    ['B', 7],
  ]);
  expect(await rowsOf('sample_movements')).toHaveLength(10);
  at.store.record(own(received('A', 1)));
  await reached(daemon, 5);
  expect(await codes()).toContainEqual(['A', 19]);
  expect(healthOf(daemon).parked).toEqual([]);
  expect(await parkedNow()).toEqual([]);
  await expect(daemon.retry('nothing')).rejects.toThrow(RangeError);
});

test('a retry that Postgres still refuses leaves the key parked and everything else as it is', async () => {
  const daemon = await start([stock()]);
  await daemon.caughtUp();
  at.store.record(received('A', 1), tooLarge('A'), received('B', 1));
  await reached(daemon, 2);
  expect(await daemon.retry('sample-stock')).toMatchObject({ healed: [], left: [{ key: 'A', firstPosition: 1 }] });
  at.store.record(received('A', 1), received('B', 1));
  await reached(daemon, 4);
  expect(await codes()).toEqual([
    ['A', 1],
    ['B', 2],
  ]);
});
