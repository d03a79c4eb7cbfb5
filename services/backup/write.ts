/** Writes an archive while the house works: rows of one moment, every event up to it, pictures; then opens it again and counts. */
import fs from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import pg from 'pg';
import { isoWithOffset } from '../contracts/dates.ts';
import { closed, type Closer, type Opener } from '../platform/archive/encryption.ts';
import { ArchiveText, ARCHIVE_VERSION, EVENTS, PICTURES, SEQUENCES, sectionOf } from '../platform/archive/format.ts';
import { BrokenBackup, checkArchive, type ArchiveEnd } from '../platform/archive/read.ts';
import { sealsFor, writeKeyFile } from '../platform/secrets/customer-keys.ts';
import { clientConfig } from '../platform/event-store/postgres/connection.ts';
import type { EventStore } from '../platform/event-store/port.ts';
import { JobFailed } from '../platform/jobs/job-function.ts';
import { settle, sha256Of, writeChecksum, writtenSteadily } from '../platform/secrets/whole-file.ts';
import { settleAnswers } from '../platform/event-store/log-move/command-answers.ts';
import type { Secrets } from '../platform/secrets/secrets.ts';
import {
  eventLines,
  pictureLines,
  rowLines,
  sequenceLines,
  tablesOf,
  type SealsFor,
  type LogReach,
} from './sources.ts';

/** The archive that an incremental one follows. */
export type Previous = {
  readonly at: string;
  readonly position: number;
  readonly lastId: string | null;
  readonly sha256: string;
};
export type ArchiveOrder = {
  readonly url: string;
  readonly store: EventStore;
  /** Of the pictures. */
  readonly folder: string;
  readonly secrets: Secrets;
  /** Where the customers' keys are written anew: DATA_DIR/backups, never beside each copy. */
  readonly keyFolder: string;
  readonly closer: Closer | null;
  readonly previous: Previous | null;
  /** The archive is given up. */
  readonly stop?: AbortSignal | undefined;
  /** Hears which part is written. */
  readonly progress: (part: string) => void;
};
export type ArchiveReport = ArchiveEnd & { readonly at: string; readonly after: number; readonly position: number };

const withClient = async <Value>(url: string, work: (db: pg.Client) => Promise<Value>): Promise<Value> => {
  const db = new pg.Client(clientConfig(url, 'backup'));
  db.on('error', () => undefined);
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => undefined);
  }
};

/** Where the log ends for these rows: in the same moment where it lies beside them, else behind it, so that what they name is there. */
const logEnd = async (db: pg.Client, store: EventStore): Promise<number> => {
  if (store.takesRows !== true) return store.head();
  const { rows } = await db.query<{ last: number | null }>('SELECT max(position) AS last FROM es.events');
  return rows[0]?.last ?? -1;
};
/** @throws {JobFailed} where the log is not the one that the archive before was made of. */
const follows = async (store: EventStore, previous: Previous | null): Promise<void> => {
  if (previous === null || previous.position < 0) return;
  const [mark] = (await store.marks?.at([previous.position])) ?? [];
  if (mark?.id !== previous.lastId) throw new JobFailed('上一份备份来自另一个事件日志，不能在它之后做增量备份');
};

