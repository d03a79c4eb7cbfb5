/**
 * The save of an order with all its lists, durable when the answer comes. Eight tills that save one after the other without a
 * pause, two in each of four shops and all in one shop, where they want the same gift and the same stream of old material;
 * then twenty tills in four shops that save once a second each, as a busy chain does.
 */
import { tillOf, withHouse } from './house.mjs';
import { counterOf, selling } from './orders.mjs';
import { atMost, quantile, rounded, withPostgres } from './support.mjs';

const SHOPS = 4;
/** Of each till: 400 answers are counted, so that the 99th percentile is not the slowest of all. */
const ORDERS = 60;
/** Orders of each till that only warm the house up. */
const WARM = 10;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const LIMIT = 60;

const KINDS = [
  {
    figure: 'order with all its lists, 8 tills in 4 shops without a pause, p99',
    tills: 8,
    shops: SHOPS,
    orders: ORDERS,
  },
  { figure: 'order with all its lists, 8 tills in one shop without a pause, p99', tills: 8, shops: 1, orders: ORDERS },
  {
    figure: 'order with all its lists, 20 tills in 4 shops, one a second each, p99',
    tills: 20,
    shops: SHOPS,
    orders: 30,
    everyMs: 1_000,
  },
];

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call, base, token }) => {
    const counter = await counterOf(call, SHOPS);
    const measured = async ({ tills: count, shops, orders, everyMs = 0 }) => {
      const bodies = [];
      for (let n = 0; n < count; n += 1) bodies.push(await counter.prepared(counter.shops[n % shops], orders));
      const tills = await Promise.all(bodies.map(() => tillOf(base, token)));
      const times = [];
      const told = (n, ms) => {
        if (n >= WARM) times.push(ms);
      };
      const from = performance.now();
      const saved = await Promise.all(
        tills.map((till, n) => selling(till, bodies[n], { everyMs, startMs: (n * everyMs) / count, told })),
      );
      const perSecond = (count * orders * 1_000) / (performance.now() - from);
      for (const till of tills) till.close();
      // As at the end of a day: what waits is audited before the next round.
      await counter.auditAll('/biz-sell', saved.flat());
      return { p99: quantile(times, 0.99), median: quantile(times, 0.5), perSecond };
    };
    for (const { figure, ...kind } of KINDS) {
      const rounds = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measured(kind));
      const spread = (name) => {
        const all = rounds.map((one) => rounded(one[name]));
        return `${Math.min(...all)}–${Math.max(...all)}`;
      };
      const because = `median ${spread('median')}, ${spread('perSecond')} saves/s`;
      atMost({ figure, values: rounds.map(({ p99 }) => p99), limit: LIMIT, unit: 'ms', because });
    }
  }),
);
