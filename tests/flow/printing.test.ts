/**
 * What the counter prints over HTTP (S1§6, §7; R18, R53, R90, R98): tables, copies, and who may. One file, because papers of every kind are
 * read and drawn by the same few lines, most of them of one order with six lists.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLayout } from 'services/contracts/print-layout';
import { renderSheets } from '../../root-config/src/print/render.ts';
import { TEMPLATE_SEEDS } from '../../services/master-data/templates/seed.ts';
import { USER_PASSWORD } from '../support/app.ts';
import { fullOrder } from '../support/full-order.ts';
import { roleWith } from '../support/roles.ts';
import { startChain, type Chain } from './shops.ts';

type Row = Readonly<Record<string, unknown>>;
type Paper = {
  readonly copies: number;
  readonly templateName: string;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
};
let chain: Chain;
let order = 0;
let [piece, sold] = ['', ''];
beforeAll(async () => {
  chain = await startChain();
  [piece, sold] = [await chain.stock(), await chain.stock()];
  const reply = await chain.app.post('/biz-sell', await fullOrder(chain, [piece, sold]));
  expect(reply.status, reply.text).toBe(200);
  order = Number(reply.body.data);
});
afterAll(() => chain.app.stop());

let users = 0;
const userWith = async (keys: readonly string[], lockShops: readonly number[] = []): Promise<string> => {
  const username = `printer${(users += 1)}`;
  await chain.app.addUser({ username, roleIds: [await roleWith(chain.app, keys)], lockShops });
  return chain.app.signIn(username);
};
const dataOf = async (kind: string, id: number): Promise<Paper> => {
  const path = kind === 'invoice' ? '/biz-sell/print' : `/base-print-template/print-data/${kind}`;
  const reply = await chain.app.get(`${path}/${id}`);
  expect(reply.status, reply.text).toBe(200);
  return reply.body.data as Paper;
};
/** Sheets as the seeded template of that kind draws them. */
const sheetsOf = async (kind: string, id: number): Promise<string[]> => {
  const { templateName, tables } = await dataOf(kind, id);
  const { master = [], ...lists } = tables;
  const layout = readLayout(TEMPLATE_SEEDS.find(({ fileName }) => fileName === templateName)?.template ?? '');
  if (layout === null) throw new Error(`no layout of ${kind}`);
  return renderSheets(layout, { ...lists, ...master[0] });
};
const printed = (path: string, ids: readonly number[], kind: string, token?: string) =>
  chain.app.post(`${path}/printed`, { ids, kind }, token === undefined ? {} : { token });
type Step = { readonly title: string; readonly by: string; readonly changes: readonly Row[] };
const stepsOf = async (path: string, id: number): Promise<readonly Step[]> =>
  (await chain.app.get(`${path}/${id}/history`)).body.data as Step[];

