/** Copies tell no cost to whoever sees none: values by their names, texts by what stands in them. */
import { expect, test } from 'vitest';
import { withoutCost, withoutCostText } from './cost.ts';

test('values lose the fields that tell the cost, at any depth, and the limit that was asked over it', () => {
  expect(
    withoutCost({
      price: 5,
      goldCost: 1,
      list: [{ unitCostFen: 3, num: 1, inPrice: 2 }],
      asks: [
        { ofCost: true, limit: 9, value: 1 },
        { limit: 8, value: 2 },
      ],
    }),
  ).toEqual({
    price: 5,
    list: [{ num: 1 }],
    asks: [{ value: 1 }, { limit: 8, value: 2 }],
  });
});
test.each([
  ['{"body":{"goldCost":612.5,"goldWeight":3}}', '{"body":{"goldCost":"•••","goldWeight":3}}'],
  ['{"text":"{\\"piceCost\\":\\"88.10\\",\\"num\\":1}"}', '{"text":"{\\"piceCost\\":\\"•••\\",\\"num\\":1}"}'],
  ['{"otherCost":12', '{"otherCost":"•••"'],
  ['{"sellRaito": 1.45}', '{"sellRaito":"•••"}'],
  ['低于成本 1,203.50 元', '低于成本 ••• 元'],
  ['{"sellPrice":3,"tagPrice":9}', '{"sellPrice":3,"tagPrice":9}'],
])('a text of a log: %s', (text, told) => {
  expect(withoutCostText(text)).toBe(told);
});
