/** kill -9 at every step of an order with all its lists (R43): whatever was cut, its repeat ends it, and nothing stays half done. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { houseProcess } from './support/house-process.ts';
import { openPlace, receivePiece, saleBody, type Place } from './support/shift.ts';
import { Till, type Answer, type Intent } from './support/till.ts';

const TAG_PRICE = 2238;
const SETTLED = { timeout: 30_000, interval: 50 };
/** Moments of the kill, as parts of what the intent takes undisturbed: from before it is read until after its answer. */
const MOMENTS = {
  /** Everything in one append. */
  on: [0, 0.2, 0.4, 0.6, 0.9],
  /** Stream by stream. */
  off: [0.1, 0.3, 0.5, 0.75, 1.2],
} as const;

describe.each(['on', 'off'] as const)('an order with all its lists, ONE_APPEND=%s', (oneAppend) => {
  const house = houseProcess(undefined, { ONE_APPEND: oneAppend });
  const till = new Till(() => house.url);
  type Row = Readonly<Record<string, unknown>>;
  let place: Place;
  /** Sold by the order, and brought back by it. */
  let sold = '';
  let returned = '';
  let body: Row = {};
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
    const due = TAG_PRICE + 50 - TAG_PRICE - 1500;
    body = {
      ...saleBody(place, [{ barcode: sold, shop: shopId }]),
      sellChangeList: [{ rawSellId, barcode: returned }],
      sellRecycleList: [{ type: '戒指', style: '光圈', fineness: '足金', weight: 2.5, cost: 600, remark: '旧戒指' }],
      sellGiftList: [{ barcode: 'ZP-CUT', num: 2, price: 0, rebateInte: 240 }],
      sellCleanList: [{ type: '项链', style: '机织链', fineness: '足金', weight: 8.2, price: 50, remark: '抛光' }],
      sellBalanceList: [
        { balance: '现金', amount: due + 100 },
        { balance: '微信', amount: -100 },
      ],
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
    return {
      sold: await look(sold),
      returned: await look(returned),
      gifts: [gift['num'], gift['onHand']],
      points: [Number(customer['usablePoints']) - pointsBefore, customer['usedPoints']],
      lots: lots.list.list.map(({ leftWeight }) => leftWeight),
    };
  };
  const earned = Math.round(TAG_PRICE / 100);
  const NOTHING = { sold: 1, returned: 409, gifts: [5, 5], points: [0, 0], lots: [] };
  /** Points that the return will take back are kept as those that the gift costs. */
  const HELD = { sold: 409, returned: 409, gifts: [3, 5], points: [-240 - earned, 0], lots: [] };
  /** What the sale earns the return takes back. */
  const DONE = { sold: 409, returned: 1, gifts: [3, 3], points: [earned - earned - 240, 240], lots: [2.5] };

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

  /** Save, audit, 反审核 and deletion, each with what must stand after it. */
  const steps = (id: () => number): readonly (readonly [name: string, intent: () => Intent, after: Row])[] => {
    const ids = (): readonly number[] => [id()];
    return [
      ['save', () => ({ method: 'POST', path: '/biz-sell', body }), HELD],
      ['audit', () => ({ method: 'PUT', path: `/biz-sell/audit/${id()}`, body: { ids: ids() } }), DONE],
      [
        'unaudit',
        () => ({ method: 'PUT', path: `/biz-sell/unaudit/${id()}`, body: { ids: ids(), reason: '录入错误' } }),
        HELD,
      ],
      ['delete', () => ({ method: 'DELETE', path: '/biz-sell', body: { ids: ids() } }), NOTHING],
    ];
  };

  test(`is killed ${MOMENTS[oneAppend].length * 4} times, at every step`, async () => {
    const customer = (await till.get(`/base-customer/${place.customerId}`)).data as Row;
    pointsBefore = Number(customer['usablePoints']);
    await settled(NOTHING);
    const took = new Map<string, number>();
    for (const moment of [null, ...MOMENTS[oneAppend]]) {
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
});
