/**
 * Schemes of somebody inside that live on copies of what he may not see, on the chain's settings and on masked numbers (R140, R145,
 * R146, R147): each is refused, or has its row in 异常.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sampleBody } from '../../services/goods/sample.ts';
import { writeFacts } from '../../services/backup/archives.ts';
import { startChain, type Chain } from '../flow/shops.ts';
import { USER_PASSWORD, type Reply } from '../support/app.ts';
import { roleWith } from '../support/roles.ts';

type Row = Readonly<Record<string, unknown>>;
const PASSPHRASE = 'only-the-owner-knows';
let chain: Chain;
const tokens: Record<string, string> = {};
const as = (name: string) => ({ token: tokens[name] ?? '' });
const OWNER = ['biz:cost:view', 'admin:sysOperLog:list', 'admin:sysOperLog:export', 'admin:sysOperLog:query'];
const CHAIN = [
  'admin:sysConfig:edit',
  'admin:sysConfig:add',
  'base:baseQuotedPrice:add',
  'base:baseQuotedPrice:edit',
  'job:sysJob:add',
  'base:basePrintTemplate:edit',
  'admin:backup:list',
  'admin:backup:download',
];
const COST = 98.76;

beforeAll(async () => {
  chain = await startChain({ env: { BACKUP_PASSPHRASE: PASSPHRASE, WS_ORIGINS: 'https://console.example' } });
  const { app, home, away } = chain;
  const [reader, writer, clerk] = await Promise.all([
    roleWith(
      app,
      OWNER.filter((key) => key !== 'biz:cost:view'),
    ),
    roleWith(app, CHAIN),
    roleWith(app, [
      'biz:bizSell:add',
      'biz:bizGoodsIn:add',
      'biz:bizGoodsIn:list',
      'base:baseCustomer:list',
      'base:baseCustomer:edit',
    ]),
  ]);
  const owner = await roleWith(app, [...OWNER, ...CHAIN, 'report:reportException:list']);
  await app.addUser({ username: 'owner', roleIds: [owner] });
  await app.addUser({ username: 'reader', roleIds: [reader], lockShops: [away] });
  await app.addUser({ username: 'costless', roleIds: [reader] });
  await app.addUser({ username: 'writer', roleIds: [writer], lockShops: [home] });
  await app.addUser({ username: 'wide', roleIds: [writer], lockShops: [home, away] });
  for (const username of ['clerk', 'guesser']) await app.addUser({ username, roleIds: [clerk], lockShops: [home] });
  for (const name of ['owner', 'reader', 'costless', 'writer', 'wide', 'clerk', 'guesser'])
    tokens[name] = await app.signIn(name);
  const body = { supplierId: null, inStorageAt: chain.today, otherCost: COST };
  for (const shopId of [home, away]) {
    const made = await app.post('/biz-goods-in', sampleBody({ shopId, ...body }));
    expect(made.status, made.text).toBe(200);
  }
}, 90_000);
afterAll(() => chain.app.stop());

const rowsOf = (reply: Reply): readonly Row[] => {
  expect(reply.status, reply.text).toBe(200);
  return (reply.body.data as { list: readonly Row[] }).list;
};
const exceptions = async (kind: string): Promise<readonly Row[]> =>
  rowsOf(await chain.app.get(`/report-exception?pageSize=100&kind=${kind}`));
const receipts = async (name: string): Promise<readonly Row[]> =>
  rowsOf(await chain.app.get('/sys-opera-log?pageSize=100&operUrl=biz-goods-in', as(name)));

test('reading another shop’s bodies in the operation log: only rows of the own shop are there, list, record and sheet', async () => {
  const all = await receipts('owner');
  const seen = await receipts('reader');
  const shopsIn = (rows: readonly Row[]) => rows.map((row) => String(row['operParam']));
  expect(shopsIn(all).some((text) => text.includes(`"shopId":${chain.home}`))).toBe(true);
  expect(seen.length).toBeGreaterThan(0);
  expect(shopsIn(seen).every((text) => text.includes(`"shopId":${chain.away}`))).toBe(true);
  const foreign = all.find((row) => !seen.some(({ id }) => id === row['id']));
  expect((await chain.app.get(`/sys-opera-log/${String(foreign?.['id'])}`, as('reader'))).status).toBe(404);
  expect((await chain.app.get('/sys-opera-log/export?operUrl=biz-goods-in', as('reader'))).status).toBe(200);
});
test('reading costs in the operation log without the right to costs: they are not told', async () => {
  const [mine] = await receipts('costless');
  const [theirs] = await receipts('owner');
  expect(String(theirs?.['operParam'])).toContain(String(COST));
  expect(String(mine?.['operParam'])).toContain('"goldWeight"');
  expect(String(mine?.['operParam'])).not.toContain(String(COST));
});
test('collecting suppliers’ numbers through a picker: a look-up answers id and name, and finds by nothing else', async () => {
  const supplier = { name: '周记珠宝', contract: '周先生', mobile: '13900139000', status: '2' };
  expect((await chain.app.post('/base-supplier', supplier)).status).toBe(200);
  const [seen] = rowsOf(await chain.app.get('/base-supplier?name=周记', as('clerk')));
  expect(seen).toEqual({ id: expect.any(Number) as number, name: '周记珠宝' });
  expect(rowsOf(await chain.app.get('/base-supplier?mobile=13900139000', as('clerk')))).toEqual([]);
  const record = await chain.app.get(`/base-supplier/${String(seen?.['id'])}`, as('clerk'));
  expect(record.body.data).toEqual(seen);
  const [kept] = rowsOf(await chain.app.get('/base-supplier?name=周记'));
  expect(kept).toMatchObject({ mobile: '13900139000', contract: '周先生' });
});

const NAME = 'backup-20261125-030000.ndjson.gz';
const archive = (): void => {
  const folder = path.join(chain.app.dataDir, 'backups');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, NAME), 'rows of the whole house');
  const facts = {
    at: new Date().toISOString(),
    checkedAt: '',
    after: -1,
    position: 1,
    events: 2,
    rows: 3,
    pictures: 0,
  };
  writeFacts(path.join(folder, NAME), { ...facts, sha256: '' });
};
test('taking an archive by the key alone, from one shop: refused; with password, once, encrypted, and a row', async () => {
  archive();
  const { app } = chain;
  const ask = (name: string, password?: string) => app.post('/backup/ticket', { name: NAME, password }, as(name));
  expect((await app.get(`/backup/file?name=${NAME}`, as('owner'))).status).toBe(422);
  expect((await ask('writer', USER_PASSWORD)).status).toBe(403);
  expect((await ask('owner')).status).toBe(422);
  expect((await ask('owner', 'Wrong-1')).status).toBe(422);
  const given = await ask('owner', USER_PASSWORD);
  expect(given.body.data).toMatchObject({ seconds: 60, fileName: `${NAME}.age` });
  const { ticket } = given.body.data as { ticket: string };
  expect((await app.get(`/backup/file?ticket=${ticket}`, as('wide'))).status).toBe(404);
  const again = (await ask('owner', USER_PASSWORD)).body.data as { ticket: string };
  const taken = await app.get(`/backup/file?ticket=${again.ticket}`, as('owner'));
  expect([taken.status, taken.text.startsWith('age-encryption.org')]).toEqual([200, true]);
  expect(taken.text).not.toContain('rows of the whole house');
  expect((await app.get(`/backup/file?ticket=${again.ticket}`, as('owner'))).status).toBe(404);
  expect(await exceptions('archive-taken')).toMatchObject([{ who: 'owner', count: 1 }]);
});

test('setting the chain’s limits, board, jobs and default templates from one shop: refused; a lock on every shop is none', async () => {
  const { app } = chain;
  const rebate = (value: string) => [{ configKey: 'sell_min_rebate', configValue: value }];
  const tries: readonly (readonly ['POST' | 'PUT', string, unknown])[] = [
    ['PUT', '/set-config', rebate('0')],
    ['POST', '/config', { configName: '甲', configKey: 'a', configValue: '1', isFrontend: '2' }],
    ['POST', '/base-quoted-price', { details: [] }],
    ['POST', '/sysjob', {}],
    ['PUT', '/base-print-template/default/1', {}],
  ];
  for (const [method, where, body] of tries) {
    const reply = await app.call(method, where, { ...as('writer'), body });
    expect([where, reply.status, reply.body.msg]).toEqual([
      where,
      403,
      '此项对全部分店生效，只有不限分店的用户才能操作',
    ]);
  }
  expect((await app.put('/set-config', rebate('70'), as('wide'))).status).toBe(200);
});
test('raising a limit for a minute: both changes have their row, with the values', async () => {
  const { app } = chain;
  const set = (configValue: string) =>
    app.put('/set-config', [{ configKey: 'sell_max_cut_down', configValue }], as('owner'));
  expect([(await set('100')).status, (await set('20')).status]).toEqual([200, 200]);
  const row = (await exceptions('limit-changed')).find(({ who }) => who === 'owner');
  expect(row).toMatchObject({ count: 2, level: '1', what: '设置“截金或加金最多占金重（%）”由100改为20' });
});
test('leading the house to its own inside by an address of a setting: refused where it is saved', async () => {
  for (const address of ['http://169.254.169.254/latest', 'http://10.0.0.5/', 'http://me:pw@example.com/']) {
    const reply = await chain.app.put(
      '/set-config',
      [{ configKey: 'jewel_price_url', configValue: address }],
      as('owner'),
    );
    expect([address, reply.status]).toEqual([address, 422]);
  }
});
test('giving an accomplice more roles or shops: a row that names him', async () => {
  const { app, home } = chain;
  const id = await app.addUser({ username: 'friend', roleIds: [4], lockShops: [home] });
  const edited = await app.put('/sys-user', {
    userId: id,
    username: 'friend',
    nickName: 'friend',
    roleIds: [4, 3],
    lockShops: [],
  });
  expect(edited.status, edited.text).toBe(200);
  const row = (await exceptions('rights-widened')).find(({ second }) => second === 'friend');
  expect(row).toMatchObject({ level: '1', what: expect.stringContaining('分店改为全部分店') as string });
});

test('guessing a masked number by trying: thirty misses, then 429 and a row, whoever is asked on the way', async () => {
  const { app } = chain;
  const ask = (last: number) => app.get(`/base-customer?mobile=138001${String(last).padStart(5, '0')}`, as('guesser'));
  const first = await Promise.all(Array.from({ length: 20 }, (_, nth) => ask(nth)));
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]));
  const rest = await Promise.all(Array.from({ length: 20 }, (_, nth) => ask(100 + nth)));
  expect(rest.filter(({ status }) => status === 429)).toHaveLength(10);
  const other = await app.get('/base-customer?nameOrMobile=13900000001', as('guesser'));
  expect([other.status, other.body.msg]).toEqual([429, '号码查询过于频繁，请10分钟后再试']);
  expect((await app.get('/base-customer?name=王', as('guesser'))).status).toBe(200);
  await vi.waitFor(async () => expect(await exceptions('misses')).toMatchObject([{ who: 'guesser', count: 1 }]));
});

const socket = async (query: string, origin?: string): Promise<number> => {
  const { url } = chain.app;
  const opened = new WebSocket(`${url.replace('http', 'ws')}/ws/house/log?${query}`, {
    ...(origin !== undefined && { origin }),
  });
  opened.on('error', () => undefined);
  const status = await Promise.race([
    once(opened, 'open').then(() => 101),
    once(opened, 'unexpected-response').then(([, answer]) => (answer as { statusCode: number }).statusCode),
  ]);
  opened.terminate();
  return status;
};
test('following the log from a page of another site, or by a ticket twice: refused', async () => {
  const token = `token=${tokens['owner'] ?? ''}`;
  expect(await socket(token)).toBe(101);
  expect(await socket(token, chain.app.url)).toBe(101);
  expect(await socket(token, 'https://evil.example')).toBe(403);
  expect(await socket(token, 'https://console.example')).toBe(101);
  const given = await chain.app.post('/ws-ticket', {}, as('owner'));
  const { ticket } = given.body.data as { ticket: string };
  expect(await socket(`ticket=${ticket}`)).toBe(101);
  expect(await socket(`ticket=${ticket}`)).toBe(401);
});
test('following the log of the whole house from one shop: refused', async () => {
  expect(await socket(`token=${tokens['reader'] ?? ''}`)).toBe(403);
});
