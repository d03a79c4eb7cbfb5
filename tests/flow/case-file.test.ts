/** 卷宗: a bill and a shop at a moment, signed; checked by a stranger; refused and masked by right. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { isoWithOffset } from 'services/contracts/dates';
import { NOBODY } from 'services/contracts/user';
import { nextId } from '../../services/platform/streams/wire-ids.ts';
import { checkCase, type Bundle } from '../../services/log-seal/case-file/check.ts';
import { begin, end } from '../../services/log-seal/case-file/rows.ts';
import { openZip } from '../../services/log-seal/case-file/zip.ts';
import type { App, RequestOptions } from '../support/app.ts';
import { startChain, type Chain } from './shops.ts';

const CASES = '/case-file';
let app: App;
let chain: Chain;
let sold = '';
let no = '';
let before: Date;
beforeAll(async () => {
  chain = await startChain();
  ({ app } = chain);
  sold = await chain.stock();
  await chain.stock();
  // A moment is asked for in whole seconds.
  before = new Date(Math.ceil(Date.now() / 1_000) * 1_000);
  await vi.waitUntil(() => Date.now() > before.getTime(), { interval: 5, timeout: 2_000 });
  const saved = await app.post('/biz-sell', chain.sale([{ barcode: sold }]));
  expect(saved.status, saved.text).toBe(200);
  no = `XS${String(saved.body.data)}`;
  expect((await chain.audit('/biz-sell', [Number(saved.body.data)])).status).toBe(200);
});
afterAll(() => app.stop());

type Row = { id: number; state: string; result: string; digest: string; events: number; about: string };
const rows = async (options?: RequestOptions): Promise<readonly Row[]> =>
  ((await app.get(`${CASES}?pageIndex=1&pageSize=20`, options)).body.data as { list: readonly Row[] }).list;
/** Asks for one and waits for its end. */
const made = async (body: object, options?: RequestOptions): Promise<Row> => {
  const asked = await app.post(CASES, body, options);
  expect(asked.status, asked.text).toBe(200);
  return vi.waitUntil(
    async () => (await rows(options)).find(({ id, state }) => id === asked.body.data && state !== 'running'),
    { timeout: 60_000, interval: 20 },
  );
};
const opened = ({ id }: Row): Promise<Bundle> => openZip(path.join(app.dataDir, 'case-files', `${id}.zip`));
const textIn = async (files: Bundle, name: string): Promise<string> => (await files.read(name)).toString();
const dataIn = async (files: Bundle): Promise<unknown> => JSON.parse(await textIn(files, 'data.json')) as unknown;
const fingerprint = async (): Promise<string> =>
  ((await app.get('/log-seal/key')).body.data as { fingerprint: string }).fingerprint;
const shopClock = (moment: Date): string => isoWithOffset(moment).slice(0, 19).replace('T', ' ');
/** A user with these keys and no others. */
let users = 0;
const signInWith = async (
  keys: readonly string[],
  lockShops: readonly number[] = [],
  dataScope = '1',
): Promise<string> => {
  users += 1;
  const { master } = app.house.deps;
  const id = await nextId(master);
  await master.query(sql.unsafe`
    INSERT INTO master.sys_role (id, role_name, role_key, data_scope, menu_ids)
    SELECT ${id}, ${`试${id}`}, ${`try${id}`}, ${dataScope}, coalesce(array_agg(m.id), '{}') FROM master.sys_menu AS m
    WHERE m.permission = ANY (${sql.array([...keys], 'text')})`);
  await app.addUser({ username: `maker${users}`, roleIds: [id], lockShops });
  return app.signIn(`maker${users}`);
};
const MAKER = ['admin:caseFile:create', 'biz:bizSell:list', 'report:reportGoodsTurnover:list'];

