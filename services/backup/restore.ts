/** Puts a house back from its archives, into an empty database, all in one transaction: half of it is nowhere. */
import pg from 'pg';
import { EVENTS, PICTURES, SEQUENCES, tableOf, type Header } from '../platform/archive/format.ts';
import type { Opener } from '../platform/archive/encryption.ts';
import { openArchive, type Archive, type ArchiveEnd } from '../platform/archive/read.ts';
import type { KeptKeys } from '../platform/secrets/customer-keys.ts';
import { markLost } from '../platform/command-log/lost-saves.ts';
import { goBackTo } from '../platform/event-store/log-move/log-place.ts';
import { ERASED } from '../platform/rows/personal-rows.ts';
import { clientConfig } from '../platform/event-store/postgres/connection.ts';
import { ensureSchema } from '../platform/event-store/postgres/schema.ts';
import { tryWriterLock } from '../platform/event-store/postgres/office.ts';
import { JobFailed } from '../platform/jobs/job-function.ts';
import { Cut, loadEvents, loadPictures, loadRows, loadSequences } from './load.ts';

export type Restoring = {
  readonly url: string;
  /** The first is whole, each other one follows the one before it. */
  readonly files: readonly string[];
  readonly opener: Opener;
  readonly keys: KeptKeys;
  /** Of the pictures. */
  readonly folder: string;
  readonly at: Date | null;
  /** Runs those migrations of schema `master`. @throws {JobFailed} where one is unknown to this release. */
  readonly prepare: (ids: readonly string[]) => Promise<void>;
  readonly say: (line: string) => void;
};
export type RestoreReport = {
  readonly events: number;
  readonly rows: number;
  readonly pictures: number;
  /** Position of the last event; -1 without any. */
  readonly position: number;
  /** Whose keys are gone. */
  readonly erased: number;
};

const LIVES = '数据库里已有数据：恢复只写入空的数据库，请换一个新的 DATA_DIR 或空的 DATABASE_URL';
/** Something lives where there are events or users. What a restore that was cut off left behind is neither. */
const isEmpty = async (db: pg.Client): Promise<boolean> => {
  const { rows } = await db.query<{ log: boolean; users: boolean }>(
    `SELECT to_regclass('es.events') IS NOT NULL AS log, to_regclass('master.sys_user') IS NOT NULL AS users`,
  );
  const [there] = rows;
  const asks = [
    ...(there?.log === true ? ['SELECT 1 FROM es.events'] : []),
    ...(there?.users === true ? ['SELECT 1 FROM master.sys_user'] : []),
  ];
  for (const ask of asks) if (((await db.query(`${ask} LIMIT 1`)).rowCount ?? 0) > 0) return false;
  return true;
};

type ChainLink = { readonly archive: Archive; readonly header: Header; readonly file: string };
const openChain = async ({ files, opener }: Restoring): Promise<readonly ChainLink[]> => {
  const chain: ChainLink[] = [];
  for (const file of files) {
    const archive = await openArchive(file, opener);
    const { header } = archive;
    if (header === null) throw new JobFailed(`${file} 由旧版本写出，只能用来校验事件，不能恢复`);
    chain.push({ archive, header, file });
    const before = chain.at(-2)?.header;
    if (before === undefined && header.after >= 0)
      throw new JobFailed(`${file} 是增量备份，请在它之前给出位置 ${header.after} 为止的备份`);
    if (before !== undefined && before.position !== header.after)
      throw new JobFailed(`${file} 从位置 ${header.after} 接起，而前一份到 ${before.position} 为止：中间缺了备份`);
  }
  return chain;
};
/** Master data is that of the first archive behind the moment, else of the last. */
const ofMoment = (chain: readonly ChainLink[], at: Date | null): readonly ChainLink[] => {
  const index = at === null ? -1 : chain.findIndex(({ header }) => Date.parse(header.at) >= at.getTime());
  return index < 0 ? chain : chain.filter((_, place) => place <= index);
};

