/** Erased customers (R67) are nowhere: not in a table, a sheet, an archive of before, nor in the house that is restored from it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import * as xlsx from 'xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restore } from '../../services/backup/restore.ts';
import { writeBackup } from '../../services/backup/write.ts';
import { openRawStore } from '../../house/log/open-store.ts';
import { KEY_FILE, keysInFile, NO_KEYS } from '../../services/platform/secrets/customer-keys.ts';
import { prepareMasterAs } from '../../house/start/prepare-master.ts';
import { startApp, type App } from '../support/app.ts';
import { testDatabase, type TestDatabase } from '../support/database.ts';

const MANY = 1_000;
const ERASED = 50;
const phoneOf = (index: number): string => `139${String(20_260_000 + index * 7)}`;
const gone = Array.from({ length: ERASED }, (_, index) => phoneOf(index * 20));
let app: App;
let folder = '';
let ids: readonly number[] = [];
let backups = '';
const archive = () => path.join(folder, 'before.ndjson.gz');

/** Every row of every table, as text. */
const dump = async (url: string): Promise<string> => {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  const { rows } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of rows) {
    const found = await db.query<{ line: string }>(`SELECT t::text AS line FROM ${name} AS t`);
    texts.push(...found.rows.map(({ line }) => line));
  }
  await db.end();
  return texts.join('\n');
};
const found = (text: string, phones: readonly string[]): readonly string[] =>
  phones.filter((one) => text.includes(one));

beforeAll(async () => {
  app = await startApp();
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'jewel-erase-'));
  backups = path.join(app.dataDir, 'backups');
  fs.mkdirSync(backups);
  const made: number[] = [];
  for (let from = 0; from < MANY; from += 50) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        app.post('/base-customer', {
          name: `顾客${from + index}`,
          mobile: phoneOf(from + index),
          addr: `${phoneOf(from + index)}号`,
          status: '2',
        }),
      ),
    );
    made.push(...answers.map(({ body }) => Number(body.data)));
  }
  ids = made;
  const [first] = ids;
  const edited = await app.put(`/base-customer/${first}`, { name: '顾客零', mobile: gone[0], status: '2' });
  expect(edited.status, edited.text).toBe(200);
  const claim = { billType: '2', customerId: first, name: '顾客零', mobile: gone[0], limitNum: 1, writeOffCode: 'HX1' };
  const written = await app.post('/mall-write-off', claim);
  expect(written.status, written.text).toBe(200);
  for (const index of [0, 1]) {
    const proof = `录音，来电 ${phoneOf(index)}`;
    const agreed = { customerId: ids[index], purpose: 'sms', channel: 'call', proof };
    const given = await app.post('/base-customer-consent', agreed);
    expect(given.status, given.text).toBe(200);
  }
  const { databaseUrl, config, secrets } = app.house.deps;
  const store = await openRawStore(config, databaseUrl);
  const place = { url: databaseUrl, store, folder: path.join(app.dataDir, 'files'), secrets, keyFolder: backups };
  await writeBackup(archive(), { ...place, closer: null, previous: null, progress: () => undefined });
  await store.close();
  for (let index = 0; index < ERASED; index += 1) {
    const erased = await app.post(`/base-customer/${ids[index * 20]}/erase`, { reason: '本人要求' });
    expect(erased.status, erased.text).toBe(200);
  }
});
const databases: TestDatabase[] = [];
afterAll(async () => {
  await app.stop();
  for (const database of databases) await database.drop();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('none of their numbers is in any table of the house, nor in a sheet; those of others are', async () => {
  const text = await dump(app.house.deps.databaseUrl);
  expect(found(text, gone)).toEqual([]);
  expect(text).toContain(phoneOf(1));
  const sheet = await fetch(`${app.url}/api/v1/base-customer/export`, {
    headers: { authorization: `Bearer ${app.adminToken}` },
  });
  const book = xlsx.read(await sheet.bytes());
  const rows = Object.values(book.Sheets)
    .map((one) => xlsx.utils.sheet_to_csv(one))
    .join('\n');
  expect(found(rows, gone)).toEqual([]);
  expect(rows).toContain(phoneOf(1));
  expect(rows.match(/已注销/g)).toHaveLength(ERASED);
});
test('the record is shown as erased, edited by nobody, erased once; who may not, may not', async () => {
  const [first] = ids;
  const { data } = (await app.get(`/base-customer/${first}`)).body;
  expect(data).toMatchObject({ name: '已注销', mobile: '', status: '1' });
  const edited = await app.put(`/base-customer/${first}`, { name: '顾客零', mobile: gone[0], status: '2' });
  expect([edited.status, edited.body.msg]).toEqual([409, '该客户已注销，不能修改']);
  const again = await app.post(`/base-customer/${first}/erase`, { reason: '再次' });
  expect([again.status, again.body.msg]).toEqual([409, '该客户已注销']);
  const [, second] = ids;
  expect((await app.post(`/base-customer/${second}/erase`, { reason: ' ' })).status).toBe(422);
  const walkIn = (await app.get('/base-customer?name=散客')).body.data as { list: { id: number }[] };
  expect((await app.post(`/base-customer/${walkIn.list[0]?.id}/erase`, { reason: '错' })).body.msg).toContain('散客');
  await app.addUser({ username: 'manager-of-shop', roleIds: [3] });
  const token = await app.signIn('manager-of-shop');
  expect((await app.post(`/base-customer/${second}/erase`, { reason: '错' }, { token })).status).toBe(403);
});
test('an archive of before says nothing of them, and a house restored from it neither; whoever stayed is there (S1§2.9/8 S2§3/4)', async () => {
  const plain = gunzipSync(fs.readFileSync(archive())).toString('utf8');
  const all = ids.map((_, index) => phoneOf(index));
  expect(found(plain, all)).toEqual([]);
  const made = await testDatabase();
  databases.push(made);
  const keys = keysInFile(path.join(backups, KEY_FILE), app.house.deps.secrets);
  const restored = await restore({
    url: made.url,
    files: [archive()],
    opener: {},
    keys,
    folder: path.join(folder, 'files'),
    at: null,
    prepare: (migrations) => prepareMasterAs(made.url, migrations),
    say: () => undefined,
  });
  expect(restored.erased).toBe(ERASED);
  const db = new pg.Client({ connectionString: made.url });
  await db.connect();
  const { rows: agreed } = await db.query(
    `SELECT withdrawn_at IS NULL AS stands, proof, reason FROM master.customer_consent ORDER BY id`,
  );
  await db.end();
  expect(agreed).toEqual([
    { stands: false, proof: '', reason: '已注销' },
    { stands: true, proof: `录音，来电 ${phoneOf(1)}`, reason: '' },
  ]);
  const text = await dump(made.url);
  expect(found(text, gone)).toEqual([]);
  expect(found(text, all)).toHaveLength(MANY - ERASED);
  expect(NO_KEYS.sealOf(1)).toBe(null);
});