describe('a bill', () => {
  test('holds the order, its pieces, money, people and events, and a stranger finds it as signed', async () => {
    const row = await made({ kind: 'bill', no });
    const digest: unknown = expect.stringMatching(/^[0-9a-f]{64}$/);
    expect(row).toMatchObject({ state: 'ready', result: '', about: `销售单 ${no}`, digest });
    const files = await opened(row);
    const verdict = await checkCase(files, { fingerprint: await fingerprint() });
    expect(verdict.said.at(-1)).toMatch(/^✓ .*个事件在封印之内，2 项合计与明细相符$/);
    expect(await dataIn(files)).toMatchObject({ record: { orderNo: no, customerMobile: '13800000001' } });
    const events = await textIn(files, 'events.ndjson');
    expect(events).toContain(`"goods-${sold}"`);
    expect(events.trim().split('\n')).toHaveLength(row.events);
    // Customers are in no event by name.
    expect(events).not.toMatch(/王女士|13800000001/);
    const page = await textIn(files, '卷宗.html');
    for (const word of [no, sold, '王女士', '13800000001', '支付方式', '现金', '首饰流水', '成本', '新增'])
      expect(page).toContain(word);
  });
  test('the file that one fetches is the one whose digest the list tells', async () => {
    const [row] = await rows();
    const answer = await fetch(`${app.url}/api/v1${CASES}/${row?.id}/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.adminToken}` },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row?.digest);
    expect(decodeURIComponent(answer.headers.get('content-disposition') ?? '')).toContain(`销售单 ${no}`);
  });
  test('is masked for whoever may see neither customers nor cost, and nothing of it is in the events', async () => {
    const token = await signInWith(MAKER);
    const files = await opened(await made({ kind: 'bill', no }, { token }));
    const whole = (await Promise.all(files.names.map((name) => textIn(files, name)))).join('\n');
    expect(whole).not.toContain('13800000001');
    expect(whole).not.toMatch(/costFen|unitCostFen|"costAmount"/i);
    const { said } = await checkCase(files, { fingerprint: await fingerprint() });
    expect(said.join('\n')).toMatch(/其中 \d+ 个事件只有摘要[^]*✓/);
    // And he does not fetch one that holds more than he may see.
    const whose = (await rows()).findLast(({ state }) => state === 'ready');
    expect((await app.post(`${CASES}/${whose?.id}/file`, {}, { token })).status).toBe(403);
  });
});

describe('a shop at a second', () => {
  test('has the pieces and totals that the list says of that moment', async () => {
    const at = shopClock(before);
    const files = await opened(await made({ kind: 'shop', shopId: chain.home, at }));
    expect(await checkCase(files, { fingerprint: await fingerprint() })).toMatchObject({ good: true });
    const asked = `shopId=${chain.home}&asOf=${encodeURIComponent(at)}`;
    const { totals } = (await app.get(`/report-goods-turnover/totals?${asked}`)).body.data as { totals: object };
    const { list } = (await app.get(`/report-goods-turnover/rows?${asked}`)).body.data as {
      list: { barcode: string }[];
    };
    const found = (await dataIn(files)) as { totals: object; rows: { barcode: string }[] };
    expect(found.totals).toEqual(totals);
    expect(found.rows.map(({ barcode }) => barcode)).toEqual(list.map(({ barcode }) => barcode));
    expect(found.rows.map(({ barcode }) => barcode)).toContain(sold);
  });
  test('shows now what is there now', async () => {
    const files = await opened(await made({ kind: 'shop', shopId: chain.home }));
    expect(await textIn(files, 'data.json')).not.toContain(sold);
  });
});

