/** Pictures in an object storage, and the settings that lead there (R59, R60, R106, R114, R126). */
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { sql } from 'slonik';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { outbound } from '../../services/platform/outbound/outbound.ts';
import { Bucket } from '../../services/platform/storage/bucket.ts';
import { startApp, type App, type Reply } from '../support/app.ts';
import { startFakeStorage, type FakeStorage } from '../support/fake-storage.ts';

let app: App;
let storage: FakeStorage;
let picture: Buffer;
beforeAll(async () => {
  [app, storage] = await Promise.all([startApp(), startFakeStorage({ open: true })]);
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#d4af37' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await app.stop();
  await storage.stop();
});
afterEach(() => storage.be('well'));

const Stored = z.object({ name: z.string(), path: z.string(), full_path: z.string(), url: z.string() });
const settingsOf = (more: object = {}) => ({
  IsOxs: true,
  OxsSource: 'oss',
  Endpoint: storage.endpoint,
  AccessKeyID: storage.key.id,
  AccessKeySecret: storage.key.secret,
  BucketName: storage.bucket,
  FrontUrl: '',
  ...more,
});
const save = (oxs: object): Promise<Reply> => app.put('/set-config', [{ configKey: 'oxs', configValue: oxs }]);
const shown = async (): Promise<Record<string, unknown>> =>
  JSON.parse(((await app.get('/set-config')).body.data as { oxs: string }).oxs) as Record<string, unknown>;