describe('an order', () => {
  test('is told as tables: itself and its six lists, in words, money with two decimals and weights with three (S1§7/4)', async () => {
    const { tables, copies } = await dataOf('invoice', order);
    expect(copies).toBe(0);
    expect(Object.keys(tables)).toEqual(['master', 'goods', 'change', 'recycle', 'gift', 'clean', 'balance']);
    expect(tables['master']).toMatchObject([
      {
        orderNo: `XS${order}`,
        customerName: '王女士',
        customerMobile: '138••••0001',
        sellers: '管理员',
        auditFlag: '待审核',
        pending: '待审核',
        reprint: '',
        amount: '2238.00',
        changeFee: '2238.00',
        oldFee: '1500.00',
        giftFee: '29.00',
        cleanFee: '50.00',
        payableFee: '-1421.00',
        factFee: '-1421.00',
        factFeeWords: '负壹仟肆佰贰拾壹元整',
        feesInWords: '首饰 ¥2,238.00\u3000退换 -¥2,238.00\u3000旧料 -¥1,500.00\u3000赠品 ¥29.00\u3000维修清洗 ¥50.00',
        paidBy: '现金 ¥-1,400.00\u3000微信 ¥-21.00',
        goldWeight: '3.215',
        changeWeight: '3.215',
        netWeight: '2.500',
        usablePoints: 0,
      },
    ]);
    expect(tables['goods']).toMatchObject([
      {
        barcode: piece,
        num: 1,
        sellGoldWeight: '3.215',
        priceMode: '一口价',
        todayGoldCost: '一口价',
        factSellFee: '2238.00',
      },
    ]);
    expect(tables['change']).toMatchObject([
      { barcode: sold, returnNum: 1, goldWeight: '3.215', factReturnAmount: '2238.00', returnTo: '回库' },
    ]);
    expect(tables['recycle']).toMatchObject([
      { weight: '2.500', netWeight: '2.500', cost: '600.00', price: '1500.00' },
    ]);
    expect(tables['gift']).toMatchObject([{ goodsName: '红绳手链', num: 1, price: '29.00', amount: '29.00' }]);
    expect(tables['clean']).toMatchObject([{ weight: '8.200', price: '50.00', state: '已收件' }]);
    expect(tables['balance']).toEqual([
      { balance: '现金', amount: '-1400.00' },
      { balance: '微信', amount: '-21.00' },
    ]);
    const all = JSON.stringify(tables);
    expect(all).not.toMatch(/piceCost|costAmount|sellerPoints|approver|"cost":"?5\b/);
  });

  test('goes to paper whole: six lists with their sums, capitals, weights, a second sheet with head and page number (S1§9/7)', async () => {
    const sheets = await sheetsOf('invoice', order);
    const paper = sheets.join('\n');
    for (const words of [
      '首饰',
      '退换',
      '旧料',
      '赠品',
      '维修清洗',
      '收付款',
      `XS${order}`,
      piece,
      sold,
      '红绳手链',
      '抛光',
    ])
      expect(paper).toContain(words);
    expect(paper).toContain('应退：¥1,42');
    expect(paper).not.toContain('应付：');
    for (const words of ['3.215', '2.500', '8.200', '人民币大写：负壹仟肆佰贰拾壹元整', '客户签名：', '退换', '待审核'])
      expect(paper).toContain(words);
    expect(paper.match(/>合计</g)?.length).toBe(6);
    expect(sheets.map((sheet) => /第\d页 共\d页/.exec(sheet)?.[0])).toEqual(
      sheets.map((_, at) => `第${at + 1}页 共${sheets.length}页`),
    );
    expect(sheets.length).toBe(2);
    for (const sheet of sheets) expect(sheet).toContain(`单号：XS${order}`);
    expect(sheets[0]).not.toContain('客户签名');
  });

  test('of one list leaves no frame of the others, and its only sheet has everything (S1§9/7)', async () => {
    const barcode = await chain.stock();
    const id = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
    const [sheet = '', ...more] = await sheetsOf('invoice', id);
    expect(more).toEqual([]);
    for (const words of ['退换', '旧料', '赠品', '维修清洗']) expect(sheet).not.toContain(`>${words}<`);
    expect(sheet.match(/<path d="M10 [\d.]+h190/g)).toHaveLength(1);
    expect(sheet).toContain('客户签名：');
  });

  test('of forty pieces goes on to further sheets, none of its lines twice and none left out (S1§9/7)', async () => {
    const barcodes: string[] = [];
    for (let at = 0; at < 40; at++) barcodes.push(await chain.stock());
    const reply = await chain.app.post('/biz-sell', chain.sale(barcodes.map((barcode) => ({ barcode }))));
    expect(reply.status, reply.text).toBe(200);
    const sheets = await sheetsOf('invoice', Number(reply.body.data));
    expect(sheets.length).toBe(3);
    const found = sheets
      .join('')
      .match(/>\d{12}</g)
      ?.map((code) => code.slice(1, -1));
    expect(found).toEqual(barcodes);
    expect(sheets.at(-1)).toContain('>89,520.00<');
  });
});

describe('copies', () => {
  test('are counted with who and how; the second says 补打, on paper and in the history (S1§2.1/15)', async () => {
    const barcode = await chain.stock();
    const id = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
    const before = await chain.app.get(`/biz-sell/${id}`);
    expect(await printed('/biz-sell', [id], 'service')).toMatchObject({
      status: 200,
      body: { data: [{ id, copy: 1 }] },
    });
    expect(await dataOf('invoice', id)).toMatchObject({
      copies: 1,
      tables: { master: [{ reprint: '补打（第2份）' }] },
    });
    expect((await sheetsOf('invoice', id))[0]).toContain('补打（第2份）');
    expect(await printed('/biz-sell', [id], 'browser')).toMatchObject({ body: { data: [{ id, copy: 2 }] } });
    expect((await stepsOf('/biz-sell', id)).slice(-2)).toMatchObject([
      { title: '打印', by: '管理员', changes: [{ label: '打印服务', after: '第1份' }] },
      { title: '补打', by: '管理员', changes: [{ label: '在线打印', after: '第2份' }] },
    ]);
    // Whoever has the order open is not told that it changed.
    const after = await chain.app.get(`/biz-sell/${id}`);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  test('a repeated click is one copy, and ten tills at once are ten (S1§2.1/15)', async () => {
    const barcode = await chain.stock();
    const id = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
    const click = { headers: { 'Idempotency-Key': 'one-click' } };
    for (let time = 0; time < 3; time++)
      expect(await chain.app.post('/biz-sell/printed', { ids: [id], kind: 'service' }, click)).toMatchObject({
        body: { data: [{ id, copy: 1 }] },
      });
    const replies = await Promise.all(Array.from({ length: 10 }, () => printed('/biz-sell', [id], 'browser')));
    const copies = replies.map(({ body }) => (body.data as { copy: number }[])[0]?.copy);
    expect(copies.toSorted((a = 0, b = 0) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test('of several documents are counted all or none; what is not there and what is no way is refused (S1§2.1/15)', async () => {
    expect(await printed('/biz-sell', [order, 999_999], 'browser')).toMatchObject({ status: 404 });
    expect((await dataOf('invoice', order)).copies).toBe(0);
    expect(await printed('/biz-sell', [order], 'fax')).toMatchObject({ status: 422, body: { msg: '打印方式不正确' } });
    expect(await printed('/biz-sell', [], 'browser')).toMatchObject({ status: 422 });
    const barcode = await chain.stock();
    const gone = Number((await chain.app.post('/biz-sell', chain.sale([{ barcode }]))).body.data);
    await chain.app.del('/biz-sell', { ids: [gone] });
    expect(await printed('/biz-sell', [gone], 'browser')).toMatchObject({ status: 404 });
  });

  test('each way has its own key, and no other shop’s order is printed (S1§6/4)', async () => {
    const online = await userWith(['biz:bizSell:print']);
    const offline = await userWith(['biz:bizSell:offlinePrint']);
    const neither = await userWith(['biz:bizSell:list', 'biz:bizSell:printDesign']);
    const away = await userWith(['biz:bizSell:print'], [chain.away]);
    expect(await printed('/biz-sell', [order], 'service', online)).toMatchObject({
      status: 403,
      body: { msg: '没有打印的权限' },
    });
    expect(await printed('/biz-sell', [order], 'browser', offline)).toMatchObject({
      status: 403,
      body: { msg: '没有在线打印的权限' },
    });
    for (const way of ['service', 'browser']) {
      expect(await printed('/biz-sell', [order], way, neither)).toMatchObject({ status: 403 });
      expect(await printed('/biz-sell', [order], way, away)).toMatchObject({ status: 403 });
    }
    expect(await chain.app.get(`/biz-sell/print/${order}`, { token: neither })).toMatchObject({ status: 403 });
    for (const token of [online, offline])
      expect(await chain.app.get(`/biz-sell/print/${order}`, { token })).toMatchObject({ status: 200 });
    expect((await dataOf('invoice', order)).copies).toBe(0);
    const designer = await userWith(['biz:bizSell:printDesign']);
    const { list } = (await chain.app.get('/base-print-template?kind=invoice')).body.data as { list: { id: number }[] };
    const design = `/base-print-template/update-template/${list[0]?.id}`;
    const { template } = TEMPLATE_SEEDS.find(({ kind }) => kind === 'invoice')!;
    expect(await chain.app.put(design, { template }, { token: online })).toMatchObject({ status: 403 });
    expect(await chain.app.put(design, { template }, { token: designer })).toMatchObject({ status: 200 });
  });
});

describe('slips', () => {
  test('a recycle slip has what was bought, identity, a declaration and signatures (S1§2.4/2)', async () => {
    const line = { type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, lossRatio: 98, cost: 600, remark: '' };
    const body = { customerId: chain.customerId, shopId: chain.home, recycleAt: chain.today, seller: 'admin' };
    const reply = await chain.app.post('/biz-alone-recycle', { ...body, recycleList: [{ ...line, remark: '旧' }] });
    expect(reply.status, reply.text).toBe(200);
    const id = Number(reply.body.data);
    const [sheet = ''] = await sheetsOf('recycle', id);
    for (const words of [
      `HS${id}`,
      '证件号码：',
      '合法所有',
      '出售人签字：',
      '2.450',
      '98%',
      '人民币大写：壹仟肆佰柒拾元整',
      '￥1,470.00',
    ])
      expect(sheet).toContain(words);
    expect(await printed('/biz-alone-recycle', [id], 'browser')).toMatchObject({ body: { data: [{ id, copy: 1 }] } });
    expect((await sheetsOf('recycle', id))[0]).toContain('补打（第2份）');
    expect((await stepsOf('/biz-alone-recycle', id)).at(-1)).toMatchObject({ title: '打印' });
  });

  test('a repair receipt has its barcode WX and the line’s number, and is counted by it (S1§2.1/16)', async () => {
    const [line] = (await chain.app.get(`/biz-sell-clean/list?sellId=${order}`)).body.data as { id: number }[];
    const id = line!.id;
    const { tables } = await dataOf('clean', id);
    expect(tables['master']).toMatchObject([{ barcode: `WX${id}`, price: '50.00', weight: '8.200' }]);
    const [sheet = ''] = await sheetsOf('clean', id);
    for (const words of [`WX${id}`, '重量：8.200g', '要求：抛光，焊接断开处', '约定取件：', '￥50'])
      expect(sheet).toContain(words);
    expect(await printed('/biz-sell-clean', [id], 'service')).toMatchObject({ body: { data: [{ id, copy: 1 }] } });
    expect(await printed('/biz-sell-clean', [id], 'service')).toMatchObject({ body: { data: [{ id, copy: 2 }] } });
    expect((await stepsOf('/biz-sell-clean', id)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['打印', '补打']),
    );
    expect(await printed('/biz-sell-clean', [id + 5], 'service')).toMatchObject({ status: 404 });
    // Its number is that of a line: the next document is numbered as if nothing had been printed.
    const next = await chain.app.post('/base-customer', { name: '赵先生', mobile: '13800000099', status: '2' });
    expect(Number(next.body.data)).toBeLessThan(id);
  });

  test('a deposit slip has account, amount in figures and capitals (S1§2.4/2)', async () => {
    const reply = await chain.app.post('/biz-deposit', {
      customerId: chain.customerId,
      shopId: chain.home,
      depositAt: chain.today,
      account: '定金',
      kind: '1',
      amount: 1000,
      balanceList: [{ balance: '现金', amount: 1000 }],
      seller: 'admin',
      goodsBarcode: '',
      deliverAt: '',
      remark: '',
    });
    expect(reply.status, reply.text).toBe(200);
    const id = Number(reply.body.data);
    const [sheet = ''] = await sheetsOf('deposit', id);
    for (const words of [`CZ${id}`, '定金（收款）', '壹仟元整', '￥1,000.00', '客户签字：'])
      expect(sheet).toContain(words);
    expect(sheet).not.toContain('预订首饰');
    expect(await printed('/biz-deposit', [id], 'service')).toMatchObject({ body: { data: [{ id, copy: 1 }] } });
  });

  test('a shift slip has each method’s expected, counted, difference and reason, and two signatures (S1§2.4/2)', async () => {
    await chain.app.addUser({ username: 'taker', roleIds: [4], lockShops: [chain.home] });
    await chain.app.signIn('taker');
    const till = '一号台';
    const headers = { 'x-till': encodeURIComponent(till) };
    const barcode = await chain.stock();
    expect(await chain.app.post('/biz-sell', chain.sale([{ barcode }]), { headers })).toMatchObject({ status: 200 });
    const reply = await chain.app.post(
      '/biz-shift',
      {
        shopId: chain.home,
        till,
        list: [{ balance: '现金', expected: 2238, counted: 2230, reason: '找零差错' }],
        takenBy: { username: 'taker', password: USER_PASSWORD },
      },
      { headers },
    );
    expect(reply.status, reply.text).toBe(200);
    const id = Number(reply.body.data);
    const [sheet = ''] = await sheetsOf('shift', id);
    for (const words of [
      `JB${id}`,
      '2,238.00',
      '2,230.00',
      '-8.00',
      '找零差错',
      '交班人（管理员）签字：',
      '接班人（taker）签字：',
    ])
      expect(sheet).toContain(words);
    expect(await printed('/biz-shift', [id], 'browser')).toMatchObject({ body: { data: [{ id, copy: 1 }] } });
    expect((await stepsOf('/biz-shift', id)).at(-1)).toMatchObject({ title: '打印' });
  });

  test('is for whoever may see it, in its own shop (S1§2.4/2)', async () => {
    const nobody = await userWith(['biz:bizSell:list']);
    const away = await userWith(
      ['biz:bizAloneRecycle:list', 'biz:bizDeposit:list', 'biz:bizShift:list', 'biz:bizSellClean:list'],
      [chain.away],
    );
    for (const [path, list] of [
      ['/biz-alone-recycle', '/biz-alone-recycle'],
      ['/biz-deposit', '/biz-deposit'],
      ['/biz-shift', '/biz-shift'],
      ['/biz-sell-clean', '/biz-sell-clean'],
    ] as const) {
      const { list: rows } = (await chain.app.get(list)).body.data as { list: { id: number }[] };
      const ids = [rows[0]!.id];
      expect(await printed(path, ids, 'browser', nobody), path).toMatchObject({ status: 403 });
      expect(await printed(path, ids, 'browser', away), path).toMatchObject({ status: 403 });
    }
  });
});