const triggers = async (db: pg.Client, tables: readonly string[], how: 'ENABLE' | 'DISABLE'): Promise<void> => {
  for (const table of tables) await db.query(`ALTER TABLE master.${pg.escapeIdentifier(table)} ${how} TRIGGER USER`);
};
const emptied = async (db: pg.Client): Promise<readonly string[]> => {
  const { rows } = await db.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'master' AND tablename <> 'migration'`,
  );
  const tables = rows.map(({ name }) => name);
  await triggers(db, tables, 'DISABLE');
  await db.query(`TRUNCATE ${tables.map((table) => `master.${pg.escapeIdentifier(table)}`).join(', ')}`);
  return tables;
};

class Loading {
  readonly #db: pg.Client;
  readonly #restoring: Restoring;
  readonly cut: Cut;
  readonly #erased = new Set<number>();
  #events = 0;
  #rows = 0;
  #pictures = 0;
  constructor(db: pg.Client, restoring: Restoring) {
    this.#db = db;
    this.#restoring = restoring;
    this.cut = new Cut(restoring.at);
  }
  async #section(name: string, lines: AsyncIterable<unknown>, withRows: boolean): Promise<void> {
    const { folder, keys } = this.#restoring;
    if (name === EVENTS) this.#events += await loadEvents(this.#db, lines, this.cut);
    else if (name === PICTURES) this.#pictures += await loadPictures(folder, lines);
    else if (withRows && name === SEQUENCES) await loadSequences(this.#db, lines);
    else if (withRows && tableOf(name) !== null)
      this.#rows += await loadRows(this.#db, lines, { sealOf: keys.sealOf, erased: this.#erased });
  }
  async archive(
    { archive, file, header }: ChainLink,
    before: ArchiveEnd | null,
    withRows: boolean,
  ): Promise<ArchiveEnd | null> {
    if (before !== null && header.previous !== before.sha256) throw new JobFailed(`${file} 所接的不是前一份备份`);
    for await (const { name, lines } of archive.sections()) await this.#section(name, lines, withRows);
    this.#restoring.say(`已读入 ${file}`);
    return archive.ended();
  }
  get erased(): readonly number[] {
    return [...this.#erased];
  }
  get restored(): RestoreReport {
    const position = this.cut.position;
    return { events: this.#events, rows: this.#rows, pictures: this.#pictures, position, erased: this.#erased.size };
  }
}

/** The keys live on, and who is erased stays so. */
const keepKeys = async (db: pg.Client, { rows }: KeptKeys): Promise<void> => {
  await db.query(
    `INSERT INTO master.customer_key (customer_id, sealed)
     SELECT customer_id, sealed FROM jsonb_to_recordset($1::jsonb) AS kept (customer_id bigint, sealed text)`,
    [JSON.stringify(rows)],
  );
};
/** Whoever was erased since the archive was made agrees to nothing any more. */
const endConsents = async (db: pg.Client, erased: readonly number[]): Promise<void> => {
  const { rows } = await db.query(`SELECT WHERE to_regclass('master.customer_consent') IS NOT NULL`);
  if (rows.length === 0) return;
  await db.query(
    `UPDATE master.customer_consent SET withdrawn_at = greatest(given_at, now()), withdrawn_by = '', reason = $2
     WHERE withdrawn_at IS NULL AND customer_id = ANY ($1::bigint[])`,
    [erased, ERASED],
  );
};
/** What was noted of events that are not there: they may happen anew. */
const forgetBehind = async (db: pg.Client, { position, events }: RestoreReport): Promise<void> => {
  // By number: a seal names the position that its last event had before the log was moved, if it was.
  await db.query('DELETE FROM master.log_seal WHERE count > $1', [events]);
  await db.query('UPDATE master.log_seal_key SET newest = (SELECT coalesce(max(no), 0) FROM master.log_seal)');
  await markLost(db, position, new Date());
  await db.query('UPDATE master.wire_id_check SET position = least(position, $1)', [position]);
  await goBackTo(db, position);
};
const changedSince = async (db: pg.Client, moment: Date): Promise<readonly string[]> => {
  const { rows } = await db.query<{ table_name: string; many: number }>(
    `SELECT table_name, count(DISTINCT row_id)::int AS many FROM master.change_log WHERE at > $1 GROUP BY 1 ORDER BY 1`,
    [moment.toISOString()],
  );
  return rows.map(({ table_name: table, many }) => `${table} ${many} 行`);
};

const load = async (db: pg.Client, chain: readonly ChainLink[], restoring: Restoring): Promise<RestoreReport> => {
  const { at, say, keys } = restoring;
  const loading = new Loading(db, restoring);
  await db.query('BEGIN');
  const tables = await emptied(db);
  let before: ArchiveEnd | null = null;
  for (const one of chain) before = await loading.archive(one, before, one === chain.at(-1));
  const { restored } = loading;
  await keepKeys(db, keys);
  await endConsents(db, loading.erased);
  if (at !== null) {
    await forgetBehind(db, restored);
    const changed = await changedSince(db, at);
    say(`主数据是 ${chain.at(-1)?.header.at ?? ''} 的，不能回到更早`);
    if (changed.length > 0) say(`其中在所给时刻之后改过的：${changed.join('、')}`);
  }
  await triggers(db, tables, 'ENABLE');
  await db.query('COMMIT');
  return restored;
};

/**
 * Read models are not restored: the house makes them anew when it starts, and its numbers go on above.
 * @throws {JobFailed} in one Chinese sentence. @throws {BrokenBackup} @throws {LockedArchive} Nothing was written then, pictures apart.
 */
export const restore = async (restoring: Restoring): Promise<RestoreReport> => {
  const chain = ofMoment(await openChain(restoring), restoring.at);
  const db = new pg.Client(clientConfig(restoring.url, 'restore'));
  db.on('error', () => undefined);
  await db.connect();
  try {
    if (!(await isEmpty(db))) throw new JobFailed(LIVES);
    await ensureSchema(db, 'es');
    if (!(await tryWriterLock(db, 'es'))) throw new JobFailed('有进程正在使用这个数据库，请先停止');
    await restoring.prepare(chain.at(-1)?.header.migrations ?? []);
    return await load(db, chain, restoring);
  } finally {
    // The server notices the end of a connection a moment later: the lock is given back before, or the next try is refused.
    const giveBack = { text: 'ROLLBACK; SELECT pg_advisory_unlock_all()', query_timeout: 5_000 };
    await db.query(giveBack).catch(() => undefined);
    await db.end().catch(() => undefined);
    for (const { archive } of chain) await archive.close();
  }
};