const standing = async (): Promise<unknown> => (await app.get('/set-config/storage')).body.data;
const upload = (
  fields: Readonly<Record<string, string>> = {},
  files: readonly Buffer[] = [picture],
): Promise<Reply> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const bytes of files) form.append('file', new Blob([new Uint8Array(bytes)]), '戒指.png');
  return app.call('POST', '/public/uploadFile', { body: form });
};
const uploaded = async (): Promise<z.infer<typeof Stored>> => {
  const reply = await upload();
  expect(reply.status, reply.text).toBe(200);
  return Stored.parse(reply.body.data);
};
const ask = (where: string): Promise<Response> => fetch(`${app.url}${where}`, { redirect: 'manual' });
const widthOf = async (answer: Response): Promise<number> =>
  (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width;
const wrong = (reply: Reply): Record<string, string> =>
  Object.fromEntries(
    (reply.body.data as { path: string; message: string }[]).map(({ path: at, message }) => [at, message]),
  );
const oxsRow = (): Promise<string> =>
  app.house.deps.master.oneFirst(
    sql.type(z.object({ value: z.string() }))`SELECT config_value AS value FROM master.config WHERE config_key = 'oxs'`,
  );

let onThisServer: z.infer<typeof Stored>;
test('switched off, a picture stays on this server and is named by whole addresses', async () => {
  expect(await standing()).toMatchObject({ state: 'off' });
  onThisServer = await uploaded();
  expect(onThisServer.full_path).toBe(onThisServer.path);
  expect(onThisServer.url).toBe(`${app.url}${onThisServer.path}`);
  expect(await widthOf(await ask(onThisServer.path))).toBe(400);
});
test('type 2 answers a list of all files, type 1 takes one; a logo is smaller (S2§5/8)', async () => {
  const list = (await upload({ type: '2' }, [picture, picture])).body.data;
  expect(z.array(Stored).parse(list)).toHaveLength(2);
  expect(z.array(Stored).parse((await upload({ type: '2' })).body.data)).toHaveLength(1);
  expect(Stored.parse((await upload({ type: '1' })).body.data).path).toMatch(/^\/static\/uploadfile\//);
  expect(await upload({ type: '1' }, [picture, picture])).toMatchObject({
    status: 422,
    body: { msg: '只能上传一个文件！' },
  });
  const before = fs.readdirSync(path.join(app.dataDir, 'files')).length;
  expect((await upload({ type: '2' }, [picture, Buffer.from('no picture')])).status).toBe(415);
  expect(fs.readdirSync(path.join(app.dataDir, 'files'))).toHaveLength(before);
  const large = Buffer.concat([picture, Buffer.alloc(2 * 1024 * 1024)]);
  expect(await upload({ use: 'logo' }, [large])).toMatchObject({ status: 413, body: { msg: '文件大小超过 2MB' } });
});

test('what is missing or wrong is said at its field, and only while it is switched on (S2§5/8)', async () => {
  const empty = await save({ IsOxs: true });
  expect(empty.status).toBe(422);
  expect(wrong(empty)).toEqual({
    '0.configValue.OxsSource': '请输入对象存储类型',
    '0.configValue.Endpoint': '请输入网址',
    '0.configValue.AccessKeyID': '请输入授权ID',
    '0.configValue.AccessKeySecret': '请输入密钥',
    '0.configValue.BucketName': '请输入对象存储桶',
  });
  const bad = await save(settingsOf({ OxsSource: 's4', Endpoint: 'ftp://x', BucketName: '桶', FrontUrl: 'x' }));
  expect(Object.keys(wrong(bad)).map((at) => at.split('.').at(-1))).toEqual([
    'OxsSource',
    'Endpoint',
    'BucketName',
    'FrontUrl',
  ]);
  expect((await save({ IsOxs: false })).status).toBe(200);
});

test('the test writes, reads and removes, and says which step fails', async () => {
  const probe = async (more: object = {}): Promise<Reply> => {
    const { IsOxs: _on, ...form } = settingsOf(more);
    return app.post('/set-config/storage/test', form);
  };
  expect(await probe({ FrontUrl: `${storage.endpoint}/${storage.bucket}` })).toMatchObject({
    status: 200,
    body: {
      msg: '对象存储可以使用',
      data: { ok: true, steps: ['写入', '读取', '访问网址', '删除'].map((step) => ({ step, ok: true })) },
    },
  });
  expect([...storage.objects.keys()]).toEqual([]);
  const failing = async (more: object): Promise<unknown> => (await probe(more)).body.msg;
  expect(await failing({ AccessKeySecret: 'other' })).toBe('写入失败：对象存储不认授权ID或密钥，请检查后重试');
  expect(await failing({ BucketName: 'others' })).toBe('写入失败：存储桶不存在，请检查桶名和网址');
  expect(await failing({ Endpoint: 'http://127.0.0.1:9' })).toBe('写入失败：连接不上对象存储');
  storage.be('full');
  expect(await failing({})).toBe('写入失败：对象存储空间已满');
  expect((await probe({ AccessKeyID: '' })).status).toBe(422);
});

test('a picture goes to the storage with its thumbnail, and its address leads there for five minutes (S0§6/35 S2§9/2)', async () => {
  expect((await save(settingsOf())).status).toBe(200);
  expect(await standing()).toMatchObject({ state: 'on' });
  const { name, path: where, url } = await uploaded();
  expect(url).toBe(`${app.url}/static/uploadfile/${name}`);
  expect([...storage.objects.keys()].toSorted()).toEqual([name, `thumb/${name}`]);
  expect(fs.existsSync(path.join(app.dataDir, 'files', name))).toBe(false);
  const answer = await ask(where);
  expect(answer.status).toBe(302);
  const signed = new URL(answer.headers.get('location') ?? '');
  expect(signed.searchParams.get('X-Amz-Expires')).toBe('300');
  expect(await widthOf(await fetch(signed))).toBe(400);
  expect(await widthOf(await fetch(`${app.url}/static/uploadfile/thumb/${name}`))).toBe(320);
  expect(await widthOf(await ask(`${where}?here`))).toBe(400);
  signed.searchParams.set('X-Amz-Signature', 'f'.repeat(64));
  expect((await fetch(signed)).status).toBe(403);
  expect((await ask(onThisServer.path)).status).toBe(200);
  expect((await ask(`/static/uploadfile/${'0'.repeat(32)}.webp`)).status).toBe(404);
});
test('each picture is found by the settings that stored it, and pages may load it from there (S2§9/2)', async () => {
  const front = `${storage.endpoint}/${storage.bucket}`;
  await save(settingsOf({ FrontUrl: `${front}/` }));
  const first = await uploaded();
  await save(settingsOf({ FrontUrl: 'https://pictures.example' }));
  const second = await uploaded();
  await save({ IsOxs: false });
  expect((await ask(first.path)).headers.get('location')).toBe(`${front}/${first.name}`);
  expect((await ask(second.path)).headers.get('location')).toBe(`https://pictures.example/${second.name}`);
  expect(await widthOf(await fetch(`${app.url}${first.path}`))).toBe(400);
  const policy = (await ask('/swagger/index.html')).headers.get('content-security-policy');
  expect(policy).toContain(`img-src 'self' data: blob: ${storage.endpoint} https://pictures.example;`);
});

test.each([
  ['refuses', '图片没有保存：对象存储拒绝访问，请检查授权和存储桶权限'],
  ['full', '图片没有保存：对象存储空间已满'],
  ['broken', '图片没有保存：对象存储暂时不可用'],
  ['full-after-one', '图片没有保存：对象存储空间已满'],
] as const)('a storage that is %s refuses the upload in words, and nothing is half done', async (mood, said) => {
  await save(settingsOf());
  storage.objects.clear();
  storage.requests.length = 0;
  storage.be(mood);
  expect(await upload()).toMatchObject({ status: 503, body: { msg: said } });
  storage.be('well');
  await vi.waitFor(() => expect([...storage.objects.keys()]).toEqual([]), { timeout: 30_000 });
  const known = await app.house.deps.master.oneFirst(sql.type(z.object({ count: z.int() }))`
    SELECT count(*) FROM master.upload u JOIN master.storage s ON s.id = u.storage_id WHERE s.front_url = ''`);
  expect(known).toBe(1);
});
test('a storage that hangs is given up', async () => {
  storage.be('hangs');
  const { Endpoint, BucketName, AccessKeyID, AccessKeySecret } = settingsOf();
  const bucket = new Bucket({ Endpoint, BucketName, AccessKeyID, AccessKeySecret }, outbound(['127.0.0.1:*']), 200);
  await expect(bucket.put('a.webp', picture)).rejects.toThrow('对象存储没有及时响应');
});

test('the secret leaves neither the house nor the database in clear, and its mask means unchanged (S2§3/7)', async () => {
  await save(settingsOf());
  expect(await shown()).toMatchObject({ AccessKeySecret: '••••', AccessKeyID: storage.key.id });
  expect(await oxsRow()).not.toContain(storage.key.secret);
  const before = await oxsRow();
  expect((await save({ ...(await shown()), BucketName: 'other' })).status).toBe(200);
  expect(JSON.parse(await oxsRow())).toEqual({ ...(JSON.parse(before) as object), BucketName: 'other' });
  const [row] = ((await app.get('/config?configKey=oxs')).body.data as { list: { id: number; configValue: string }[] })
    .list;
  const echoed = { ...JSON.parse(row?.configValue ?? ''), BucketName: storage.bucket };
  const body = { configValue: JSON.stringify(echoed), isFrontend: '2', remark: '' };
  expect((await app.put(`/config/${row?.id}`, body)).status).toBe(200);
  expect(JSON.parse(await oxsRow())).toEqual(JSON.parse(before));
  await uploaded();
  expect(wrong(await save(settingsOf({ AccessKeySecret: 'ab••••' })))).toEqual({
    '0.configValue.AccessKeySecret': '密钥中有遮盖符号，请重新输入完整的密钥',
  });
  const logged = await app.house.deps.master.oneFirst(sql.type(z.object({ all: z.string() }))`
    SELECT (SELECT string_agg(oper_param, '') FROM master.command) || coalesce((SELECT string_agg(coalesce(before::text, '')
      || coalesce(after::text, ''), '') FROM master.change_log WHERE table_name = 'config'), '') AS all`);
  expect(logged).not.toContain(storage.key.secret);
  expect(logged).toContain('••••');
});
test('with another key the storage counts as unset, the page says so, and the secret must be typed anew (S2§3/7)', async () => {
  await save(settingsOf());
  const stored = await oxsRow();
  const foreign = JSON.stringify({ ...(JSON.parse(stored) as object), AccessKeySecret: `sealed:${'A'.repeat(80)}` });
  await app.house.deps.master.query(
    sql.unsafe`UPDATE master.config SET config_value = ${foreign} WHERE config_key = 'oxs'`,
  );
  await vi.waitFor(async () => expect(await standing()).toMatchObject({ state: 'key-lost' }), { timeout: 30_000 });
  const kept = await uploaded();
  expect((await ask(kept.path)).status).toBe(200);
  expect(wrong(await save(await shown()))).toEqual({
    '0.configValue.AccessKeySecret': '原来的密钥已无法读取，请重新输入密钥',
  });
  expect((await save(settingsOf())).status).toBe(200);
  expect(await standing()).toMatchObject({ state: 'on' });
});
test('whoever may not maintain settings neither sees, saves nor tests them', async () => {
  await app.addUser({ username: 'clerk', roleIds: [4] });
  const token = await app.signIn('clerk');
  expect((await app.get('/set-config', { token })).status).toBe(403);
  expect((await app.get('/set-config/storage', { token })).status).toBe(403);
  expect((await app.put('/set-config', [{ configKey: 'oxs', configValue: '{}' }], { token })).status).toBe(403);
  expect((await app.post('/set-config/storage/test', {}, { token })).status).toBe(403);
  const settings = (await app.get('/app-config', { token: null })).body.data as Record<string, string>;
  expect(Object.keys(settings)).not.toContain('oxs');
});
