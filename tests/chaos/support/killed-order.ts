/**
 * kill -9 at every step of an order with all its lists, paid with stored value too (R43, R69, R79): whatever was cut, its
 * repeat ends it with the same answer, and nothing stays half done.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { houseProcess, type Way } from './house-process.ts';
import { openPlace, receivePiece, saleBody, type Place } from './shift.ts';
import { Till, type Answer, type Intent } from './till.ts';

const TAG_PRICE = 2238;
const SETTLED = { timeout: 30_000, interval: 50 };
/** Kills of each step: save, edit, audit, 反审核, deletion; forty with both ways of appending. */
const KILLS = 4;
/** As parts of what the intent takes undisturbed, from before it is read until after its answer; each round another. */
const momentOf = (kill: number): number => ((kill + Math.random()) / KILLS) * 1.2;

/** Declares the test, for a house that writes so. */
export const killAnOrder = (way: Way): void => {
  const house = houseProcess(undefined, {}, way);
  const till = new Till(() => house.url);
  type Row = Readonly<Record<string, unknown>>;
  let place: Place;
  /** Sold by the order, and brought back by it. */
  let sold = '';
  let returned = '';
  let [body, edited]: [Row, Row] = [{}, {}];
  let pointsBefore = 0;

  const accepted = async (...intent: Parameters<Till['send']>): Promise<Answer> => {
    const answer = await till.send(...intent);
    expect(answer.status, `${intent[1]}: ${answer.msg}`).toBe(200);
    return answer;
  };
  const idOf = async (path: string, sent: unknown): Promise<number> =>
    Number((await accepted('POST', path, sent)).data);
  const audited = async (path: string, sent: unknown): Promise<number> => {
    const id = await idOf(path, sent);
    await accepted('PUT', `${path}/audit/${id}`, { ids: [id] });
    return id;
  };
  const paid = (cash: number, deposit: number): readonly Row[] => [
    { balance: '现金', amount: cash },
    { balance: '定金', amount: deposit },
  ];
  const piece = async (): Promise<string> => (await receivePiece(till, place))?.barcode ?? '';

  beforeAll(async () => {
    await house.start();
    place = await openPlace(till);
    const { home: shopId, customerId } = place;
    const rule = { type: '戒指', style: '光圈', fineness: '', amount: 100, customerPoint: 1, status: '2' };
    await accepted('POST', '/base-points', rule);
    await accepted('POST', '/base-customer/points', { customerId, points: 500, reason: '开业赠送' });
    [sold, returned] = [await piece(), await piece()];
    const inGiftAt = saleBody(place, []).sellAt;
    const gift = { shopId, inGiftAt, barcode: 'ZP-CUT', goodsName: '红绳手链', num: 5, cost: 2, price: 29 };
    await audited('/biz-gift-in', { ...gift, rebateInte: 120 });
    const rawSellId = await audited('/biz-sell', saleBody(place, [{ barcode: returned, shop: shopId }]));
    const deposit = {
      customerId,
      shopId,
      depositAt: inGiftAt,
      account: '定金',
      kind: '1',
      amount: 100,
      seller: 'admin',
    };
    await accepted('POST', '/biz-deposit', deposit);
    const clean = { type: '项链', style: '机织链', fineness: '足金', weight: 8.2, remark: '抛光' };
    body = {
      ...saleBody(place, [{ barcode: sold, shop: shopId }]),
      sellChangeList: [{ rawSellId, barcode: returned }],
      sellRecycleList: [{ type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 10, remark: '旧戒指' }],
      sellGiftList: [{ barcode: 'ZP-CUT', num: 2, price: 0, rebateInte: 240 }],
      sellCleanList: [{ ...clean, price: 50 }],
      sellBalanceList: paid(5, 20),
    };
    // One gift less, a dearer repair, more of it out of the deposit.
    edited = {
      ...body,
      sellGiftList: [{ barcode: 'ZP-CUT', num: 1, price: 0, rebateInte: 120 }],
      sellCleanList: [{ ...clean, price: 60 }],
      sellBalanceList: paid(5, 30),
    };
  }, 120_000);
  afterAll(() => house.remove(), 60_000);

  /** What everything that the order touches says of itself, read as a clerk would read it. */
  const standing = async (): Promise<Row> => {
    const { home, customerId } = place;
    const read = async (path: string): Promise<Row> => (await till.get(path)).data as Row;
    const look = async (barcode: string): Promise<number | string> => {
      const { status, data } = await till.get(`/biz-goods-in/lookup?shopId=${home}&barcode=${barcode}`);
      return status === 200 ? Number((data as Row)['num']) : status;
    };
    const gift = await read(`/biz-gift-in/barcode?barcode=ZP-CUT&shopId=${home}`);
    const customer = await read(`/base-customer/${customerId}`);
    const lots = (await read('/report-recycle?pageSize=200')) as { list: { list: readonly Row[] } };
    const accounts = (await till.get(`/base-customer/${customerId}/balance`)).data as readonly Row[];
    const deposit = accounts.find(({ account }) => account === '定金');
    return {
      orders: (await read('/biz-sell?pageSize=1'))['count'],
      deposit: [deposit?.['balance'], deposit?.['held']],
      sold: await look(sold),
      returned: await look(returned),
      gifts: [gift['num'], gift['onHand']],
      points: [Number(customer['usablePoints']) - pointsBefore, customer['usedPoints']],
      lots: lots.list.list.map(({ leftWeight }) => leftWeight),
    };
  };
  const earned = Math.round(TAG_PRICE / 100);
  const free = { sold: 1, returned: 409, lots: [], gifts: [5, 5], points: [0, 0] };
  const NOTHING = { ...free, orders: 1, deposit: [100, 0] };
  /** Points that the return will take back are kept as those that the gift costs. */
  const held = { sold: 409, returned: 409, lots: [], orders: 2 };
  const HELD = { ...held, gifts: [3, 5], points: [-240 - earned, 0], deposit: [100, 20] };
  const EDITED = { ...held, gifts: [4, 5], points: [-120 - earned, 0], deposit: [100, 30] };
  /** What the sale earns the return takes back. */
  const posted = { sold: 409, returned: 1, lots: [2.5], orders: 2, deposit: [70, 0] };
  const DONE = { ...posted, gifts: [4, 4], points: [earned - earned - 120, 120] };

  /** An intent under one key; `cutAfter` ms later the process dies and starts again, and the same till goes on asking. */
  const sent = async (
    intent: Intent,
    cutAfter: number | null,
  ): Promise<{ readonly data: unknown; readonly ms: number }> => {
    const key = randomUUID();
    const from = performance.now();
    const answering = accepted(intent.method, intent.path, intent.body, key);
    if (cutAfter !== null) {
      await pause(cutAfter);
      await house.kill();
      await house.start();
    }
    const { data } = await answering;
    const again = await accepted(intent.method, intent.path, intent.body, key);
    expect(again.data).toEqual(data);
    return { data, ms: performance.now() - from };
  };
  const settled = (expected: Row): Promise<void> =>
    vi.waitFor(async () => expect(await standing()).toEqual(expected), SETTLED);

  /** Save, edit, audit, 反审核 and deletion, each with what must stand after it. */
  const steps = (id: () => number): readonly (readonly [name: string, intent: () => Intent, after: Row])[] => {
    const ids = (): readonly number[] => [id()];
    return [
      ['save', () => ({ method: 'POST', path: '/biz-sell', body }), HELD],
      ['edit', () => ({ method: 'PUT', path: `/biz-sell/${id()}`, body: edited }), EDITED],
      ['audit', () => ({ method: 'PUT', path: `/biz-sell/audit/${id()}`, body: { ids: ids() } }), DONE],
      [
        'unaudit',
        () => ({ method: 'PUT', path: `/biz-sell/unaudit/${id()}`, body: { ids: ids(), reason: '录入错误' } }),
        EDITED,
      ],
      ['delete', () => ({ method: 'DELETE', path: '/biz-sell', body: { ids: ids() } }), NOTHING],
    ];
  };

  test(`is killed ${KILLS * 5} times, at every step (S1§4/28)`, async () => {
    const customer = (await till.get(`/base-customer/${place.customerId}`)).data as Row;
    pointsBefore = Number(customer['usablePoints']);
    await settled(NOTHING);
    const took = new Map<string, number>();
    const moments = Array.from({ length: KILLS }, (_, kill) => momentOf(kill));
    for (const moment of [null, ...moments]) {
      let id = 0;
      for (const [name, intent, after] of steps(() => id)) {
        const { data, ms } = await sent(intent(), moment === null ? null : moment * (took.get(name) ?? 0));
        if (name === 'save') id = Number(data);
        if (moment === null) took.set(name, ms / 2);
        await settled(after);
      }
    }
    expect(till.faults).toEqual([]);
  }, 600_000);
};
