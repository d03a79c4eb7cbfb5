/**
 * What 100,000 events cost that none of 62 read models wants: processor time of this process, appends included, beside
 * that of a process without read models. BENCH_BEFORE names a checkout to be measured in the same rounds.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { atMost, eventOf400Bytes, inTurns, pg, withPostgres } from './support.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 100_000);
const VIEWS = 62;
const ROUNDS = 3;
/** As many commands come at once. */
const TOGETHER = 32;
/** 20 µs an event. */
const LIMIT_MS = 2_000;
/** In a room of its own since 0.2; an older checkout has it beside all others. */
const daemonOf = (checkout) => {
  const platform = path.join(checkout, 'projections', 'platform');
  const found = ['daemon/daemon.ts', 'daemon.ts'].find((file) => existsSync(path.join(platform, file)));
  return pathToFileURL(path.join(platform, found ?? 'daemon/daemon.ts')).href;
};
const HERE = daemonOf(path.join(import.meta.dirname, '../..'));
const BEFORE = process.env['BENCH_BEFORE'];
const before = BEFORE === undefined ? [] : [daemonOf(BEFORE)];

const ddl = (folder, name) => {
  const file = path.join(folder, `${name}.sql`);
  writeFileSync(file, `create table ${name} (code text primary key);`);
  return pathToFileURL(file);
};
/** `greedy`: the first wants everything, as the list of moments does, and makes nothing of it. */
const views = (folder, greedy) =>
  Array.from({ length: VIEWS }, (_, n) => ({
    kind: 'keyed',
    name: `view-${n}`,
    version: 1,
    table: `view_${n}`,
    ddl: ddl(folder, `view_${n}`),
    events: greedy && n === 0 ? ['*'] : [`Wanted${n}`],
    key: 'code',
    identity: ['code'],
    keyOf: ({ data }) => data.code,
    fold: (rows) => rows,
  }));
const log = { info: () => undefined, warn: () => undefined, error: console.error };

const append = async (store) => {
  let next = 0;
  const one = async () => {
    while (next < EVENTS) {
      const n = (next += 1);
      await store.append(`goods-${randomUUID()}`, 'none', [eventOf400Bytes(n)]);
    }
  };
  await Promise.all(Array.from({ length: TOGETHER }, one));
};

/** Processor ms of this process, with the read models of `module` or none. */
const processorMs =
  ({ url, folder }, module, greedy) =>
  async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const name = `tail_${randomUUID().slice(0, 8)}`;
    await client.query(`create database ${name}`);
    const mine = new URL(url);
    mine.pathname = `/${name}`;
    const store = await openPostgresEventStore({ url: mine.href });
    const daemon =
      module === null
        ? null
        : await (
            await import(module)
          ).startProjections({ store, url: mine.href, projections: views(folder, greedy), log });
    await daemon?.caughtUp();
    const from = process.cpuUsage();
    await append(store);
    await daemon?.caughtUp();
    const { user, system } = process.cpuUsage(from);
    await daemon?.stop();
    await store.close();
    await client.query(`drop database ${name} with (force)`);
    await client.end();
    return (user + system) / 1_000;
  };

await withPostgres(async (url, folder) => {
  const place = { url, folder };
  const modules = [['here', HERE], ...before.map((module) => ['before', module])];
  const contenders = modules.flatMap(([name, module]) => [
    [name, processorMs(place, module, false)],
    [`${name}, one wants all`, processorMs(place, module, true)],
  ]);
  const figures = await inTurns([['nobody', processorMs(place, null, false)], ...contenders], ROUNDS);
  const nobody = figures.get('nobody');
  for (const [name, taken] of figures) {
    const values = taken.map((value, round) => value - nobody[round]);
    if (name === 'nobody') continue;
    const figure = `${VIEWS} read models, ${EVENTS} events that none wants (${name})`;
    atMost({ figure, values, limit: name.startsWith('here') ? LIMIT_MS : Infinity, unit: 'ms of processor' });
  }
});
