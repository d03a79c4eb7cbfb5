/**
 * 1,000 of 100,000 customers are erased one after the other; then every table, every file of the house, a list that is exported, an
 * archive of before and the house restored from it are searched byte by byte for their telephones (R67). BENCH_CUSTOMERS.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as xlsx from 'xlsx';
import { tillOf, withHouse } from './house.mjs';
import { atLeast, atMost, pg, quantile, withPostgres } from './support.mjs';

const CUSTOMERS = Number(process.env['BENCH_CUSTOMERS'] ?? 100_000);
const EVERY = 100;
const FIRST = 1_000_001;
const CLIENTS = 4;
/** Nobody else has one of these: 139 and eight digits that follow from the number. */
const phoneOf = (index) => `139${String(10_000_000 + index * 7)}`;
const erased = Array.from({ length: CUSTOMERS / EVERY }, (_, n) => n * EVERY);
const gone = new Set(erased.map(phoneOf));
const PHONE = /139\d{8}/g;
/** Telephones of those who are erased. */
const foundIn = (text) => new Set([...text.matchAll(PHONE)].map(([phone]) => phone).filter((phone) => gone.has(phone)));
const othersIn = (text) => new Set(text.match(PHONE) ?? []).size;

const service = async (name, args, env) => {
  const script = path.join(import.meta.dirname, '../../house/commands', name);
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
};
const fill = async (url) => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  await db.query(
    `INSERT INTO master.customer (id, name, mobile, mobile_digits)
     SELECT $1::bigint + n, '顾客' || n, phone, phone
     FROM (SELECT n, '139' || (10000000 + n::bigint * 7) AS phone FROM generate_series(0, $2::int - 1) AS n) AS made`,
    [FIRST, CUSTOMERS],
  );
  await db.query('VACUUM (ANALYZE) master.customer');
  await db.end();
};
/** Every row of every table of the database, a table at a time: whose telephones are there, and how many others'. */
const searchTables = async (url) => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const places = new Map();
  let others = 0;
  for (const { name } of rows) {
    const lines = await db.query(`SELECT t::text AS line FROM ${name} AS t WHERE t::text LIKE '%139%'`);
    const text = lines.rows.map(({ line }) => line).join('\n');
    const found = foundIn(text);
    if (found.size > 0) places.set(name, found.size);
    if (name === 'master.customer') others = othersIn(text);
  }
  await db.end();
  return { places, others };
};
/** Files below a folder, packed ones opened. The database's own are what its tables are. */
const searchFiles = (folder) => {
  const places = new Map();
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const bytes = fs.readFileSync(file);
    const found = foundIn((file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'));
    if (found.size > 0) places.set(path.relative(folder, file), found.size);
  }
  return places;
};
const wordsOf = (places) => [...places].map(([name, count]) => `${name} ${count}`).join(', ');

await withPostgres(async (url, folder) => {
  const dataDir = path.join(folder, 'house');
  const backups = path.join(dataDir, 'backups');
  const archive = path.join(backups, 'before.ndjson.gz');
  const times = [];
  const places = new Map();
  await withHouse(url, folder, async ({ call, base, token }) => {
    await fill(url);
    const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(base, token)));
    const each = async (work) => {
      const waiting = [...erased];
      await Promise.all(
        tills.map(async (till) => {
          for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) await work(till, index);
        }),
      );
    };
    // Both logs have what was said of them.
    await each((till, index) =>
      till.call('PUT', `/base-customer/${FIRST + index}`, {
        name: `顾客${index}`,
        mobile: phoneOf(index),
        addr: `电话${phoneOf(index)}`,
        status: '2',
      }),
    );
    fs.mkdirSync(backups, { recursive: true });
    await service('backup.ts', [archive], { DATABASE_URL: url, DATA_DIR: dataDir });
    await each(async (till, index) => {
      const since = performance.now();
      await till.call('POST', `/base-customer/${FIRST + index}/erase`, { reason: '本人要求' });
      times.push(performance.now() - since);
    });
    const chunks = [];
    await call('GET', '/base-customer/export', { onData: (chunk) => chunks.push(chunk) });
    const book = xlsx.read(Buffer.concat(chunks));
    const sheet = Object.values(book.Sheets)
      .map((one) => xlsx.utils.sheet_to_csv(one))
      .join('\n');
    if (othersIn(sheet) === 0) throw new Error('nobody is in the export');
    if (foundIn(sheet).size > 0) places.set('export', foundIn(sheet).size);
    for (const till of tills) till.close();
  });
  const live = await searchTables(url);
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query('CREATE DATABASE restored TEMPLATE template0');
  await admin.end();
  const restored = Object.assign(new URL(url), { pathname: '/restored' }).href;
  const restoredDir = path.join(folder, 'restored');
  fs.mkdirSync(restoredDir);
  fs.cpSync(path.join(dataDir, 'secrets.key'), path.join(restoredDir, 'secrets.key'));
  await service('restore.ts', [archive], { DATABASE_URL: restored, DATA_DIR: restoredDir });
  const back = await searchTables(restored);
  for (const [name, count] of [...live.places, ...searchFiles(dataDir), ...searchFiles(restoredDir)])
    places.set(name, count);
  for (const [name, count] of back.places) places.set(`restored ${name}`, count);
  if (places.size > 0) throw new Error(`telephones of the erased: ${wordsOf(places)}`);
  // Whoever stayed is found, so the search finds something.
  const kept = CUSTOMERS - erased.length;
  if (live.others !== kept) throw new Error(`${live.others} of ${kept} others are in the house`);
  const figure = `others' telephones, restored : in the house, none of ${erased.length} erased anywhere`;
  atLeast({ figure, ours: [back.others], peer: [live.others], target: 1, unit: 'telephones' });
  atMost({ figure: 'erasing a customer, p99', values: [quantile(times, 0.99)], limit: 100, unit: 'ms' });
});
