/** Every shape of an event of stock-ins and of gift stock that was ever written must read for ever. */
import { expect, test } from 'vitest';
import { testDocumentGoldens } from '../documents/testing.ts';
import { goldenName, goldensIn } from '../platform/testing/goldens.ts';
import { GIFT, GIFT_EVENT_TYPES, GIFT_IN_EVENT_TYPES, giftStockId } from './contract.ts';
import { giftDecider, parseGiftEvent } from './decider.ts';
import { giftInDocument } from './document.ts';

const folder = new URL('./golden/', import.meta.url);
testDocumentGoldens(giftInDocument, GIFT_IN_EVENT_TYPES, folder, ({ barcode, quantity }) => ({
  custodian: GIFT,
  id: giftStockId(1, barcode),
  quantity,
}));

const stock = goldensIn(folder).filter(({ stored }) => !GIFT_IN_EVENT_TYPES.includes(stored.type));
test.each(stock)('$name reads', ({ name, stored, today: { type, data } }) => {
  expect(name).toMatch(goldenName(stored));
  const fact = parseGiftEvent({ type, data, meta: { userName: '张三', at: '2026-11-10T10:00:00.000+08:00' } });
  expect(fact.data).toEqual(data);
  expect(() => giftDecider.evolve(giftDecider.initial, fact)).not.toThrow();
});
test('every event of the stock has a golden file', () => {
  expect([...new Set(stock.map(({ stored }) => stored.type))].toSorted()).toEqual(GIFT_EVENT_TYPES.toSorted());
});
