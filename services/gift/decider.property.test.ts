/** Whatever is received, held, issued and taken back: stock ≥ held ≥ 0, and what all of it cost is never lost or made. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { GiftCommand } from './commands.ts';
import { giftDecider } from './decider.ts';
import type { GiftEvent } from './events.ts';
import { costOf } from './rules.ts';
import { attributesOf, heldOf, initial, type GiftState } from './state.ts';

const at = { shopId: 1, barcode: 'ZP0001' };
const holder = (id: number) => ({ kind: 'sale', id, no: `XS${id}` });
const document = (id: number) => ({ ...holder(id), line: 0, businessDate: '2026-11-10' });
const gift = { giftId: 1, name: '红绳', styleNo: '', measure: '条', spec: '', pointsCenti: 0, priceFen: 0 };

const IDS = [1, 2, 3];
const command = fc.tuple(
  fc.constantFrom('expect', 'receive', 'hold', 'issue', 'release', 'claim-in', 'back-in', 'claim-out', 'back-out'),
  fc.constantFrom(...IDS),
  fc.integer({ min: 1, max: 6 }),
  fc.integer({ min: 0, max: 999 }),
);
type Drawn = typeof command extends fc.Arbitrary<infer Value> ? Value : never;
const commandOf = ([what, id, quantity, costFen]: Drawn): GiftCommand => {
  const [inKey, outKey, claimIn, claimOut] = [`in-${id}`, `out-${id}`, `u-in-${id}`, `u-out-${id}`];
  const back = { ...at, document: document(id), holder: holder(id) };
  switch (what) {
    case 'expect':
      return { type: 'ExpectGift', ...at, key: inKey, quantity, costFen: quantity * costFen, holder: holder(id) };
    case 'receive':
      return { type: 'ReceiveGift', ...at, key: inKey, document: document(id), gift: { ...gift, giftId: id } };
    case 'hold':
      return { type: 'HoldGift', ...at, key: outKey, quantity, holder: holder(id) };
    case 'issue':
      return { type: 'IssueGift', ...at, key: outKey, document: document(id) };
    case 'release':
      return { type: 'ReleaseGift', ...at, key: quantity % 2 === 0 ? outKey : claimIn };
    case 'claim-in':
      return { type: 'HoldGift', ...at, key: claimIn, quantity, holder: holder(id) };
    case 'back-in':
      return { type: 'ReverseGiftReceipt', ...back, receivedKey: inKey, claimKey: claimIn, holdKey: `back-in-${id}` };
    case 'claim-out':
      return { type: 'ClaimGiftIssue', ...at, claimKey: claimOut, issuedKey: outKey, holder: holder(id) };
    default:
      return { type: 'ReverseGiftIssue', ...back, issuedKey: outKey, claimKey: claimOut, holdKey: `back-out-${id}` };
  }
};

const SIGN: Partial<Record<GiftEvent['type'], number>> = {
  GiftReceived: 1,
  GiftReceiptReversed: -1,
  GiftIssued: -1,
  GiftIssueReversed: 1,
};
const sumOf = (events: readonly GiftEvent[], of: 'quantity' | 'costFen'): number =>
  events.reduce((sum, { type, data }) => sum + (SIGN[type] ?? 0) * (of in data ? Number(data[of as never]) : 0), 0);

test('stock ≥ held ≥ 0, quantity and cost are the sum of all movements, and a repeat changes nothing (S1§4/20)', () => {
  let moved = 0;
  fc.assert(
    fc.property(fc.array(command, { minLength: 40, maxLength: 120 }), (drawn) => {
      let state: GiftState = initial;
      const events: GiftEvent[] = [];
      for (const one of drawn) {
        const asked = commandOf(one);
        // A claim on a stock-in is of all of it, as the custodian asks.
        const all =
          asked.type === 'HoldGift' && asked.key.startsWith('u-in') ? state.received.get(`in-${one[1]}`) : null;
        const next = all == null ? asked : { ...asked, quantity: all.quantity };
        const verdict = giftDecider.decide(next as GiftCommand, state);
        if (isRefusal(verdict)) continue;
        for (const event of verdict) {
          state = giftDecider.evolve(state, event);
          events.push(event);
          if (SIGN[event.type] !== undefined) moved += 1;
        }
        expect(giftDecider.decide(next as GiftCommand, state)).toEqual([]);
        expect(heldOf(state, at.shopId)).toBeGreaterThanOrEqual(0);
        expect(state.quantity).toBeGreaterThanOrEqual(heldOf(state, at.shopId));
        expect(state.costFen).toBeGreaterThanOrEqual(0);
        if (state.quantity === 0) expect(state.costFen).toBe(0);
        expect([state.quantity, state.costFen]).toEqual([sumOf(events, 'quantity'), sumOf(events, 'costFen')]);
      }
    }),
    { numRuns: 400, seed: 20_261_123 },
  );
  expect(moved).toBeGreaterThan(500);
});

test('each takes its part by weight, the last one the rest (S1§3/6)', () => {
  expect(costOf({ quantity: 3, costFen: 100 }, 1)).toBe(33);
  expect(costOf({ quantity: 2, costFen: 67 }, 1)).toBe(34);
  expect(costOf({ quantity: 1, costFen: 33 }, 1)).toBe(33);
});

const folded = (...commands: readonly GiftCommand[]): GiftState =>
  commands.reduce<GiftState>((state, one) => {
    const verdict = giftDecider.decide(one, state);
    if (isRefusal(verdict)) throw new Error(verdict.message);
    return verdict.reduce((before, event) => giftDecider.evolve(before, event), state);
  }, initial);
const came = (id: number, quantity: number, unitFen: number): GiftCommand[] => [
  { type: 'ExpectGift', ...at, key: `in-${id}`, quantity, costFen: quantity * unitFen, holder: holder(id) },
  {
    type: 'ReceiveGift',
    ...at,
    key: `in-${id}`,
    document: document(id),
    gift: { ...gift, giftId: id, name: `第${id}批` },
  },
];

test('the latest audited stock-in says what the gift is; when it is taken back, the one before does (S1§3/6)', () => {
  const both = folded(...came(1, 2, 100), ...came(2, 2, 300));
  expect(attributesOf(both)?.name).toBe('第2批');
  expect([both.quantity, both.costFen]).toEqual([4, 800]);
  const back = folded(
    ...came(1, 2, 100),
    ...came(2, 2, 300),
    { type: 'HoldGift', ...at, key: 'u', quantity: 2, holder: holder(2) },
    {
      type: 'ReverseGiftReceipt',
      ...at,
      receivedKey: 'in-2',
      claimKey: 'u',
      holdKey: 'b',
      document: document(2),
      holder: holder(2),
    },
  );
  expect(attributesOf(back)?.name).toBe('第1批');
  expect([back.quantity, back.costFen]).toEqual([2, 200]);
});

test('a stock-in is not taken back while its gifts are held, and the holder is named', () => {
  const state = folded(...came(1, 2, 100), { type: 'HoldGift', ...at, key: 'out-7', quantity: 1, holder: holder(7) });
  const verdict = giftDecider.decide({ type: 'HoldGift', ...at, key: 'u', quantity: 2, holder: holder(1) }, state);
  expect(verdict).toMatchObject({
    code: 'gift.not_enough',
    message: '赠品库存不足，可用数量为1，XS7已占用1件',
    data: { holder: holder(7) },
  });
});
