/** 赠品 lines of an order that is saved again after newer stock came in (R47, R86). */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { Previous } from '../documents/desk.ts';
import type { GiftView } from '../gift/contract.ts';
import { SaleBody, type SaleHeader, type SaleLine } from './contract.ts';
import { giftLinesOf } from './gift-lines.ts';

const viewOf = (pointsCenti: number): GiftView => ({
  shopId: 1,
  barcode: 'ZP0001',
  gift: { giftId: 7, name: '红绳', styleNo: '', spec: '', measure: '条', pointsCenti, priceFen: 0 },
  quantity: 10,
  held: 0,
  costFen: 100,
  heldBy: () => 0,
});
const order = (num: number, rebateInte: number, shopId = 1) =>
  SaleBody.parse({
    customerId: 1,
    shopId,
    sellAt: '2026-11-10',
    seller: '张三',
    printTemplate: '销售单',
    sellGiftList: [{ barcode: 'ZP0001', num, rebateInte, price: 0 }],
  });
const rulesOf = (pointsCenti: number) => ({
  gifts: { view: async () => viewOf(pointsCenti) },
  lookup: { setting: async () => null },
});
type Before = Previous<SaleHeader, SaleLine> | null;
const lines = async (pointsCenti: number, body: SaleBody, before: Before = null) => {
  const found = await giftLinesOf(rulesOf(pointsCenti), body, before);
  return isRefusal(found) ? found : found.lines;
};

test('points of a line that stands are asked for once, whatever newer stock asks', async () => {
  const saved = await lines(1000, order(2, 20));
  if (isRefusal(saved)) throw new Error(saved.message);
  const before = { id: 5, header: { customerId: 1, shopId: 1 }, lines: saved } as unknown as Before;
  expect(await lines(1500, order(2, 20), before)).toMatchObject([{ quantity: 2, spentPoints: 20 }]);
  expect(await lines(1500, order(2, 30), before)).toMatchObject([{ spentPoints: 30 }]);
  const refused = { code: 'sale.gifts', message: '扣减积分应为0或30' };
  expect(await lines(1500, order(2, 10), before)).toMatchObject(refused);
  expect(await lines(1500, order(2, 20, 2), before)).toMatchObject(refused);
  expect(await lines(1500, order(2, 20))).toMatchObject(refused);
  expect(await lines(1500, order(3, 20), before)).toMatchObject({ message: '扣减积分应为0或45' });
});