describe('what of a bill is somebody else’s', () => {
  const OWN = '5';
  const COST = 'biz:cost:view';
  const LIFE = 'report:reportGoodsFlow:list';
  const eventsIn = async (row: Row) => (await textIn(await opened(row), 'events.ndjson')).trim().split('\n');
  const whole = (line: string): boolean => 'data' in (JSON.parse(line) as object);
  const fetchAs = (row: Row | undefined, token: string) => app.post(`${CASES}/${row?.id}/file`, {}, { token });
  const boss = [...MAKER, LIFE, COST, 'base:baseCustomer:pii'];
  let seller = '';
  let bill = '';
  /** A piece that colleagues received and moved, sold by whoever sees his own rows alone. */
  beforeAll(async () => {
    seller = await signInWith([...boss, 'biz:bizSell:add', 'biz:bizGoodsIn:list'], [chain.home], OWN);
    const barcode = await chain.stock();
    const saved = await app.post('/biz-sell', chain.sale([{ barcode }]), { token: seller });
    expect(saved.status, saved.text).toBe(200);
    bill = `XS${String(saved.body.data)}`;
  });
  test('whoever sees his own rows alone reads his record; of colleagues’ work on the piece there is a digest', async () => {
    const row = await made({ kind: 'bill', no: bill }, { token: seller });
    const lines = await eventsIn(row);
    expect(lines.filter(whole).map((line) => (JSON.parse(line) as { stream: string }).stream)).toContain(
      `sale-${bill.slice(2)}`,
    );
    expect(lines.some((line) => !whole(line) && line.includes('goods-'))).toBe(true);
    expect(lines.filter(whole).join('\n')).not.toContain('GoodsReceived');
    expect(await checkCase(await opened(row), { fingerprint: await fingerprint() })).toMatchObject({ good: true });
    // It is his, so he has it; a colleague's he neither finds in the list nor is handed.
    expect(
      (
        await fetch(`${app.url}/api/v1${CASES}/${row.id}/file`, {
          method: 'POST',
          headers: { authorization: `Bearer ${seller}` },
        })
      ).status,
    ).toBe(200);
    const theirs = await made({ kind: 'bill', no: bill });
    expect((await rows({ token: seller })).map(({ id }) => id)).toEqual([row.id]);
    expect((await fetchAs(theirs, seller)).status).toBe(403);
  });
  test('without 首饰流水 there is nothing of the pieces, neither lives nor events', async () => {
    const token = await signInWith([...MAKER, COST]);
    const lines = await eventsIn(await made({ kind: 'bill', no: bill }, { token }));
    expect(lines.filter((line) => line.includes('"stream":"goods-'))).toEqual([]);
  });
  test('what a maker of the whole chain saw of another shop is not handed to a user of one', async () => {
    const barcode = await chain.stock({ shopId: chain.away });
    const back = await app.post(
      '/biz-allocate',
      chain.transfer([{ barcode }], { outShopId: chain.away, inShopId: chain.home }),
    );
    expect(back.status, back.text).toBe(200);
    expect((await chain.audit('/biz-allocate', [Number(back.body.data)])).status).toBe(200);
    const sale = await app.post('/biz-sell', chain.sale([{ barcode }]));
    const row = await made({ kind: 'bill', no: `XS${String(sale.body.data)}` });
    expect((await eventsIn(row)).filter(whole).join('\n')).toContain(`"shopId":${chain.away}`);
    const local = await signInWith(boss, [chain.home]);
    expect((await fetchAs(row, local)).status).toBe(403);
    const own = await made({ kind: 'bill', no: `XS${String(sale.body.data)}` }, { token: local });
    expect((await eventsIn(own)).filter(whole).join('\n')).not.toContain(`"shopId":${chain.away}`);
  });
  test('whoever may not open the record is not handed its file', async () => {
    const [row] = await rows();
    const keys = boss.filter((key) => key !== 'biz:bizSell:list');
    expect((await fetchAs(row, await signInWith(keys, [chain.home]))).body).toMatchObject({
      code: 403,
      msg: '这份卷宗含有你无权查看的内容，请自己重新制作',
    });
  });
});

