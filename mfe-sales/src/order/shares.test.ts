import { expect, test } from 'vitest';
import { evenly, savedShares, shareBodies, totalBp, withAnother, withoutShare, type Share } from './shares.ts';

const zhang: Share = { sellerId: 5, seller: '张三', ratio: 60 };
const li: Share = { sellerId: 6, seller: '李四', ratio: 40 };

test('one more shares evenly to the hundredth; whoever is left alone sold it alone', () => {
  const two = withAnother([]);
  expect(two.map(({ ratio }) => ratio)).toEqual([50, 50]);
  expect(withAnother(two).map(({ ratio }) => ratio)).toEqual([33.34, 33.33, 33.33]);
  expect(totalBp(withAnother(two))).toBe(10_000);
  expect(withoutShare(two, 1)).toEqual([]);
  expect(evenly([zhang, li]).map(({ ratio }) => ratio)).toEqual([50, 50]);
});
test('the first is the order’s own seller, whoever stood there', () => {
  const names = new Map([[6, '李四儿']]);
  const first = { sellerId: 9, seller: '王五' };
  expect(shareBodies([zhang, li], first, (id) => names.get(id))).toEqual([
    { sellerId: 9, seller: '王五', ratio: 60 },
    { sellerId: 6, seller: '李四儿', ratio: 40 },
  ]);
  expect(shareBodies([], first, () => undefined)).toEqual([]);
  expect(savedShares([{ sellerId: 5, seller: '张三', ratio: 100 }])).toEqual([]);
});
