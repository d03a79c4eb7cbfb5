import { expect, test } from 'vitest';
import { PlaceWatch, TIGHT, type DatabasePlace, type Disk } from './place-watch.ts';

const GB = 1024 ** 3;
const roomy: Disk = { freeBytes: 50 * GB, bytes: 100 * GB };
const well: DatabasePlace = { connectionsLeft: 60, at: 1_000_000, disk: roomy };
/** What is told of a place that is well but for `more`; the way to the database and back takes `wayMs`. */
const toldOf = async (more: Partial<DatabasePlace>, dataDisk: Disk | null = roomy, wayMs = 0) => {
  let now = 1_000_000;
  const database = async (): Promise<DatabasePlace> => {
    now += wayMs;
    return { ...well, ...more };
  };
  const watch = new PlaceWatch({ dataDisk: async () => dataDisk, database, now: () => now }, { warn: () => undefined });
  await watch.look();
  return watch.warnings();
};

test('a place that is well says nothing, nor does one that cannot be seen', async () => {
  expect(await toldOf({})).toEqual([]);
  expect(await toldOf({ disk: null }, null)).toEqual([]);
});

test('a disk is tight when little is left of it, by size and by share', async () => {
  const little = { freeBytes: 0.5 * GB, bytes: 100 * GB };
  expect(await toldOf({ disk: little }, little)).toEqual([
    '数据文件夹所在磁盘只剩0.5 GB：请腾出空间，写满后不能保存',
    '数据库所在磁盘只剩0.5 GB：请腾出空间，写满后不能保存',
  ]);
  expect(await toldOf({ disk: { freeBytes: GB, bytes: 4 * GB } })).toEqual([]);
  expect(await toldOf({ disk: { freeBytes: 30 * GB, bytes: 1_000 * GB } })).toEqual([]);
});

test('connections and clock', async () => {
  expect(await toldOf({ connectionsLeft: TIGHT.connections })).toEqual([]);
  expect(await toldOf({ connectionsLeft: 3 })).toEqual(['数据库只剩3个连接：请提高max_connections，或停止多余的进程']);
  for (const apart of [-3_000, 3_000])
    expect(await toldOf({ at: 1_000_000 + apart })).toEqual(['本机时钟与数据库相差3.0秒：请校准时钟']);
  // A slow answer proves nothing.
  expect(await toldOf({ at: 1_000_000 }, roomy, 9_000)).toEqual([]);
});

test('the clock of an event store that has one of its own', async () => {
  const watch = new PlaceWatch(
    { dataDisk: async () => roomy, database: async () => well, now: () => 1_000_000 },
    { warn: () => undefined },
  );
  for (const [ahead, told] of [
    [-3_000, ['本机时钟与事件存储相差3.0秒：请校准时钟']],
    [2_000, []],
    [null, []],
  ] as const) {
    watch.watchStore({ clockAheadMs: async () => ahead });
    await watch.look();
    expect(watch.warnings()).toEqual(told);
  }
  watch.watchStore({ clockAheadMs: () => Promise.reject(new Error('away')) });
  await watch.look();
  expect([watch.warnings(), watch.place.connectionsLeft]).toEqual([[], 60]);
});

test('each is told once until it is well again, and a database that is away is no news', async () => {
  const told: string[] = [];
  let place: DatabasePlace | null = { ...well, connectionsLeft: 3 };
  const database = async (): Promise<DatabasePlace> => {
    if (place === null) throw new Error('away');
    return place;
  };
  const eyes = { dataDisk: async () => roomy, database, now: () => 1_000_000 };
  const watch = new PlaceWatch(eyes, { warn: (message) => told.push(message) });
  await watch.look();
  place = { ...well, connectionsLeft: 2 };
  await watch.look();
  expect(told).toHaveLength(1);
  place = null;
  await watch.look();
  expect([watch.warnings(), told.length]).toEqual([[], 1]);
  place = { ...well, connectionsLeft: 2 };
  await watch.look();
  expect(told).toHaveLength(2);
});
