/** Customers (S1§2.9; R50, R82, R93, R95): found by first letters, one telephone each while enabled, birthdays, 散客. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from 'services/contracts/dates';
import type { Reply } from '../support/app.ts';
import { holderOf } from '../support/guarded.ts';
import { TAG_PRICE, startChain, type Chain } from './shops.ts';

let chain: Chain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain.app.stop());

const body = (name: string, mobile: string, change: Record<string, unknown> = {}) => ({
  name,
  mobile,
  status: '2',
  ...change,
});
const add = (...of: Parameters<typeof body>): Promise<Reply> => chain.app.post('/base-customer', body(...of));
const added = async (...of: Parameters<typeof body>): Promise<number> => {
  const reply = await add(...of);
  expect(reply.status, reply.text).toBe(200);
  return Number(reply.body.data);
};
let last = 13_700_000_000;
const freshNumber = (): string => String((last += 1));
type Found = { readonly id: number; readonly name: string; readonly walkIn: boolean };
const find = async (term: string): Promise<readonly string[]> => {
  const reply = await chain.app.get(`/base-customer?nameOrMobile=${encodeURIComponent(term)}`);
  return (reply.body.data as { list: readonly Found[] }).list.map(({ name }) => name);
};

describe('first letters of pinyin', () => {
  test.each([
    ['阿依古丽', 'aygl'],
    ['白晓燕', 'bxy'],
    ['曹操', 'cc'],
    ['邓丽君', 'dlj'],
    ['额尔敦', 'eed'],
    ['范冰', 'fb'],
    ['高圆圆', 'gyy'],
    ['胡歌', 'hg'],
    ['蒋勤勤', 'jqq'],
    ['孔令辉', 'klh'],
    ['刘诗诗', 'lss'],
    ['马伊琍', 'myl'],
    ['倪妮', 'nn'],
    ['欧阳修', 'oyx'],
    ['潘粤明', 'pym'],
    ['秦岚', 'ql'],
    ['任贤齐', 'rxq'],
    ['孙俪', 'sl'],
    ['唐嫣', 'ty'],
    ['吴京', 'wj'],
    ['徐峥', 'xz'],
    ['杨紫', 'yz'],
    ['赵丽颖', 'zly'],
    // Surnames that are read otherwise than the same character elsewhere.
    ['单田芳', 'stf'],
    ['解晓东', 'xxd'],
    ['仇英', 'qy'],
    ['区楚良', 'ocl'],
    ['查良镛', 'zly'],
    ['曾国藩', 'zgf'],
    ['翟志刚', 'zzg'],
    ['Anna李', 'annal'],
  ])('%s is found by %s', async (name, letters) => {
    await added(name, freshNumber());
    expect(await find(letters)).toContain(name);
    expect(await find(letters.toUpperCase())).toContain(name);
    expect(await find(`${letters}x`)).not.toContain(name);
  });

  test('of the beginning only, and not by one letter, which would be half a list (S1§2.9/3)', async () => {
    await added('罗密欧', '13600000011');
    expect(await find('lm')).toEqual(['罗密欧']);
    expect(await find('mo')).not.toContain('罗密欧');
    expect(await find('q')).toEqual([]);
  });
});

test('a card number finds its customer (S1§2.9/3)', async () => {
  await added('持卡人', '13600000012', { vip: 'VIP88' });
  expect(await find('VIP88')).toEqual(['持卡人']);
});

describe('one telephone', () => {
  test('is one enabled customer; whoever is disabled gives it free, and cannot come back beside the other (S1§5/6)', async () => {
    const first = await added('老号主', '13600000013');
    expect(await add('新号主', '136-0000-0013')).toMatchObject({
      status: 409,
      body: { msg: '该手机号已登记为客户老号主' },
    });
    expect(
      (await chain.app.put(`/base-customer/${first}`, body('老号主', '13600000013', { status: '1' }))).status,
    ).toBe(200);
    await added('新号主', '13600000013');
    const back = await chain.app.put(`/base-customer/${first}`, body('老号主', '13600000013'));
    expect(back).toMatchObject({ status: 409, body: { msg: '该手机号已登记为客户新号主' } });
  });
});

describe('a birthday', () => {
  test.each(['1990-05-20', '05-20', '02-29', '1992-02-29', ''])('may be %j', async (birthday) => {
    const id = await added('寿星', freshNumber(), { birthday });
    expect(await chain.record('/base-customer', id)).toMatchObject({ birthday });
  });
  test.each(['1990-02-30', '13-01', '1991-02-29', '5-20', '昨天'])('is not %j', async (birthday) => {
    const reply = await add('寿星', '13500009999', { birthday });
    expect(reply.status).toBe(422);
    expect(JSON.stringify(reply.body)).toContain('生日格式应为 yyyy-MM-dd 或 MM-dd');
  });
});

test('散客 is there from the start, and neither edited nor deleted (S1§2.9/2 S1§3/4)', async () => {
  const reply = await chain.app.get(`/base-customer?name=${encodeURIComponent('散客')}`);
  const [walkIn, another] = (reply.body.data as { list: readonly Found[] }).list;
  expect([walkIn?.walkIn, another]).toEqual([true, undefined]);
  const id = walkIn?.id ?? 0;
  expect(await chain.app.put(`/base-customer/${id}`, body('某客', '13600000014'))).toMatchObject({
    status: 409,
    body: { msg: '散客是系统客户，不能修改' },
  });
  expect(await chain.app.del('/base-customer', { ids: [id] })).toMatchObject({
    status: 409,
    body: { msg: '散客是系统客户，不能删除' },
  });
});

test('a customer’s bills are found whenever they were, by whoever may pick no older day (S1§2.9/7)', async () => {
  const barcode = await chain.stock();
  const sellAt = addDays(chain.today, -100);
  const order = await chain.app.post('/biz-sell', chain.sale([{ barcode }], { sellAt }));
  expect(order, order.text).toMatchObject({ status: 200 });
  const id = Number(order.body.data);
  expect((await chain.audit('/biz-sell', [id])).status).toBe(200);
  const back = chain.sale([], {
    sellAt,
    sellChangeList: [{ rawSellId: id, barcode }],
    sellBalanceList: [{ balance: '现金', amount: -TAG_PRICE }],
  });
  const returned = await chain.app.post('/biz-sell', back);
  expect(returned, returned.text).toMatchObject({ status: 200 });
  expect((await chain.audit('/biz-sell', [Number(returned.body.data)])).status).toBe(200);
  const token = await holderOf(chain.app, ['biz:bizSell:list', 'report:reportSellChange:list']);
  const countOf = async (path: string): Promise<number> => {
    const { body: answer } = await chain.app.get(path, { token });
    const { count, list } = answer.data as { count?: number; list: readonly unknown[] };
    return count ?? list.length;
  };
  expect(await countOf(`/biz-sell?customerId=${chain.customerId}`)).toBe(2);
  expect(await countOf(`/report-sell-change/rows?customerId=${chain.customerId}`)).toBe(1);
  expect(await countOf('/biz-sell')).toBe(0);
  const early = `customerId=${chain.customerId}&beginTime=${sellAt}&endTime=${sellAt}`;
  expect((await chain.app.get(`/biz-sell?${early}`, { token })).status).toBe(422);
});
