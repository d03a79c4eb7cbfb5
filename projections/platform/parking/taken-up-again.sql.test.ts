/** What was set aside is taken up again: by a better version, by an upgrade, by a retry after the mend. */
import { expect, test } from 'vitest';
import type { Projection } from '../projection/projection.ts';
import { healthOf, received, until } from '../testing/daemons.ts';
import type { Fact } from '../testing/memory-store.ts';
import { exploded, parkedKeysPerTest, tooLarge } from '../testing/parked-keys.ts';
import { movements, stock } from '../testing/samples.ts';
import { parkedIn } from './parking.ts';
const { at, start, rowsOf, checkpoint, codes, parkedNow, reached } = parkedKeysPerTest();

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
