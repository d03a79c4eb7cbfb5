/** Read models that PROJECTIONS leave to nobody are told, in /readyz and in the log, and no longer once somebody takes them. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { LEASE_TITLES } from '../../house/read-side.ts';
import { unclaimedModels, UnclaimedWatch } from '../../house/start/unclaimed-models.ts';
import { startApp, type App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp({ env: { PROJECTIONS: 'goods*' } });
});
afterAll(() => app.stop());

test('what nobody takes is named after a while, once; with another process it is taken, and without it not any more', async () => {
  const { master, databaseUrl } = app.house.deps;
  const missing = await unclaimedModels(master, LEASE_TITLES);
  expect(missing.length).toBeGreaterThan(10);
  expect(missing).not.toContain('首饰入库');
  const told: string[] = [];
  const log = { warn: (text: string) => void told.push(text) };
  const watch = new UnclaimedWatch({ db: master, released: LEASE_TITLES, log }, { lookMs: 20, startingMs: 100 });
  await watch.watch();
  expect(watch.warnings()).toEqual([]);
  await vi.waitUntil(() => watch.warnings().length > 0, { timeout: 5_000, interval: 10 });
  expect(watch.warnings()).toEqual([
    expect.stringMatching(/^没有进程处理读模型.+等\d+个：请检查各进程的PROJECTIONS和ROLES$/),
  ]);
  const other = await startApp({ env: { DATABASE_URL: databaseUrl, ROLES: 'api,projector' } });
  await vi.waitUntil(() => watch.warnings().length === 0, { timeout: 20_000, interval: 20 });
  await other.stop();
  await vi.waitUntil(() => watch.warnings().length > 0, { timeout: 20_000, interval: 20 });
  watch.stop();
  expect(told).toHaveLength(2);
});
