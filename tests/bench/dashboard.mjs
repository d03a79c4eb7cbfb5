/** The start page of the whole chain, while twenty tills in four shops each save an order with all its lists once a second. */
import { setTimeout as pause } from 'node:timers/promises';
import { tillOf, withHouse } from './house.mjs';
import { counterOf, selling } from './orders.mjs';
import { atMost, quantile, rounded, withPostgres } from './support.mjs';

const SHOPS = 4;
const TILLS = 20;
const EVERY_MS = 1_000;
/** Of each till, so many seconds. */
const ORDERS = 30;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Somebody looks so often, each time at what was just sold. */
const LOOK_MS = 100;

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call, base, token }) => {
    const counter = await counterOf(call, SHOPS);
    const looking = async (manager, isSelling) => {
      const times = [];
      while (isSelling()) {
        const from = performance.now();
        await manager.call('GET', '/dashboard');
        times.push(performance.now() - from);
        await pause(LOOK_MS);
      }
      return times;
    };
    const round = async () => {
      const bodies = [];
      for (let n = 0; n < TILLS; n += 1) bodies.push(await counter.prepared(counter.shops[n % SHOPS], ORDERS));
      const tills = await Promise.all(bodies.map(() => tillOf(base, token)));
      const manager = await tillOf(base, token);
      let isSelling = true;
      const saves = [];
      const looks = looking(manager, () => isSelling);
      const saved = await Promise.all(
        tills.map((till, n) =>
          selling(till, bodies[n], {
            everyMs: EVERY_MS,
            startMs: (n * EVERY_MS) / TILLS,
            told: (_, ms) => saves.push(ms),
          }),
        ),
      );
      isSelling = false;
      const times = await looks;
      for (const till of [...tills, manager]) till.close();
      await counter.auditAll('/biz-sell', saved.flat());
      return { p99: quantile(times, 0.99), median: quantile(times, 0.5), saves: quantile(saves, 0.99) };
    };
    const rounds = [];
    for (let n = 0; n < ROUNDS; n += 1) rounds.push(await round());
    const worst = (name) => rounded(Math.max(...rounds.map((one) => one[name])));
    atMost({
      figure: 'dashboard while 20 tills sell, p99',
      values: rounds.map(({ p99 }) => p99),
      limit: 200,
      unit: 'ms',
      because: `median ${worst('median')} at most, p99 of the saves ${worst('saves')}`,
    });
  }),
);
