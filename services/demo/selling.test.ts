/** A day's sales of the demo chain: what asks for a word is saved by the manager, whatever the market did. */
import { expect, test } from 'vitest';
import type { SessionUser } from '../contracts/user.ts';
import { CommandRefusal, type Chain } from './chain.ts';
import { randomFrom } from './random.ts';
import { sellGoods } from './selling.ts';
import type { DayPlan, World } from './world.ts';

const person = (id: number, nickName: string) => ({ id, nickName }) as SessionUser;
const [seller, manager] = [person(2, '李店员'), person(3, '王店长')];
const plan: DayPlan = {
  day: '2026-10-10',
  receipts: 0,
  transfers: 0,
  returns: 0,
  sales: 1,
  salesBefore: 0,
  isToday: false,
  opens: false,
  closes: false,
  check: null,
  until: new Date('2026-10-10T21:30:00+08:00'),
  open: false,
};
const FOUND = { sellPrice: 10_900, fineness: '银', goldContent: '925', priceMode: '2', stoneCt: 1 };

const sales = async (refusal: CommandRefusal | null) => {
  const saved: unknown[] = [];
  const chain: Chain = {
    say: async (user, _now, [method, path], { body }) => {
      const answer = { msg: '', position: 1 };
      if (method === 'GET') return { ...answer, data: FOUND };
      if (path !== '/biz-sell') return { ...answer, data: null };
      saved.push([user.nickName, (body as { approval?: unknown }).approval]);
      if (user === seller && refusal !== null) throw refusal;
      return { ...answer, data: 9 };
    },
  };
  const world = {
    chain,
    random: randomFrom(2),
    shops: [{ shopId: 7, manager, sellers: [seller], password: null }],
    stock: new Map([[7, [{ barcode: 'A1' }]]]),
    customerIds: [1],
    paymentMethods: ['现金'],
    sold: [],
  } as unknown as World;
  await sellGoods(world, plan);
  return { saved, sold: world.sold };
};

const SOLD = [{ id: 9, shopId: 7, customerId: 1, day: '2026-10-10' }];
test('a seller saves what is within his limits', async () => {
  expect(await sales(null)).toEqual({ saved: [['李店员', undefined]], sold: SOLD });
});
test('what asks for a word is saved by the manager, with a reason', async () => {
  expect(await sales(new CommandRefusal(409, '需授权'))).toEqual({
    saved: [
      ['李店员', undefined],
      ['王店长', { reason: '金价回落，按当日金价让利' }],
    ],
    sold: SOLD,
  });
});
test('any other refusal ends the loading, and is told', async () => {
  const refusal = new CommandRefusal(422, '请选择客户');
  await expect(sales(refusal)).rejects.toBe(refusal);
});
