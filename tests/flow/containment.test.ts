/** Nothing accepted may stop the house: a bad event and a bad place, seen over HTTP with the product's own read models. */
import pg from 'pg';
import { read, utils } from 'xlsx';
import { sql } from 'slonik';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodsStream } from 'services/goods/contract';
import { startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(async () => {
  await chain.app.stop();
});

type Listed = { list: { barcode?: string; id?: number }[]; count: number; parked?: number; stale?: number[] };
const listOf = async (path: string): Promise<Listed> => (await chain.app.get(path)).body.data as Listed;
const staleOf = ({ list, stale }: Listed) => stale?.map((place) => list[place]?.barcode);
const health = (name: string) => chain.app.house.health().find((one) => one.name === name)!;
/** The schema whose rows the read model shows. */
const schemaOf = (name: string): Promise<string> =>
  chain.app.house.deps.master.oneFirst(sql.type(z.object({ schema: z.string() }))`
    SELECT schema FROM projection.checkpoint WHERE name = ${name} AND state = 'live'`);
const run = async (text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: chain.app.house.deps.master.configuration.connectionUri });
  await client.connect();
  await client.query(text);
  await client.end();
};
/** Every write of a row fails with that SQLSTATE; `when` limits it. Answers what ends it. */
const refusing = async (table: string, code: string, when = 'true'): Promise<() => Promise<unknown>> => {
  await run(`create or replace function public.refusing() returns trigger language plpgsql as
    $$ begin if ${when} then raise exception 'planted' using errcode = '${code}'; end if; return new; end $$`);
  await run(
    `create trigger refusing before insert or update on ${table} for each row execute function public.refusing()`,
  );
  return () => run(`drop trigger refusing on ${table}`);
};

test('a piece that one read model cannot take stops no screen, no other piece and no other shop', async () => {
  const [bad, good] = [await chain.stock(), await chain.stock()];
  const mended = await refusing(`${await schemaOf('goods-in')}.goods_in`, '22003', `new.barcode = '${bad}'`);
  const moved = await chain.app.post('/biz-allocate', chain.transfer([{ barcode: bad }, { barcode: good }]));
  expect([moved.status, moved.text]).toEqual([200, expect.any(String)]);
  const id = Number(moved.body.data);
  expect((await chain.audit('/biz-allocate', [id])).status).toBe(200);
  await expect.poll(() => health('goods-in').parked.map(({ stream }) => stream)).toEqual([goodsStream(bad)]);
  expect(chain.app.house.health().filter(({ state }) => state !== 'live')).toEqual([]);

  // The other piece went on, in the shop it came to; other read models know both.
  expect(await chain.free(good, chain.away)).toBe(1);
  const list = await listOf(`/biz-goods-in?shopId=${chain.home}&pageSize=50`);
  expect([list.parked, staleOf(list)]).toEqual([1, [bad]]);
  expect(list.list.map(({ barcode }) => barcode)).toEqual(expect.arrayContaining([bad, good]));
  const away = await listOf(`/biz-goods-in?shopId=${chain.away}`);
  expect(away).toMatchObject({ parked: 1, list: [{ barcode: good }] });
  expect(away.stale).toBeUndefined();
  expect(await listOf('/biz-allocate')).toMatchObject({ list: [{ id }] });
  expect((await listOf('/biz-allocate')).parked).toBeUndefined();
  for (const path of [`/report-goods-flow?barcode=${good}`, '/report-goods-turnover/totals'])
    expect([path, (await chain.app.get(path)).status, (await chain.app.get(path)).body.data]).toEqual([
      path,
      200,
      expect.objectContaining({ parked: 1 }),
    ]);

  // What is made of its stream alone says so, now and as of a moment, and never 500.
  const row = list.list.find(({ barcode }) => barcode === bad)!;
  const now = encodeURIComponent(new Date().toISOString());
  for (const path of [
    `/biz-goods-in/${row.id}/history`,
    `/report-goods-flow/life?barcode=${bad}`,
    `/biz-goods-in/${row.id}?asOf=${now}`,
  ]) {
    const answer = await chain.app.get(path);
    expect([path, answer.status, answer.body.msg]).toEqual([path, 409, expect.stringContaining('更新中断')]);
  }
  expect((await chain.app.get(`/biz-goods-in?asOf=${now}`)).status).toBe(200);

  // The live record shows the row of before, and says so; a sheet says how much it lacks, one without gaps says nothing.
  const record = await chain.app.get(`/biz-goods-in/${row.id}`);
  expect([record.status, record.headers.get('x-read-model-lag'), record.body.msg]).toEqual([
    200,
    'true',
    expect.stringContaining('未更新'),
  ]);
  const aboveOf = async (path: string): Promise<string> => {
    const answer = await fetch(`${chain.app.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${chain.app.adminToken}` },
    });
    expect(answer.status, path).toBe(200);
    const book = read(Buffer.from(await answer.arrayBuffer()));
    return String(utils.sheet_to_json<unknown[]>(Object.values(book.Sheets)[0]!, { header: 1 })[0]?.[0]);
  };
  expect(await aboveOf(`/biz-goods-in/export?shopId=${chain.home}`)).toContain('有1条未更新');
  expect(await aboveOf('/report-goods-turnover/export?')).toContain('有1条未更新');
  expect(await aboveOf('/biz-allocate/export?')).not.toContain('未更新');

  // Amber: asked by a load balancer it is ready, and says what is wrong.
  const ready = await chain.app.get('/readyz', { token: null });
  expect(ready.status).toBe(200);
  expect(ready.body.data).toMatchObject({
    读模型: '正常',
    warnings: [expect.stringMatching(/goods-in 未更新：首饰被单据占用 .*22003/)],
  });
  expect((await chain.app.get('/metrics', { token: null })).text).toContain(
    'projection_parked_keys{projection="goods-in"} 1',
  );

  // A check of its shop cannot be signed while its books lack a piece.
  const check = await chain.app.post('/biz-check/open', { shopId: chain.home, checkAt: chain.today, type: '戒指' });
  const refused = await chain.audit('/biz-check', [Number(check.body.data)]);
  expect([check.status, refused.status, refused.body.msg]).toEqual([200, 409, expect.stringContaining('未更新')]);

  await mended();
  const retried = await chain.app.post('/sys-read-model/retry', { name: 'goods-in' });
  expect([retried.status, retried.body.data]).toEqual([200, { healed: 1, left: 0 }]);
  expect(await chain.free(bad, chain.away)).toBe(1);
  expect((await listOf(`/biz-goods-in?shopId=${chain.home}`)).parked).toBeUndefined();
  expect((await chain.app.get(`/biz-goods-in/${row.id}/history`)).status).toBe(200);
});

