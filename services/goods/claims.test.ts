/** Claims on what was sold: never more comes back than left, and a reversal has all of it to itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { withReturned, unclaimedOf } from './claims.ts';
import { goodsDecider, parseGoodsEvent, type GoodsCommand } from './decider.ts';
import type { DepartureWay } from './piece-commands.ts';
import { sampleReceipt } from './sample.ts';
import type { Departure, GoodsState } from './state.ts';
import { META } from './testing/lives.ts';

const [BARCODE, SOLD, SALE] = ['202600000017', 3, 'sale-9/v1/piece/202600000017'];
const document = { kind: 'sale', id: 9, no: 'XS9', line: 0, businessDate: '2026-11-02' };
const seller = { kind: 'sale', id: 9, no: 'XS9' };
const customerReturn = (id: number) => ({ kind: 'customer-return', id, no: `KT${id}` });

const does = (state: GoodsState, command: GoodsCommand): GoodsState | string => {
  const verdict = goodsDecider.decide(command, state);
  if (isRefusal(verdict)) return verdict.code;
  return verdict.reduce((before, event) => goodsDecider.evolve(before, { ...event, meta: META }), state);
};
const done = (state: GoodsState, command: GoodsCommand): GoodsState => {
  const after = does(state, command);
  if (typeof after === 'string') throw new Error(after);
  return after;
};
const sold = (): GoodsState => {
  const receipt = sampleReceipt({ quantity: SOLD });
  const { receiptId, shopId } = receipt;
  const hold = { type: 'HoldGoods', barcode: BARCODE, key: SALE, shopId, quantity: SOLD, holder: seller } as const;
  const posted = { type: 'SellGoods', barcode: BARCODE, key: SALE, document, amountFen: 900, soldWeightMg: 9 } as const;
  const steps: readonly GoodsCommand[] = [
    { type: 'ReceiveGoods', receipt },
    { type: 'AuditReceipt', receiptId, auditor: '李四' },
    hold,
    posted,
  ];
  return steps.reduce(done, goodsDecider.initial);
};
const leftOf = (state: GoodsState): Departure => state.departures.get(SALE) as Departure;
const keyOf = (nth: number): string => `customer-return-${nth}/v1/piece/${BARCODE}`;
const back = (nth: number, returns: number, way: DepartureWay = 'sale'): GoodsCommand => ({
  type: 'ClaimDeparture',
  way,
  barcode: BARCODE,
  claimKey: keyOf(nth),
  postedKey: SALE,
  holder: customerReturn(nth),
  returns,
});
const reversal: GoodsCommand = {
  type: 'ClaimDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: 'sale-9/u2',
  postedKey: SALE,
  holder: seller,
};
const reverse: GoodsCommand = {
  type: 'ReverseDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: 'sale-9/u2',
  postedKey: SALE,
  holdKey: 'sale-9/v2',
  document,
  holder: seller,
};
const release = (claimKey: string): GoodsCommand => ({
  type: 'ReleaseClaim',
  barcode: BARCODE,
  claimKey,
  postedKey: SALE,
});
/** What a posted return does to the sale, without the arrival that it is besides. */
const returned = (state: GoodsState, nth: number): GoodsState => ({
  ...state,
  departures: new Map(state.departures).set(SALE, withReturned(leftOf(state), keyOf(nth))),
});

