/**
 * Every read model of the house rebuilt from 1,000,000 events of pieces, asked for all at once, while the lists, the
 * flow and the turnover go on answering from the old ones. Documents have no events in this history.
 */
import { openPool } from 'services/platform/base/database';
import { startProjections } from 'projections/platform/daemon/daemon';
import { projections, queries } from '../../projections/registry.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { barcodeOf, loadLongHistory, LAST_DAY } from './events.mjs';
import { admin as user, atMost, pg, quantile, seconds, withPeak, withPostgres } from './support.mjs';

const PIECES = Number(process.env['BENCH_PIECES'] ?? 200_000);
const LIMIT_SECONDS = 45;
const PAUSE_MS = 100;
const silent = { info: () => undefined, warn: console.error, error: console.error };

const ASKED = {
  '/biz-goods-in': { beginTime: '2026-10-06', endTime: LAST_DAY },
  '/report-goods-flow': { barcode: barcodeOf(0) },
  '/report-goods-turnover': {},
};

await withPostgres(async (url) => {
  await loadLongHistory(url, PIECES);
  const master = new pg.Client({ connectionString: url });
  await master.connect();
  await master.query(`create schema if not exists master; create table master.shop (id int primary key, name text);
    create table master.supplier (id int primary key, name text)`);
  await master.end();
  const store = await openPostgresEventStore({ url });
  const elsewhere = { module: new URL('../../house/log/rebuild-process.ts', import.meta.url), url, settings: {} };
  const daemon = await startProjections({ store, url, projections, log: silent, elsewhere });
  await daemon.caughtUp();
  const db = await openPool(url, { applicationName: 'bench' });
  const routes = queries({ db, now: () => new Date(`${LAST_DAY}T10:00:00+08:00`), store, parked: async () => [] });
  const asked = Object.entries(ASKED).map(([path, query]) => {
    const { handler, query: schema } = routes.find((route) => route.method === 'GET' && route.path === path);
    return { path, handler, query: schema.parse(query) };
  });
  const latencies = [];
  let busy = true;
  const reading = (async () => {
    while (busy) {
      for (const { path, handler, query } of asked) {
        const from = performance.now();
        const answer = await handler({ query, user });
        if (answer.data === undefined) throw new Error(`${path} did not answer`);
        latencies.push(performance.now() - from);
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  const peaks = [];
  const took = await seconds(() =>
    withPeak(peaks, () => Promise.all(projections.map(({ name }) => daemon.rebuild(name)))),
  );
  busy = false;
  await reading;
  const events = (PIECES * 5).toLocaleString('en');
  const limit = LIMIT_SECONDS;
  atMost({ figure: `all ${projections.length} read models from ${events} events`, values: [took], limit, unit: 's' });
  atMost({ figure: 'memory of it', values: peaks, limit: 1_229, unit: 'MB' });
  const p95 = (all) => quantile(all, 0.95);
  atMost({ figure: 'answers of the old ones meanwhile, p95', values: latencies, limit: 250, unit: 'ms', reduce: p95 });
  await daemon.stop();
  await Promise.all([store.close(), db.end()]);
});