test('an event that no fold understands parks its piece wherever it is read, and every list goes on', async () => {
  const [bad, good] = [await chain.stock(), await chain.stock()];
  const meta = {
    key: 'planted',
    correlationId: 'c',
    causationId: 'c',
    userId: 1,
    userName: 'admin',
    shopId: chain.home,
  };
  await chain.app.house.deps.store.append(goodsStream(bad), 'any', [
    {
      id: '6f1d0a52-7a0e-5c59-9a0c-000000000001',
      type: 'GoodsReceiptCorrected',
      data: { barcode: bad },
      meta: { ...meta, at: new Date().toISOString(), schema: 1 },
    },
  ]);
  await expect.poll(() => health('goods-in').parked.length).toBe(1);
  expect((await chain.app.post('/biz-allocate', chain.transfer([{ barcode: good }]))).status).toBe(200);
  for (const path of ['/biz-goods-in', '/report-goods-flow', '/report-goods-turnover', '/biz-allocate', '/biz-check'])
    for (const asOf of ['', `&asOf=${encodeURIComponent(new Date().toISOString())}`]) {
      const asked = `${path}?barcode=${bad}${asOf}`;
      expect([asked, (await chain.app.get(asked)).status]).toEqual([asked, 200]);
    }
  const list = await listOf(`/biz-goods-in?asOf=${encodeURIComponent(new Date().toISOString())}`);
  expect(staleOf(list)).toEqual([bad]);
  const life = await chain.app.get(`/report-goods-flow/life?barcode=${bad}`);
  expect([life.status, life.body.msg]).toEqual([409, expect.stringContaining('更新中断')]);
  expect(chain.app.house.health().filter(({ state }) => state !== 'live')).toEqual([]);
});

test('only who has the right sees and retries read models; an unknown one is not found', async () => {
  await chain.app.addUser({ username: 'clerk', roleIds: [4] });
  const token = await chain.app.signIn('clerk');
  expect((await chain.app.get('/sys-read-model', { token })).status).toBe(403);
  expect((await chain.app.post('/sys-read-model/retry', { name: 'goods-in' }, { token })).status).toBe(403);
  expect((await chain.app.post('/sys-read-model/promote', { name: 'goods-in' }, { token })).status).toBe(403);
  expect((await chain.app.post('/sys-read-model/retry', { name: 'nothing' })).status).toBe(404);
  const states = (await chain.app.get('/sys-read-model')).body.data as { name: string; parked: { cause: string }[] }[];
  expect(states.find(({ name }) => name === 'goods-in')?.parked).toHaveLength(1);
  expect((await chain.app.post('/sys-read-model/promote', { name: 'sales' })).status).toBe(200);
});

test.each([
  ['53100', 507, '磁盘空间不足，输入已保留'],
  ['57P01', 503, '存储暂时不可用，输入已保留，请稍后重试'],
  ['08006', 503, '存储暂时不可用，输入已保留，请稍后重试'],
  ['25006', 503, '存储暂时不可用，输入已保留，请稍后重试'],
  ['XX000', 500, '系统繁忙，请稍后再试'],
])('a write that the place refuses with %s is %i', async (code, status, msg) => {
  const ended = await refusing('master.shop', code);
  const name = `店${code}`;
  const answer = await chain.app.post('/base-shop', { name, status: '2', remark: '' });
  await ended();
  expect([answer.status, answer.body.msg]).toEqual([status, msg]);
  expect((await chain.app.post('/base-shop', { name, status: '2', remark: '' })).status).toBe(200);
});

test('a full disk below a read model is waited out, in order, and parks nothing', async () => {
  const before = health('goods-in').parked.length;
  const ended = await refusing(`${await schemaOf('transfers')}.transfers`, '53100');
  const piece = await chain.stock();
  const saved = await chain.app.post('/biz-allocate', chain.transfer([{ barcode: piece }]));
  expect(saved.status).toBe(200);
  await expect.poll(() => health('transfers').state).toBe('catching-up');
  await ended();
  await expect.poll(() => health('transfers').state, { timeout: 20_000 }).toBe('live');
  expect((await listOf('/biz-allocate')).list.map(({ id }) => id)).toContain(Number(saved.body.data));
  expect([health('transfers').parked, health('goods-in').parked.length]).toEqual([[], before]);
});
