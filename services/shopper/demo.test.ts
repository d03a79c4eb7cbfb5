import type { DatabasePool } from 'slonik';
import { expect, test } from 'vitest';
import { demoProvider, demoShoppers } from './demo.ts';

const here = { any: async () => [{ id: 5, name: '王女士' }], maybeOne: async () => ({ id: 5 }) };
const nobody = { ...here, maybeOne: async () => null };

test('a shopper of the demonstration comes in as often as somebody plays him: his code is another each time', async () => {
  const shoppers = demoShoppers(here as unknown as DatabasePool);
  const [first, second] = [...(await shoppers.list()), ...(await shoppers.list())];
  if (first === undefined || second === undefined) throw new Error('nobody in the picker');
  expect([first.name, second.name, first.code === second.code]).toEqual(['王女士', '王女士', false]);
  const { exchange } = demoProvider(shoppers);
  expect([await exchange(first.code), await exchange(second.code)]).toEqual([
    { openId: 'demo-5' },
    { openId: 'demo-5' },
  ]);
});
test('whoever is none of them gets a refusal', async () => {
  const { exchange } = demoProvider(demoShoppers(nobody as unknown as DatabasePool));
  expect([await exchange('demo5-ab12'), await exchange('oABC')]).toEqual([
    { refusal: expect.objectContaining({ reason: 'code' }) },
    { refusal: expect.objectContaining({ reason: 'code' }) },
  ]);
});