describe('of three that were sold', () => {
  test('two orders may each return one, a third no more than what is left', () => {
    const two = done(done(sold(), back(1, 1)), back(2, 1));
    expect(does(two, back(3, 2))).toBe('goods.not_enough');
    const three = done(two, back(3, 1));
    expect(unclaimedOf(leftOf(three))).toBe(0);
    expect(does(three, back(4, 1))).toBe('goods.held');
    expect(goodsDecider.decide(back(1, 1), three)).toEqual([]);
    expect(does(three, back(1, 2))).toBe('goods.key_reused');
    const freed = done(three, release(keyOf(2)));
    expect(does(freed, back(2, 1))).toBe('goods.hold_released');
    expect(unclaimedOf(leftOf(done(freed, back(4, 1))))).toBe(0);
  });

  test('a reversal waits until nothing is claimed and nothing came back, and stands alone', () => {
    const claimed = done(sold(), back(1, 1));
    expect(does(claimed, reversal)).toBe('goods.held');
    expect(does(returned(claimed, 1), reversal)).toBe('goods.sale_reversed');
    const reversing = done(done(claimed, release(keyOf(1))), reversal);
    expect(leftOf(reversing).claims.get('sale-9/u2')).toMatchObject({ quantity: SOLD, purpose: 'reversal' });
    expect(does(reversing, back(2, 1))).toBe('goods.held');
    expect(does(done(sold(), back(1, SOLD)), { ...reverse, claimKey: keyOf(1) })).toBe('goods.not_held');
    expect(leftOf(done(reversing, reverse))).toMatchObject({ reversed: true, returned: 0 });
  });

  test('a claim of before was of all of it, for the reversal', () => {
    const data = { barcode: BARCODE, claimKey: 'sale-9/u2', saleKey: SALE, holder: seller };
    const old = goodsDecider.evolve(sold(), parseGoodsEvent({ type: 'GoodsSaleClaimed', data, meta: META }));
    expect(leftOf(old).claims.get('sale-9/u2')).toMatchObject({ quantity: SOLD, purpose: 'reversal' });
    expect(goodsDecider.decide(reversal, old)).toEqual([]);
    expect(leftOf(done(old, reverse)).reversed).toBe(true);
  });

  test('who returns to a supplier or writes off brings nothing back as a customer does', () => {
    expect(does(sold(), back(1, 1, 'write-off'))).toBe('goods.write_off_unknown');
  });
});

type Step = readonly ['return' | 'release' | 'come' | 'reversal' | 'giveUp' | 'reverse', nth: number, quantity: number];
const step: fc.Arbitrary<Step> = fc.tuple(
  fc.constantFrom('return' as const, 'return' as const, 'release', 'come', 'reversal', 'giveUp', 'reverse'),
  fc.nat(5),
  fc.integer({ min: 1, max: SOLD + 1 }),
);
const taken = (state: GoodsState, [what, nth, quantity]: Step): GoodsState | string => {
  switch (what) {
    case 'return':
      return does(state, back(nth, quantity));
    case 'release':
      return leftOf(state).claims.has(keyOf(nth)) ? does(state, release(keyOf(nth))) : state;
    case 'come':
      return returned(state, nth);
    case 'reversal':
      return does(state, reversal);
    case 'giveUp':
      return does(state, release('sale-9/u2'));
    case 'reverse':
      return does(state, reverse);
  }
};

test('never more is claimed and returned than was sold; a reversal is alone', () => {
  let [most, reversed] = [0, 0];
  fc.assert(
    fc.property(fc.array(step, { maxLength: 24 }), (steps) => {
      let state = sold();
      for (const one of steps) {
        const after = taken(state, one);
        if (typeof after === 'string') continue;
        state = after;
        const left = leftOf(state);
        const purposes = [...left.claims.values()].map(({ purpose }) => purpose);
        expect(unclaimedOf(left)).toBeGreaterThanOrEqual(0);
        expect(left.returned).toBeLessThanOrEqual(SOLD);
        if (purposes.includes('reversal')) expect([purposes.length, left.returned]).toEqual([1, 0]);
        if (left.reversed) expect([left.returned, left.claims.size]).toEqual([0, 0]);
        most = Math.max(most, purposes.length);
        reversed += left.reversed ? 1 : 0;
      }
    }),
    { numRuns: 600, seed: 20_261_123 },
  );
  // It proves nothing about what never happened.
  expect(most).toBe(SOLD);
  expect(reversed).toBeGreaterThan(10);
});