test('who may not see it is refused, and so is what is not there', async () => {
  const elsewhere = await signInWith(MAKER, [chain.away]);
  expect((await app.post(CASES, { kind: 'bill', no }, { token: elsewhere })).status).toBe(404);
  expect((await app.post(CASES, { kind: 'shop', shopId: chain.home }, { token: elsewhere })).status).toBe(403);
  expect(await rows({ token: elsewhere })).toEqual([]);
  const [row] = await rows();
  expect((await app.post(`${CASES}/${row?.id}/file`, {}, { token: elsewhere })).status).toBe(403);
  const reader = await signInWith(['admin:caseFile:list']);
  expect((await app.post(CASES, { kind: 'bill', no }, { token: reader })).status).toBe(403);
  const ahead = shopClock(new Date(Date.now() + 3_600_000));
  for (const [body, field] of [
    [{ kind: 'bill' }, 'no'],
    [{ kind: 'bill', no: 'ZZ1' }, 'no'],
    [{ kind: 'shop' }, 'shopId'],
    [{ kind: 'shop', shopId: chain.home, at: ahead }, 'at'],
  ] as const)
    expect((await app.post(CASES, body)).body, JSON.stringify(body)).toMatchObject({
      code: 422,
      data: [{ path: field }],
    });
  expect((await app.post(CASES, { kind: 'bill', no: 'XS1' })).status).toBe(404);
});
test('who made which is in the change log, and an archive whose days are over is made anew', async () => {
  const { master } = app.house.deps;
  const [row] = await rows();
  const Action = z.object({ action: z.string() });
  const actions = await master.anyFirst(sql.type(Action)`
    SELECT action FROM master.change_log WHERE table_name = 'case_file' AND row_id = ${String(row?.id)} ORDER BY id`);
  expect(actions).toEqual(['insert', 'update']);
  await master.query(
    sql.unsafe`UPDATE master.case_file SET ended_at = now() - interval '8 days' WHERE id = ${row?.id ?? 0}`,
  );
  await made({ kind: 'bill', no });
  expect((await rows()).find(({ id }) => id === row?.id)).toMatchObject({ state: 'gone', digest: row?.digest });
  expect((await app.post(`${CASES}/${row?.id}/file`, {})).body.msg).toBe('卷宗文件已不在服务器上，请重新制作');
});
test('whoever is erased is in no archive that lies ready; those without customers stay', async () => {
  const token = await signInWith(MAKER);
  const blind = await made({ kind: 'bill', no }, { token });
  const telling = await made({ kind: 'bill', no });
  const fileOf = ({ id }: Row): string => path.join(app.dataDir, 'case-files', `${id}.zip`);
  expect(existsSync(fileOf(telling))).toBe(true);
  expect((await app.post(`/base-customer/${chain.customerId}/erase`, { reason: '本人要求' })).status).toBe(200);
  const states = new Map((await rows()).map(({ id, state }) => [id, state]));
  expect([states.get(telling.id), states.get(blind.id)]).toEqual(['gone', 'ready']);
  expect([existsSync(fileOf(telling)), existsSync(fileOf(blind))]).toEqual([false, true]);
  const anew = await opened(await made({ kind: 'bill', no }));
  const texts = await Promise.all(anew.names.map((name) => textIn(anew, name)));
  expect(texts.join('\n')).not.toMatch(/13800000001|王女士/);
});
test('one that is being made while somebody is erased comes to nothing, and what lies there of it goes', async () => {
  const { master, clock } = app.house.deps;
  const customer = await app.post('/base-customer', { name: '李女士', mobile: '13800000002', status: '2' });
  const by = { user: { ...NOBODY, permissions: new Set(['*:*:*']) }, now: clock(), key: '' };
  const wanted = { kind: 'bill', about: no, at: isoWithOffset(clock()), shopId: chain.home, shopName: '' } as const;
  const ids = [await nextId(master), await nextId(master)];
  const files = ids.map((id) => path.join(app.dataDir, 'case-files', `${id}.zip`));
  mkdirSync(path.join(app.dataDir, 'case-files'), { recursive: true });
  for (const [n, id] of ids.entries()) {
    expect(await begin(master, { ...wanted, id }, by)).toBe(null);
    writeFileSync(`${files[n]}.part`, '13800000002');
  }
  const [made = 0, dead = 0] = ids;
  expect(await end(master, dead, { state: 'failed', result: '' }, by)).toBe(true);
  const erased = await app.post(`/base-customer/${String(customer.body.data)}/erase`, { reason: '本人要求' });
  expect(erased.status, erased.text).toBe(200);
  expect(files.map((file) => existsSync(`${file}.part`))).toEqual([false, false]);
  expect(await end(master, made, { state: 'ready', done: 100 }, by)).toBe(false);
  expect((await rows()).find(({ id }) => id === made)).toMatchObject({
    state: 'failed',
    result: '制作期间有客户注销，请重新制作',
  });
  // The same command once more, behind a crash, makes it anew; the process that dies of it is missed at the next look.
  expect(await begin(master, { ...wanted, id: made }, by)).toBe(null);
  const stateOf = async () => (await rows()).find(({ id }) => id === made)?.state;
  expect(await stateOf()).toBe('running');
  await master.query(sql.unsafe`
    UPDATE master.case_file SET heard_at = now() - interval '2 minutes' WHERE id = ${made}`);
  expect(await stateOf()).toBe('failed');
  expect(await end(master, made, { state: 'ready', done: 100 }, by)).toBe(true);
  expect(await stateOf()).toBe('ready');
});
