/**
 * Replay of 1,000,000 events into the goods read model, as a rebuild and as live catch-up, against COPY of the same
 * events into a logged table with two indexes; and how the old read model answers meanwhile. The events of a piece lie
 * months apart, as they do in a shop: BENCH_HISTORY=short puts them side by side.
 */
import { once } from 'node:events';
import { openPool } from 'services/platform/base/database';
import { startProjections } from 'projections/platform/daemon/daemon';
import goodsIn from '../../projections/goods-in/projector.ts';
import imports from '../../projections/imports/projector.ts';
import goodsInQueries from '../../projections/goods-in/query.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { createRequire } from 'node:module';
import { loadHistory, loadLongHistory, LAST_DAY } from './events.mjs';
import { admin as user, atLeast, atMost, inTurns, pg, quantile, seconds, withPeak, withPostgres } from './support.mjs';

const { to: copyTo, from: copyFrom } = createRequire(new URL('../../services/package.json', import.meta.url))(
  'pg-copy-streams',
);
const PIECES = Number(process.env['BENCH_PIECES'] ?? 200_000);
const EVENTS = PIECES * 5;
/** A clerk who reads all the while; without a pause the reader itself would take most of a processor. */
const READER_PAUSE_MS = 100;
const silent = { info: () => undefined, warn: console.error, error: console.error };

/** COPY out of the log and into a table with the guards of a log, through this process. */
const copy = (url) => async () => {
  const [source, target] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })];
  await Promise.all([source.connect(), target.connect()]);
  await target.query(`drop table if exists copied`);
  await target.query(`create table copied (position bigint primary key, stream text collate "C" not null,
    revision integer not null, id uuid not null, type text not null, data json not null, meta json not null,
    unique (stream, revision))`);
  const took = await seconds(async () => {
    const reading = source.query(copyTo('copy es.events to stdout'));
    await once(reading.pipe(target.query(copyFrom('copy copied from stdin'))), 'finish');
  });
  await Promise.all([source.end(), target.end()]);
  return EVENTS / took;
};

await withPostgres(async (url) => {
  await (process.env['BENCH_HISTORY'] === 'short' ? loadHistory : loadLongHistory)(url, PIECES);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create schema if not exists master; create table master.shop (id int primary key, name text);
    create table master.supplier (id int primary key, name text)`);
  const store = await openPostgresEventStore({ url });
  const peaks = [];
  const latencies = [];
  const run = async (settings) => {
    const elsewhere = { module: new URL('../../house/log/rebuild-process.ts', import.meta.url), url, settings: {} };
    const projections = [goodsIn, imports];
    const daemon = await startProjections({ store, url, projections, log: silent, settings, elsewhere });
    await daemon.caughtUp();
    return daemon;
  };
  const fresh = () =>
    admin.query(`drop schema if exists projection, live cascade`).then(async () => {
      const { rows } = await admin.query(`select nspname from pg_namespace where nspname like 'p\\_%'`);
      for (const { nspname } of rows) await admin.query(`drop schema "${nspname}" cascade`);
    });

  const liveStyle = async () => {
    await fresh();
    const took = await seconds(async () => (await run({ rebuildAbove: EVENTS * 2 })).stop());
    return EVENTS / took;
  };
  const rebuild = async () => {
    const daemon = await run({});
    const pool = await openPool(url, { applicationName: 'bench' });
    const [list] = goodsInQueries({ db: pool, now: () => new Date(`${LAST_DAY}T10:00:00+08:00`), store });
    let busy = true;
    const query = list.query.parse({ beginTime: '2026-10-06', endTime: LAST_DAY, name: '翡翠' });
    const reader = (async () => {
      while (busy) {
        const from = performance.now();
        const answer = await list.handler({ query, user });
        if (answer.data.list.length !== 10 && answer.data.list.length !== 20) throw new Error('the old model is gone');
        latencies.push(performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, READER_PAUSE_MS));
      }
    })();
    const took = await seconds(() => withPeak(peaks, () => daemon.rebuild('goods-in')));
    busy = false;
    await reader;
    await Promise.all([daemon.stop(), pool.end()]);
    return EVENTS / took;
  };
  // The live table of the catch-up is what answers during the rebuild.
  const figures = await inTurns(
    [
      ['copy', copy(url)],
      ['live', liveStyle],
      ['rebuild', rebuild],
      ['copy again', copy(url)],
    ],
    1,
  );
  const peer = [Math.max(...figures.get('copy'), ...figures.get('copy again'))];
  const unit = 'events/s';
  const million = `${EVENTS.toLocaleString('en')} events`;
  atLeast({ figure: `rebuild of ${million} : COPY`, ours: figures.get('rebuild'), peer, target: 0.6, unit });
  atLeast({ figure: `live catch-up of ${million} : COPY`, ours: figures.get('live'), peer, target: 0.35, unit });
  atMost({
    figure: 'memory of the rebuild',
    values: peaks,
    limit: 1_229,
    unit: 'MB',
    reduce: (all) => Math.max(...all),
  });
  atMost({
    figure: 'list answered by the old model meanwhile, p95',
    values: latencies,
    limit: 250,
    unit: 'ms',
    reduce: (all) => quantile(all, 0.95),
  });
  await Promise.all([store.close(), admin.end()]);
});
