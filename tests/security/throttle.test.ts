/** Tries and successes of one account at the same moment, as a shop's tills sign in together. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createThrottle } from '../../services/platform/auth/throttle.ts';
import { startApp, type App } from '../support/app.ts';

let app: App;
beforeAll(async () => {
  app = await startApp();
}, 120_000);
afterAll(() => app.stop());

test('a success beside a try takes nothing from under it', async () => {
  const throttle = createThrottle(app.house.deps.master);
  const attempt = { username: 'together', ip: '192.0.2.7', device: '00000000-0000-4000-8000-000000000001' };
  const again = async (work: () => Promise<unknown>): Promise<void> => {
    for (let round = 0; round < 150; round += 1) await work();
  };
  const tills = Array.from({ length: 4 });
  await Promise.all([
    ...tills.map(() => again(() => throttle.enter(attempt, new Date()))),
    ...tills.map(() => again(() => throttle.succeeded(attempt))),
  ]);
  await throttle.succeeded(attempt);
  expect(await throttle.enter(attempt, new Date())).toBe(0);
});
