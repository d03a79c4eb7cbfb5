/** A restore drill: a house that works is backed up, put back elsewhere, and is the same house; what is broken is never taken for whole. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import pg from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BackupRow } from 'services/backup/contract';
import { backup } from '../../services/backup/job.ts';
import { restore, type Restoring } from '../../services/backup/restore.ts';
import { writeBackup, type Previous, type ArchiveOrder, type ArchiveReport } from '../../services/backup/write.ts';
import { isoWithOffset } from '../../services/contracts/dates.ts';
import { openRawStore } from '../../house/log/open-store.ts';
import { checkArchive } from '../../services/platform/archive/read.ts';
import { KEY_FILE, keysInFile } from '../../services/platform/secrets/customer-keys.ts';
import type { EventStore } from '../../services/platform/event-store/port.ts';
import { openSecrets } from '../../services/platform/secrets/secrets.ts';
import { prepareMasterAs } from '../../house/start/prepare-master.ts';
import { ADMIN_PASSWORD, startApp, type App } from '../support/app.ts';
import { saidInProcess } from '../support/run-in-process.ts';
import { copyOf, testDatabase, type TestDatabase } from '../support/database.ts';
import { momentPast, startChain, type Chain } from './shops.ts';

const REPO = path.join(import.meta.dirname, '../..');
let chain: Chain;
let app: App;
let store: EventStore;
let folder = '';
let picture = '';
let barcodes: readonly string[] = [];
let middle: Date;
const whole = () => path.join(folder, 'whole.ndjson.gz');
const later = () => path.join(folder, 'later.ndjson.gz');
let migrations: readonly string[] = [];
let archives: readonly [ArchiveReport, ArchiveReport];

const wanted = (): ArchiveOrder => ({
  url: app.house.deps.databaseUrl,
  store,
  folder: path.join(app.dataDir, 'files'),
  secrets: app.house.deps.secrets,
  keyFolder: folder,
  closer: null,
  previous: null,
  progress: () => undefined,
});
const previousOf = ({ at, position, sha256, manifest }: ArchiveReport): Previous => ({
  at,
  position,
  sha256,
  lastId: manifest.lastId,
});
const databases: TestDatabase[] = [];
/** What a restore that was cut off leaves: tables without a row. Making them takes longer than the rest. */
const emptyDatabase = async (template = true): Promise<string> => {
  const made = template
    ? await copyOf('house_of_no_rows', (url) => prepareMasterAs(url, migrations))
    : await testDatabase();
  databases.push(made);
  return made.url;
};
const restoring = (url: string, files: readonly string[], more: Partial<Restoring> = {}): Restoring => ({
  url,
  files,
  opener: {},
  keys: keysInFile(path.join(folder, KEY_FILE), app.house.deps.secrets),
  folder: path.join(folder, 'files'),
  at: null,
  prepare: (ids) => prepareMasterAs(url, ids),
  say: () => undefined,
  ...more,
});
const sessionsOf = async (url: string, name: string): Promise<number> => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rowCount } = await db.query(
    'SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1',
    [name],
  );
  await db.end();
  return rowCount ?? 0;
};
const eventsIn = async (url: string, which = 'true'): Promise<number> => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const { rows } = await db.query<{ many: number }>(`SELECT count(*)::int AS many FROM es.events WHERE ${which}`);
    return rows[0]?.many ?? 0;
  } catch {
    // There is no log yet.
    return 0;
  } finally {
    await db.end();
  }
};
/** What both houses must say alike. */
const SHOWN = [
  '/biz-goods-in',
  '/biz-goods-in/totals',
  '/biz-sell',
  '/report-goods-allocate',
  '/base-customer',
  '/base-shop',
  '/log-seal',
];
const shown = async (house: App): Promise<readonly unknown[]> => {
  const answers = await Promise.all(SHOWN.map((list) => house.get(list)));
  expect(answers.map(({ status }) => status)).toEqual(SHOWN.map(() => 200));
  return answers.map(({ body }) => body.data);
};
const houseAt = (url: string): Promise<App> => {
  const dataDir = path.join(folder, 'house');
  fs.mkdirSync(dataDir, { recursive: true });
  fs.cpSync(path.join(app.dataDir, 'secrets.key'), path.join(dataDir, 'secrets.key'));
  return startApp({ env: { DATABASE_URL: url, DATA_DIR: dataDir } });
};

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-backup-'));
  chain = await startChain();
  ({ app } = chain);
  const { databaseUrl, config } = app.house.deps;
  store = await openRawStore(config, databaseUrl);
  barcodes = [await chain.stock(), await chain.stock(), await chain.stock()];
  const [sold = '', moved = ''] = barcodes;
  const form = new FormData();
  const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#caa54a' } })
    .png()
    .toBuffer();
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'ring.png');
  const uploaded = await app.call('POST', '/public/uploadFile', { body: form });
  expect(uploaded.status, uploaded.text).toBe(200);
  picture = String(/\/static\/uploadfile\/[0-9a-f]+\.webp/.exec(uploaded.text)?.[0]);
  for (const [where, body] of [
    ['/biz-sell', chain.sale([{ barcode: sold }])],
    ['/biz-allocate', chain.transfer([{ barcode: moved }])],
  ] as const) {
    const made = await app.post(where, body);
    expect(made.status, made.text).toBe(200);
    expect((await chain.audit(where, [Number(made.body.data)])).status).toBe(200);
  }
  expect((await app.post('/log-seal', {})).status).toBe(200);
  middle = await momentPast();
  expect((await app.post('/base-shop', { name: '宝安店', status: '2', remark: '' })).status).toBe(200);
  // The shop goes on selling while it is written.
  const [first] = await Promise.all([
    writeBackup(whole(), wanted()),
    (async () => {
      for (let pieces = 0; pieces < 4; pieces += 1) await chain.stock();
    })(),
  ]);
  await chain.stock();
  ({ migrations } = (await checkArchive(whole())).header);
  archives = [first, await writeBackup(later(), { ...wanted(), previous: previousOf(first) })];
});
afterAll(async () => {
  await store.close();
  await app.stop();
  for (const database of databases) await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('an archive is counted: its end says what the log has', async () => {
  const [first, second] = archives;
  const head = await store.head();
  expect(second.position).toBe(head);
  expect(second.after).toBe(first.position);
  expect(first.manifest.events + second.manifest.events).toBe(await eventsIn(app.house.deps.databaseUrl));
  expect(first.manifest.pictures).toBe(2);
  expect(fs.readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([]);
});

describe('put back into an empty database', () => {
  let url = '';
  let other: App;
  beforeAll(async () => {
    url = await emptyDatabase(false);
    const done = await restore(restoring(url, [whole(), later()], { folder: path.join(folder, 'house/files') }));
    expect(done).toMatchObject({ position: archives[1].position, erased: 0 });
    other = await houseAt(url);
  });
  afterAll(() => other.stop());

  test('lists, totals, the life of a piece and pictures are the same, and the log agrees with its seals (S2§3/4)', async () => {
    await other.house.caughtUp();
    expect(await shown(other)).toEqual(await shown(app));
    for (const barcode of barcodes) {
      const life = `/report-goods-flow/life?barcode=${encodeURIComponent(barcode)}`;
      const [here, there] = [await app.get(life), await other.get(life)];
      expect([here.status, there.body.data]).toEqual([200, here.body.data]);
    }
    const [here, there] = await Promise.all([app, other].map((house) => fetch(`${house.url}${picture}`)));
    expect(there?.status).toBe(200);
    expect(await there?.bytes()).toEqual(await here?.bytes());
    const env = { ...process.env, DATABASE_URL: url, DATA_DIR: other.dataDir };
    const verified = spawnSync(process.execPath, [path.join(REPO, 'house/commands/verify-log.ts')], {
      env,
      encoding: 'utf8',
    });
    expect(verified.stdout).toContain('✓ 1 个封印');
  });
  test('it works on: numbers are above all there were, seals go on', async () => {
    const id = Number((await other.post('/base-shop', { name: '福田店', status: '2', remark: '' })).body.data);
    expect(id).toBeGreaterThan(Math.max(chain.home, chain.away, chain.customerId));
    expect((await other.post('/log-seal', {})).body.msg).toBe('已封存，编号 2');
  });
  test('not once more over what lives', async () => {
    await expect(restore(restoring(url, [whole()]))).rejects.toThrow('数据库里已有数据');
  });
});

test('to a moment: what was entered later is not there, and what cannot go back is said', async () => {
  const url = await emptyDatabase();
  const said: string[] = [];
  await restore(restoring(url, [whole(), later()], { at: middle, say: (text) => said.push(text) }));
  const before = `meta ->> 'at' <= '${isoWithOffset(middle)}'`;
  expect(await eventsIn(url)).toBe(await eventsIn(app.house.deps.databaseUrl, before));
  expect(said.join('\n')).toMatch(/主数据是 .+ 的，不能回到更早\n其中在所给时刻之后改过的：shop 1 行/);
});

describe('what is not whole', () => {
  test('a hole, an order, a log of somebody else are refused', async () => {
    const url = await emptyDatabase();
    await expect(restore(restoring(url, [later()]))).rejects.toThrow('是增量备份');
    await expect(restore(restoring(url, [whole(), whole()]))).rejects.toThrow('中间缺了备份');
    const previous = { ...previousOf(archives[0]), lastId: archives[1].manifest.lastId };
    await expect(writeBackup(path.join(folder, 'no.ndjson.gz'), { ...wanted(), previous })).rejects.toThrow(
      '另一个事件日志',
    );
    expect(await eventsIn(url)).toBe(0);
  });
  test('a byte that differs, an end that is missing: nothing of it is taken', async () => {
    const url = await emptyDatabase();
    const bytes = fs.readFileSync(whole());
    const broken = path.join(folder, 'broken.ndjson.gz');
    for (const [spoilt, why] of [
      [bytes.subarray(0, bytes.length - 40), '没有写完，或被截断'],
      [Buffer.from(bytes).fill(7, bytes.length >> 1, (bytes.length >> 1) + 9), ''],
    ] as const) {
      fs.writeFileSync(broken, spoilt);
      await expect(restore(restoring(url, [broken]))).rejects.toThrow(`备份文件不完整或不是本系统的备份：${why}`);
    }
    expect(await eventsIn(url)).toBe(0);
  });
  test('after one that failed the next begins at once, also where the server has not noticed yet that it ended', async () => {
    const url = await emptyDatabase();
    const broken = path.join(folder, 'cut.ndjson.gz');
    const bytes = fs.readFileSync(whole());
    fs.writeFileSync(broken, bytes.subarray(0, bytes.length - 40));
    const ended: pg.Client[] = [];
    const really = Reflect.get(pg.Client.prototype, 'end') as unknown as () => Promise<void>;
    const end = vi.spyOn(pg.Client.prototype, 'end').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
      const { application_name: name } = Reflect.get(this, 'connectionParameters') as pg.ClientConfig;
      if (name !== 'restore') return Reflect.apply(really, this, call);
      ended.push(this);
      return Promise.resolve();
    });
    await expect(restore(restoring(url, [broken]))).rejects.toThrow('备份文件不完整');
    await expect(restore(restoring(url, [broken]))).rejects.toThrow('备份文件不完整');
    end.mockRestore();
    for (const client of ended) await client.end();
  });
  test('with another secrets.key, or for a recipient that is none, no archive is written', async () => {
    const file = path.join(folder, 'refused.ndjson.gz');
    const secrets = openSecrets('', Buffer.alloc(32, 7).toString('base64'));
    // Every customer in it would be as if erased.
    await expect(writeBackup(file, { ...wanted(), secrets })).rejects.toThrow('打不开客户密钥');
    const closer = { recipients: ['age1mistyped'] };
    await expect(writeBackup(`${file}.age`, { ...wanted(), closer })).rejects.toThrow('加密的公钥不对：age1mistyped');
    expect(fs.readdirSync(folder).filter((name) => name.startsWith('refused'))).toEqual([]);
  });
  test('killed in the middle: no archive has its name, and a database is empty or whole', async () => {
    const file = path.join(folder, 'killed.ndjson.gz');
    const env = { ...process.env, DATABASE_URL: app.house.deps.databaseUrl, DATA_DIR: app.dataDir };
    const writer = spawn(process.execPath, ['house/commands/backup.ts', file], { cwd: REPO, env });
    await once(writer.stdout, 'data');
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(fs.existsSync(file)).toBe(false);
    const url = await emptyDatabase();
    const dataDir = path.join(folder, 'killed');
    fs.mkdirSync(dataDir);
    fs.cpSync(path.join(app.dataDir, 'secrets.key'), path.join(dataDir, 'secrets.key'));
    const reader = spawn(process.execPath, ['house/commands/restore.ts', whole(), later()], {
      cwd: REPO,
      env: { ...process.env, DATABASE_URL: url, DATA_DIR: dataDir },
    });
    await once(reader.stdout, 'data');
    reader.kill('SIGKILL');
    await once(reader, 'exit');
    // The server notices that its client is dead a moment later.
    await vi.waitUntil(async () => (await sessionsOf(url, 'restore')) === 0, { timeout: 10_000, interval: 20 });
    if ((await eventsIn(url)) === 0) await restore(restoring(url, [whole(), later()]));
    expect(await eventsIn(url)).toBe(archives[0].manifest.events + archives[1].manifest.events);
  });
});

test('encrypted to a recipient: opened by its identity alone', async () => {
  const file = path.join(folder, 'closed.ndjson.gz.age');
  const [mine, another] = [await generateIdentity(), await generateIdentity()];
  await writeBackup(file, { ...wanted(), closer: { recipients: [await identityToRecipient(mine)] } });
  const url = await emptyDatabase();
  await expect(restore(restoring(url, [file], { opener: { identities: [another] } }))).rejects.toThrow('备份已加密');
  const done = await restore(restoring(url, [file], { opener: { identities: [mine] } }));
  expect(done.position).toBe(archives[1].position);
});
test('the page: made now in a process of its own, told with its age, taken along, deleted; nobody else may', async () => {
  expect((await app.get('/backup/state')).body.data).toMatchObject({ ageHours: null, running: false });
  expect((await app.post('/backup/run', {})).body.msg).toBe('已开始备份');
  expect((await app.post('/backup/run', {})).status).toBe(409);
  const state = async () => (await app.get('/backup/state')).body.data as { running: boolean; ageHours: number | null };
  await vi.waitUntil(async () => !(await state()).running, { timeout: 60_000, interval: 200 });
  expect(await state()).toMatchObject({
    ageHours: 0,
    failed: false,
    said: expect.stringContaining('已备份并核对') as string,
  });
  const { list } = (await app.get('/backup')).body.data as { list: BackupRow[] };
  expect(list).toMatchObject([{ encrypted: false, events: (await store.head()) + 1 }]);
  const name = String(list[0]?.name);
  const open = await app.post('/backup/ticket', { name, password: ADMIN_PASSWORD });
  expect([open.status, open.body.msg]).toEqual([409, expect.stringContaining('BACKUP_PASSPHRASE') as string]);
  expect((await app.post('/backup/ticket', { name: '../admin-password', password: ADMIN_PASSWORD })).status).toBe(422);
  await app.addUser({ username: 'keeper', roleIds: [2] });
  const token = await app.signIn('keeper');
  expect((await app.get('/backup', { token })).status).toBe(403);
  expect((await app.del('/backup', { name }, { token })).status).toBe(403);
  expect((await app.del('/backup', { name })).status).toBe(200);
  expect((await app.del('/backup', { name })).status).toBe(404);
});
test('the nightly job keeps as many as it is told, each counted (S2§3/4)', async () => {
  const job = (args: string) => saidInProcess(app, backup, { args, rawStore: async () => store });
  const said = await job('keep=1');
  await expect(job('keep=viele')).rejects.toThrow('参数“keep=viele”不正确');
  const kept = fs.readdirSync(path.join(app.dataDir, 'backups')).filter((name) => name.endsWith('.gz'));
  expect(kept).toHaveLength(1);
  expect(said.join('\n')).toMatch(/已备份并核对 \d+ 行主数据、\d+ 个事件、2 个图片文件/);
});
