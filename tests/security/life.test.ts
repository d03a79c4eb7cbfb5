/** R13: of a piece that left his shop a user hears where it was sent and that it is gone, on no route more than that. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChain, type Chain } from '../flow/shops.ts';
import { everyGet, type Heard } from './crawl.ts';

let chain: Chain;
let heard: readonly Heard[];
let local: string;
const piece = { sold: '', onward: '', kept: '' };
/** What happened elsewhere: nothing of it may be read. */
const foreign = { sale: 0, price: 7_777.77, transfer: 0, remark: '别店的备注' };

beforeAll(async () => {
  chain = await startChain();
  const { app, home, away } = chain;
  const made = async (path: string, body: unknown, token?: string): Promise<number> => {
    const reply = await app.post(path, body, token === undefined ? {} : { token });
    expect(reply.status, reply.text).toBe(200);
    return Number(reply.body.data);
  };
  const third = await made('/base-shop', { name: '福田店', status: '2', remark: '' });
  await app.addUser({ username: 'local', roleIds: [2], lockShops: [home] });
  await app.addUser({ username: 'foreigner', roleIds: [2], lockShops: [away, third] });
  local = await app.signIn('local');
  const there = await app.signIn('foreigner');
  piece.sold = await chain.stock();
  piece.onward = await chain.stock();
  piece.kept = await chain.stock();
  const out = [piece.sold, piece.onward].map((barcode) => ({ barcode }));
  await chain.audit('/biz-allocate', [await made('/biz-allocate', chain.transfer(out), local)], { token: local });
  const rebate = Math.round((foreign.price / 2238) * 10_000) / 100;
  const price = Math.round(2238 * rebate) / 100;
  foreign.price = price;
  foreign.sale = await made(
    '/biz-sell',
    chain.sale([{ barcode: piece.sold, rebate }], {
      shopId: away,
      seller: 'foreigner',
      remark: foreign.remark,
      sellBalanceList: [{ balance: '现金', amount: price }],
    }),
    there,
  );
  const sale = foreign.sale;
  expect((await chain.audit('/biz-sell', [sale], { token: there })).status).toBe(200);
  foreign.transfer = await made(
    '/biz-allocate',
    chain.transfer([{ barcode: piece.onward }], { outShopId: away, inShopId: third, remark: foreign.remark }),
    there,
  );
  expect((await chain.audit('/biz-allocate', [foreign.transfer], { token: there })).status).toBe(200);
  const ids = [foreign.sale, foreign.transfer];
  const { body } = await app.get('/biz-goods-in?pageSize=100');
  ids.push(...(body.data as { list: { id: number }[] }).list.map(({ id }) => id));
  const asking = { ids, barcodes: Object.values(piece), shopIds: [home, away, third], today: chain.today };
  heard = await everyGet(app, local, asking);
}, 120_000);
afterAll(() => chain.app.stop());

/**
 * Lists of people name everybody who works here, and customers with what they spent belong to the chain (R13); neither
 * tells of a piece. What a customer bought in any shop may come back in this one, so whoever writes orders sees it (R68).
 */
const PEOPLE =
  /^\/base-customer|^\/biz-sell\/customerBuy|^\/(sys-user|deptTree|getinfo|menurole|oper-?log|login-?log|sys-?(operlog|loginlog|opera|login).*|operlog.*|loginlog.*)/;

test('no answer names a person, a number or a price of another shop', () => {
  const secrets = [`XS${foreign.sale}`, `DB${foreign.transfer}`, 'foreigner', foreign.remark, String(foreign.price)];
  const money = foreign.price.toLocaleString('zh-CN', { minimumFractionDigits: 2 });
  const told = heard
    .filter(({ path }) => !PEOPLE.test(path))
    .flatMap(({ where, text }) =>
      [...secrets, money].filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${where}`),
    );
  expect(heard.filter(({ status }) => status === 200).length).toBeGreaterThan(150);
  expect(told).toEqual([]);
});

test('what is told instead: sent to that shop, and gone', async () => {
  const life = async (barcode: string, token: string) =>
    (await chain.app.get(`/report-goods-flow/life?barcode=${barcode}`, { token })).body.data as {
      elsewhere: string;
      whereabouts: unknown[];
      steps: { text: string; title: string; by: string }[];
    };
  const sold = await life(piece.sold, local);
  expect(sold).toMatchObject({ elsewhere: '已售出', whereabouts: [] });
  expect(sold.steps.at(-1)).toMatchObject({ title: '调拨', text: '已调出至南山店', by: 'local' });
  expect((await life(piece.onward, local)).elsewhere).toBe('在其他分店');
  expect(await life(piece.kept, local)).toMatchObject({ elsewhere: '', whereabouts: [{ shopId: chain.home }] });
  // Whoever sees every shop hears all of it.
  const whole = await life(piece.sold, chain.app.adminToken);
  expect(JSON.stringify(whole)).toContain(`XS${foreign.sale}`);
  expect(whole.elsewhere).toBe('');
});

test('what stands against taking back a transfer is told without who and which', async () => {
  const { body } = await chain.app.get('/biz-allocate?pageSize=10', { token: local });
  const [own] = (body.data as { list: { id: number }[] }).list;
  const refused = await chain.unaudit('/biz-allocate', [own?.id ?? 0], { token: local });
  expect(refused.status).toBe(409);
  for (const secret of [`XS${foreign.sale}`, `DB${foreign.transfer}`, 'foreigner']) {
    expect(refused.text).not.toContain(secret);
  }
});
