/**
 * The self-audit over a log of 1,000,000 events (BENCH_EVENTS): how long it takes, what it takes of memory while it counts,
 * whether its progress is told all the way, and the longest of its statements.
 */
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { loadHistory } from './events.mjs';
import { memoryOf, withHouse } from './house.mjs';
import { atMost, connect, withPostgres } from './support.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const EVENTS_PER_PIECE = 5;
const READY_MS_AN_EVENT = 0.4;
/** Ids of the history are below. */
const FIRST_ID = 100_000_000;
const LOOK_MS = 250;
const LIMIT = { seconds: 300, megabytes: 512, statement: 60, silence: 60 };

/** Processes below `pid`, each with what it holds. */
const below = (pid) =>
  fs
    .readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .flatMap((child) => [Number(child), ...below(Number(child))]);
const heldBelow = (pid) => {
  try {
    return Math.max(0, ...below(pid).map(memoryOf));
  } catch {
    // One has just ended.
    return 0;
  }
};

const longestOf = `SELECT coalesce(max(extract(epoch FROM clock_timestamp() - query_start)), 0)::float8 AS seconds
  FROM pg_stat_activity WHERE state = 'active' AND pid <> pg_backend_pid() AND backend_type = 'client backend'
    AND query !~* '^(listen|select pg_advisory)'`;
/** Looks at the audit until it has ended. */
const watched = async ({ call, pid }, db) => {
  const started = performance.now();
  const { id } = (await call('POST', '/self-audit/run', { body: {} })).data;
  const seen = { house: 0, job: 0, statement: 0, silence: 0, before: 0, steps: new Set() };
  let told = started;
  for (;;) {
    const { data } = await call('GET', `/self-audit/${id}`);
    const now = performance.now();
    if (!seen.steps.has(data.progress)) {
      const silent = (now - told) / 1000;
      if (silent > seen.silence) Object.assign(seen, { silence: silent, before: data.progress });
      told = now;
      seen.steps.add(data.progress);
    }
    seen.house = Math.max(seen.house, memoryOf(pid));
    seen.job = Math.max(seen.job, heldBelow(pid));
    const { rows } = await db.query(longestOf);
    seen.statement = Math.max(seen.statement, rows[0].seconds);
    if (data.status !== '0') return { ...seen, seconds: (now - started) / 1000, audit: data };
    await pause(LOOK_MS);
  }
};

const LAG = `SELECT (SELECT max(position) FROM es.events) - min(position) AS lag FROM projection.checkpoint WHERE state = 'live'`;
/** A house answers while it makes its read models anew. */
const settled = async (db) => {
  for (;;) {
    const { rows } = await db.query(LAG);
    if (Number(rows[0].lag) <= 0) return;
    await pause(LOOK_MS);
  }
};

await withPostgres(async (url, folder) => {
  await withHouse(url, folder, async () => {
    const [client] = await connect(url, 1);
    await client.query(`SELECT setval('master.wire_id', ${FIRST_ID})`);
    await client.query(`INSERT INTO master.shop (id, name, status, remark)
      SELECT n, n || '号店', '2', '' FROM generate_series(1, 20) AS n ON CONFLICT DO NOTHING`);
    await client.end();
  });
  await loadHistory(url, EVENTS / EVENTS_PER_PIECE);
  const measure = async (house) => {
    const [db] = await connect(url, 1);
    await settled(db);
    await db.query('VACUUM (ANALYZE)');
    const { audit, seconds, house: held, job, statement, silence, before, steps } = await watched(house, db);
    await db.end();
    if (audit.status !== '2') throw new Error(`the audit ended ${audit.status}: ${audit.problem}`);
    const because = `${audit.reports} reports, ${audit.differences} differences, ${steps.size} steps told`;
    const figure = `self-audit of ${EVENTS.toLocaleString('en')} events`;
    atMost({ figure, values: [seconds], limit: LIMIT.seconds, unit: 's', because });
    atMost({ figure: `${figure}: its process`, values: [job], limit: LIMIT.megabytes, unit: 'MB' });
    atMost({ figure: `${figure}: the house beside it`, values: [held], limit: LIMIT.megabytes, unit: 'MB' });
    atMost({ figure: `${figure}: longest statement`, values: [statement], limit: LIMIT.statement, unit: 's' });
    const step = `before ${before} %`;
    atMost({
      figure: `${figure}: longest between two steps`,
      values: [silence],
      limit: LIMIT.silence,
      unit: 's',
      because: step,
    });
    for (const { title, label, shopName, expected, found, rows } of audit.list.slice(0, 10))
      console.error(JSON.stringify({ title, label, shopName, expected, found, rows: rows.slice(0, 2) }));
  };
  await withHouse(url, folder, measure, { readyWithin: READY_MS_AN_EVENT * EVENTS + 60_000 });
});
