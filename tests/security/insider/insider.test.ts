/** One person alone: what each scheme comes to, and days of honest work in which nobody is asked anything. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rulesOf, startInsiders, type Insiders } from './house.ts';
import { HONEST_DAYS } from './honest-days.ts';
import { CODE_SCHEMES, HOUSE_SCHEMES, METAL_SCHEMES, TILL_SCHEMES } from './schemes-house.ts';
import { CLOSED_SCHEMES, PEOPLE_SCHEMES } from './schemes-people.ts';
import { COUNT_SCHEMES } from './schemes-counts.ts';
import { PROOF_SCHEMES } from './schemes-proof.ts';
import { SEEN_SCHEMES } from './schemes-seen.ts';
import { SHOPPER_SCHEMES } from './schemes-shoppers.ts';
import { STANDING_SCHEMES } from './schemes-standing.ts';
import { CASH_SCHEMES } from './schemes-cash.ts';
import { CHAIN_SCHEMES } from './schemes-chain.ts';
import { COPY_SCHEMES } from './schemes-copies.ts';
import { ROW_SCHEMES, STOCK_SCHEMES } from './schemes-stock.ts';
import { PRICE_SCHEMES, WORD_SCHEMES } from './schemes-prices.ts';
import type { Scheme } from './schemes.ts';
import { GIFT_SCHEMES, RETURN_SCHEMES, tellsCost, WITNESS_SCHEMES } from './schemes-till.ts';

const SCHEMES: readonly Scheme[] = [
  ...PRICE_SCHEMES,
  ...WORD_SCHEMES,
  ...GIFT_SCHEMES,
  ...RETURN_SCHEMES,
  ...WITNESS_SCHEMES,
  ...SEEN_SCHEMES,
  ...TILL_SCHEMES,
  ...METAL_SCHEMES,
  ...COUNT_SCHEMES,
  ...CODE_SCHEMES,
  ...HOUSE_SCHEMES,
  ...CHAIN_SCHEMES,
  ...PEOPLE_SCHEMES,
  ...PROOF_SCHEMES,
  ...CLOSED_SCHEMES,
  ...STANDING_SCHEMES,
  ...SHOPPER_SCHEMES,
  ...CASH_SCHEMES,
  ...STOCK_SCHEMES,
  ...ROW_SCHEMES,
  ...COPY_SCHEMES,
];
let house: Insiders;
beforeAll(async () => {
  house = await startInsiders();
}, 90_000);
afterAll(() => house.stop());

const play = async ({ comes, play: played }: Scheme): Promise<void> => {
  const before = 'row' in comes ? await house.noted(comes.row, comes.of) : 0;
  const reply = await played(house);
  expect(tellsCost(reply), reply.text).toBe(false);
  if ('refused' in comes) {
    expect([reply.status, reply.text]).toEqual([comes.refused, expect.stringContaining(comes.says)]);
    expect(rulesOf(reply)).toEqual([]);
  } else if ('asks' in comes) expect(rulesOf(reply), reply.text).toEqual(comes.asks);
  else {
    expect(reply.status, reply.text).toBe(200);
    await expect.poll(() => house.noted(comes.row, comes.of)).toBeGreaterThan(before);
  }
};
describe('a scheme', () => {
  test.each(SCHEMES)('$rule: $name', play);
});

describe('an honest day', () => {
  test.each(HONEST_DAYS)('$name', async ({ play: work }) => {
    for (const reply of await work(house)) {
      expect(rulesOf(reply), reply.text).toEqual([]);
      expect(reply.status, reply.text).toBe(200);
    }
  });
});
