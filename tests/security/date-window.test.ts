/** R6 over every GET that takes dates, drawn from the API's own description: leaving the dates out opens no older day. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import { startChain, type Chain } from '../flow/shops.ts';
import { describedGets, type Get } from '../support/described.ts';

/** Logs of the system have moments of their own, no business dates; an explanation asks for its field. */
/** A row of 异常 is of the day on which it came about, and says of an entry dated back which day it names. */
const LOGS = /^\/(report-exception|sys-login-log|sys-opera-log|sysoperlog|operlog|loginlog|sys-)/;

let chain: Chain;
let clerk: string;
let old: string;
let piece: string;
let dated: readonly Get[] = [];

const saved = async (path: string, body: unknown): Promise<number> => {
  const reply = await chain.app.post(path, body);
  expect(reply, reply.text).toMatchObject({ status: 200 });
  return Number(reply.body.data);
};

beforeAll(async () => {
  chain = await startChain();
  const { app, home, today } = chain;
  old = addDays(today, -60);
  const stock = (barcode: string): Promise<string> =>
    chain.stock({ inStorageAt: old, barcode, cerif: `C-${barcode}`, num: 3 });
  [piece] = [await stock('OLD-1'), await stock('OLD-2')] as [string, string];
  const documents = [
    ['/biz-allocate', chain.transfer([{ barcode: piece }], { allocateAt: old })],
    ['/biz-sell', chain.sale([{ barcode: piece }], { sellAt: old })],
    [
      '/biz-goods-return',
      { shopId: home, returnAt: old, remark: '', bizGoodsList: [{ barcode: 'OLD-2', returnNum: 1 }] },
    ],
  ] as const;
  for (const [path, body] of documents) {
    const id = await saved(path, body);
    if (path !== '/biz-goods-return') await chain.audit(path, [id]);
  }
  const check = await saved('/biz-check', {
    shopId: home,
    checkAt: old,
    type: '戒指',
    style: '',
    remark: '',
    bizGoodsList: [{ barcode: piece, factNum: 1 }],
  });
  await chain.audit('/biz-check', [check]);
  await app.addUser({ username: 'floor', roleIds: [3] });
  clerk = await app.signIn('floor');
  dated = (await describedGets(app)).filter(
    ({ path, names }) => names.includes('beginTime') && !path.includes('{') && !LOGS.test(path),
  );
}, 60_000);
afterAll(() => chain.app.stop());

const answer = async (path: string, token?: string): Promise<string> => {
  const reply = await chain.app.get(path, token === undefined ? {} : { token });
  expect(reply.status, `${path}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
  return reply.status === 200 ? JSON.stringify(reply.body) : '';
};
const withField = ({ path, names }: { path: string; names: readonly string[] }): string =>
  names.includes('field') ? `${path}?field=num` : `${path}?pageSize=50`;

test('without dates nothing older than the window is shown, whoever may any day sees it (S1§6/74 S2§6/3)', async () => {
  const shown: string[] = [];
  const seenByAdmin: string[] = [];
  let asked = 0;
  for (const each of dated) {
    const path = withField(each);
    if (each.path.endsWith('/export')) continue;
    const seen = await answer(path, clerk);
    if (seen !== '') asked += 1;
    if (seen.includes(old)) shown.push(path);
    if ((await answer(path)).includes(old)) seenByAdmin.push(each.path);
  }
  expect(shown).toEqual([]);
  expect(asked).toBeGreaterThanOrEqual(12);
  expect(seenByAdmin.length).toBeGreaterThanOrEqual(8);
});

test('blank dates and blank barcodes are no way round it (S1§6/74)', async () => {
  for (const blank of ['beginTime=&endTime=', 'barcode=%20', 'barcode=%E3%80%80', 'cerif=%20']) {
    const reply = await chain.app.get(`/biz-goods-in?${blank}`, { token: clerk });
    expect(JSON.stringify(reply.body), blank).not.toContain(old);
  }
});

test('one open end is closed by the window (S1§6/74)', async () => {
  const open = await chain.app.get(`/biz-goods-in?endTime=${chain.today}`, { token: clerk });
  expect(open.status).toBe(200);
  expect(JSON.stringify(open.body)).not.toContain(old);
});

test('a barcode or a certificate finds its piece whenever it came (S1§6/74)', async () => {
  const found: string[] = [];
  for (const each of dated.filter(({ names, path }) => names.includes('barcode') && !path.endsWith('/export')))
    if ((await answer(`${withField(each)}&barcode=${piece}`, clerk)).includes(old)) found.push(each.path);
  expect(found).toEqual(expect.arrayContaining(['/biz-goods-in', '/biz-allocate', '/biz-sell', '/report-goods-flow']));
  expect(await answer('/biz-goods-in?cerif=C-OLD-2', clerk)).toContain(old);
});
