/** Containment: an event that a projection cannot take sets its key aside there, and nothing else stops. */
import { expect, test } from 'vitest';
import type { Projection } from '../projection/projection.ts';
import { healthOf, received, until } from '../testing/daemons.ts';
import type { Fact } from '../testing/memory-store.ts';
import { exploded, many, parkedKeysPerTest, tooLarge, tooMuch } from '../testing/parked-keys.ts';
import { ddlFile, movements, stock } from '../testing/samples.ts';
const { at, start, rowsOf, checkpoint, codes, parkedNow, follows, reached } = parkedKeysPerTest();

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