class Writing {
  readonly text = new ArchiveText();
  readonly #wanted: ArchiveOrder;
  written: Omit<ArchiveReport, keyof ArchiveEnd> & Partial<ArchiveEnd> = { at: '', after: -1, position: -1 };
  constructor(wanted: ArchiveOrder) {
    this.#wanted = wanted;
  }
  /** `db`: the moment is its transaction's; `keys`: a connection that writes. */
  async *lines(db: pg.Client, keys: pg.Client): AsyncGenerator<string> {
    const { store, folder, previous, progress } = this.#wanted;
    await db.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    yield* this.#rows(db, keys);
    await db.query('COMMIT');
    progress('主数据');
    const seen: LogReach = { first: null, last: null, lastId: previous?.lastId ?? null };
    const { after, position } = this.written;
    yield* this.text.section(EVENTS, eventLines(store, { after, until: position }, seen));
    progress('事件');
    yield* this.text.section(PICTURES, pictureLines(folder, previous?.at ?? null));
    progress('图片');
    const { text, end, sha256 } = this.text.end(seen);
    this.written = { ...this.written, manifest: end, sha256 };
    yield text;
  }
  /** The header, every table and the sequences, as they are at the moment of the transaction. */
  async *#rows(db: pg.Client, keys: pg.Client): AsyncGenerator<string> {
    const { store, secrets, previous } = this.#wanted;
    const tables = await tablesOf(db);
    const { rows } = await db.query<{ id: string }>('SELECT id FROM master.migration ORDER BY at, id');
    const position = await logEnd(db, store);
    const [at, after] = [isoWithOffset(new Date()), previous?.position ?? -1];
    this.written = { at, after, position };
    const chained = { after, position, previous: previous?.sha256 ?? null };
    yield this.text.header({ backup: ARCHIVE_VERSION, at, ...chained, migrations: rows.map(({ id }) => id) });
    const seals: SealsFor = (customers) => sealsFor(keys, secrets, customers);
    for (const table of tables) yield* this.text.section(sectionOf(table), rowLines(db, table, seals));
    yield* this.text.section(SEQUENCES, sequenceLines(db));
  }
}

const COALESCED = 1 << 16;
/** Fewer, larger pieces: each costs the same on its way. */
async function* pieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < COALESCED) continue;
    yield Buffer.from(waiting.join(''));
    [waiting, length] = [[], 0];
  }
  yield Buffer.from(waiting.join(''));
}

const write = async (file: string, wanted: ArchiveOrder): Promise<ArchiveReport & { opener: Opener }> => {
  await follows(wanted.store, wanted.previous);
  return withClient(wanted.url, (db) =>
    withClient(wanted.url, async (keys) => {
      await settleAnswers(keys);
      const writing = new Writing(wanted);
      const gzip = createGzip({ level: constants.Z_BEST_SPEED, chunkSize: COALESCED });
      const out = writtenSteadily(file);
      const source = Readable.from(pieces(writing.lines(db, keys)), { objectMode: false });
      const lock = wanted.closer === null ? null : await closed(() => source.compose(gzip) as Readable, wanted.closer);
      await (lock === null ? pipeline(source, gzip, out) : pipeline(lock.stream, out));
      const { manifest, sha256, ...rest } = writing.written;
      await writeKeyFile(keys, wanted.keyFolder);
      if (manifest === undefined || sha256 === undefined) throw new JobFailed('备份没有写完');
      return { ...rest, manifest, sha256, opener: lock?.opener ?? {} };
    }),
  );
};

/**
 * Writes `file` (named `.age` where it is encrypted) with its checksum beside it; half of one never has that name.
 * @throws {JobFailed} in one Chinese sentence.
 */
export const writeBackup = async (file: string, wanted: ArchiveOrder): Promise<ArchiveReport> => {
  const { dir, name, ext } = path.parse(file);
  // Of this process: another one that is told the same name writes its own.
  const begun = path.join(dir, `${name}.part${process.pid}${ext}`);
  wanted.stop?.addEventListener('abort', () => fs.rmSync(begun, { force: true }));
  try {
    const { opener, ...written } = await write(begun, wanted);
    settle(begun);
    const checked = await checkArchive(begun, opener);
    if (checked.sha256 !== written.sha256) throw new BrokenBackup('读回的内容与写出的不同');
    const sha256 = await sha256Of(begun);
    if (fs.existsSync(file)) throw new JobFailed(`${file} 已存在`);
    fs.renameSync(begun, file);
    writeChecksum(file, sha256);
    return written;
  } catch (error) {
    fs.rmSync(begun, { force: true });
    throw error;
  }
};
