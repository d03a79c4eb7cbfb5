/**
 * A house with forty more kinds of documents and their eighty read models: one watcher, no connection more, and saves and
 * lists as fast as in the house without them.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { MORE_MANIFESTS } from '../support/forty-kinds.ts';
import { startChain, type Chain } from './shops.ts';

/** Whether the house that is started next has them. */
const door = vi.hoisted(() => ({ more: true }));
vi.mock(import('../../services/contracts/manifests.ts'), async (original) => {
  const real = await original();
  return { ...real, MANIFESTS: [...real.MANIFESTS] };
});
const watching = vi.hoisted(() => ({ begun: 0, ended: 0 }));
vi.mock(import('../../services/documents/watcher.ts'), async (original) => {
  const real = await original();
  const counted: typeof real.watchDocuments = ({ lease, ...deps }, signal) => {
    const run: typeof lease.run = (until, work) =>
      lease.run(until, async (mine) => {
        watching.begun += 1;
        await work(mine);
        watching.ended += 1;
      });
    return real.watchDocuments({ ...deps, lease: { ...lease, run } }, signal);
  };
  return { ...real, watchDocuments: counted };
});
vi.mock(import('../../house/slices.ts'), async (original) => {
  const [real, { moreSlices }] = await Promise.all([original(), import('../support/forty-kinds.ts')]);
  const all = [...real.slices, ...moreSlices()];
  return Object.defineProperty({ ...real }, 'slices', { get: () => (door.more ? all : real.slices) });
});
vi.mock(import('../../projections/registry.ts'), async (original) => {
  const [real, { moreReads }] = await Promise.all([original(), import('../support/forty-kinds.ts')]);
  const reads = moreReads();
  const all = [...real.projections, ...reads.flatMap((slice) => slice.projections ?? [])];
  const readRoutes: typeof real.readRoutes = (deps, running) => [
    ...real.readRoutes(deps, running),
    ...(door.more ? reads.flatMap((slice) => slice.queries?.(deps) ?? []) : []),
  ];
  return Object.defineProperty({ ...real, readRoutes }, 'projections', {
    get: () => (door.more ? all : real.projections),
  });
});

let [full, plain]: Chain[] = [];
beforeAll(async () => {
  const { MANIFESTS } = await import('../../services/contracts/manifests.ts');
  (MANIFESTS as unknown[]).push(...MORE_MANIFESTS);
  full = await startChain();
  door.more = false;
  plain = await startChain();
}, 240_000);
afterAll(async () => {
  await full?.app.stop();
  await plain?.app.stop();
});

const body = (chain: Chain, barcode: string) => ({
  shopId: chain.home,
  inspectAt: chain.today,
  inspector: '周敏',
  bizGoodsList: [{ barcode, num: 1, result: '1' }],
});
const connections = async ({ app }: Chain): Promise<ReadonlyMap<string, number>> => {
  const db = new pg.Client({ connectionString: app.house.deps.master.configuration.connectionUri });
  await db.connect();
  const { rows } = await db.query<{ name: string; count: number }>(
    `SELECT application_name AS name, count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() GROUP BY 1`,
  );
  await db.end();
  return new Map(rows.map(({ name, count }) => [name, count]));
};

test('each of them saves, audits and lists; all of them share one watcher', async () => {
  const { app } = full!;
  const views = app.house.health();
  expect(views.length - plain!.app.house.health().length).toBe(2 * MORE_MANIFESTS.length);
  const lot = await full!.stock({ num: 100 });
  for (const { path, prefix } of MORE_MANIFESTS) {
    const saved = await app.post(path, body(full!, lot));
    expect(saved, saved.text).toMatchObject({ status: 200 });
    const id = Number(saved.body.data);
    expect((await full!.audit(path, [id])).status).toBe(200);
    const { data } = (await app.get(path)).body;
    expect(data).toMatchObject({ count: 1, list: [{ id, no: `${prefix}${id}`, auditFlag: 2 }] });
  }
  await app.house.caughtUp();
  expect(views.filter(({ state }) => state !== 'live')).toEqual([]);
  // One a house, each begun once.
  expect(watching).toEqual({ begun: 2, ended: 0 });
}, 120_000);
const timed = async (work: () => Promise<{ readonly status: number; readonly text: string }>): Promise<number> => {
  const start = performance.now();
  const reply = await work();
  expect(reply.status, reply.text).toBe(200);
  return performance.now() - start;
};
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;
const TURNS = 40;
const MOST = 1.2;
const GENERAL = 12;
/** A machine that does other things meanwhile is given this many rounds to show it once. */
const ROUNDS = 4;

test('a save and a list take no longer than in a house without them, and no connection more', async () => {
  const lots = new Map<Chain, string>();
  for (const chain of [full!, plain!]) lots.set(chain, await chain.stock({ num: 10_000 }));
  const save = (chain: Chain) =>
    timed(() => chain.app.post('/biz-goods-inspection', body(chain, lots.get(chain) ?? '')));
  const list = (chain: Chain) => timed(() => chain.app.get('/biz-goods-inspection', { waits: false }));
  /** In turn, each of them first as often: how much longer it takes where there are more kinds. */
  const ratioOf = async (work: (chain: Chain) => Promise<number>): Promise<number> => {
    const times = new Map<Chain, number[]>([
      [full!, []],
      [plain!, []],
    ]);
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const chain of turn % 2 === 0 ? [full!, plain!] : [plain!, full!]) times.get(chain)!.push(await work(chain));
    }
    return median(times.get(full!)!) / median(times.get(plain!)!);
  };
  const settled = () => Promise.all([full!, plain!].map(({ app }) => app.house.caughtUp()));
  const within = async (work: (chain: Chain) => Promise<number>): Promise<readonly number[]> => {
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS && Math.min(MOST + 1, ...ratios) > MOST; round += 1) {
      await settled();
      ratios.push(await ratioOf(work));
    }
    return ratios;
  };
  const saves = await within(save);
  const lists = await within(list);
  expect(Math.min(...saves), `saves ${saves.join()}`).toBeLessThanOrEqual(MOST);
  expect(Math.min(...lists), `lists ${lists.join()}`).toBeLessThanOrEqual(MOST);
  const [more, less] = [await connections(full!), await connections(plain!)];
  // Pools of slonik name none: those for writes, ids and reads.
  expect(more.get('') ?? 0).toBeLessThanOrEqual(GENERAL);
  const sum = (all: ReadonlyMap<string, number>) => [...all.values()].reduce((total, one) => total + one, 0);
  expect(sum(more)).toBeLessThanOrEqual(sum(less) + 4);
}, 180_000);
