/**
 * Backup (R120): the master tables of one moment and every event up to it, a line of JSON each, as
 * DATA_DIR/backups/backup-<moment>.ndjson.gz with its checksum. The last fourteen are kept.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { isoWithOffset } from '../../contracts/dates.ts';
import { clientConfig } from '../../platform/event-store/postgres/connection.ts';
import type { EventStore } from '../../platform/event-store/port.ts';
import { JobFailed, type JobFunction } from '../../platform/job-function.ts';
import { openFolder, settle, sha256Of, writeChecksum } from './kept-file.ts';

const KEPT = 14;
const NAME = /^backup-\d{8}-\d{6}\.ndjson\.gz$/;
/** What is worth nothing an hour later. */
const PASSING = ['captcha', 'login_attempt', 'login_sms', 'session', 'session_family', 'sign_in_ticket', 'job_holder'];
const FETCHED = 2_000;

export type Counts = { rows: number; events: number };
async function* tableLines(db: pg.Client, table: string, counts: Counts): AsyncGenerator<string> {
  const name = pg.escapeIdentifier(table);
  await db.query(`DECLARE lines NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM master.${name} AS t`);
  for (;;) {
    const { rows } = await db.query<{ line: string }>(`FETCH ${FETCHED} FROM lines`);
    if (rows.length === 0) break;
    counts.rows += rows.length;
    yield rows.map(({ line }) => `{"table":${JSON.stringify(table)},"row":${line}}\n`).join('');
  }
  await db.query('CLOSE lines');
}
async function* eventLines(store: EventStore, until: number, counts: Counts): AsyncGenerator<string> {
  if (until < 0) return;
  if (store.history === undefined) throw new JobFailed('事件库不能读取全部历史');
  for await (const events of store.history({ order: 'log', until, signal: new AbortController().signal })) {
    counts.events += events.length;
    yield events.map((event) => `${JSON.stringify({ event })}\n`).join('');
  }
}
/** The log is read up to behind the rows: what they name is in it. */
async function* linesOf(db: pg.Client, store: EventStore, counts: Counts): AsyncGenerator<string> {
  await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'master' AND tablename <> ALL ($1) ORDER BY 1`,
    [PASSING],
  );
  const until = await store.head();
  yield `${JSON.stringify({ backup: 1, at: isoWithOffset(new Date()), position: until })}\n`;
  for (const { name } of tables) yield* tableLines(db, name, counts);
  await db.query('COMMIT');
  yield* eventLines(store, until, counts);
  yield `${JSON.stringify({ end: counts })}\n`;
}

/** 20261125-030000 */
const stamp = (moment: Date): string => isoWithOffset(moment).slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
const forgetOld = (folder: string): void => {
  const files = fs.readdirSync(folder);
  const broken = files.filter((file) => file.endsWith('.part'));
  const old = files
    .filter((file) => NAME.test(file))
    .toSorted()
    .slice(0, -KEPT);
  for (const file of [...broken, ...old.flatMap((one) => [one, `${one}.sha256`])])
    fs.rmSync(path.join(folder, file), { force: true });
};

export const backup: JobFunction = async ({ databaseUrl, dataDir, rawStore, say }) => {
  const folder = openFolder(dataDir, 'backups');
  const file = path.join(folder, `backup-${stamp(new Date())}.ndjson.gz`);
  const counts: Counts = { rows: 0, events: 0 };
  const db = new pg.Client(clientConfig(databaseUrl, 'backup'));
  await db.connect();
  try {
    const begun = fs.createWriteStream(`${file}.part`, { mode: 0o600 });
    await pipeline(linesOf(db, await rawStore(), counts), createGzip(), begun);
  } finally {
    await db.end();
  }
  settle(`${file}.part`);
  const sha256 = await sha256Of(`${file}.part`);
  fs.renameSync(`${file}.part`, file);
  writeChecksum(file, sha256);
  forgetOld(folder);
  say(`已备份 ${counts.rows} 行主数据、${counts.events} 个事件`);
  say(`${file}（${fs.statSync(file).size} 字节）`);
  say(`sha256 ${sha256}`);
};
