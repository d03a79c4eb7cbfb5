/** What customers bring back: never more than was sold, at what it cost, in a row of its own where the shop had none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import { unclaimedOf } from './claims.ts';
import { goodsDecider, type GoodsCommand } from './decider.ts';
import { sampleReceipt } from './sample.ts';
import { heldIn, onHandIn, rowIdIn, type GoodsState } from './state.ts';
import { META } from './testing/lives.ts';

const [BARCODE, HOME, AWAY, SOLD] = ['202600000017', 1, 2, 3];
const SALE = `sale-9/v1/piece/${BARCODE}`;
const of = (id: number) => ({ kind: 'sale', id, no: `XS${id}` });
const on = (id: number) => ({ ...of(id), line: 0, businessDate: '2026-11-02' });
const keyOf = (id: number, version = 1) => `sale-${id}/v${version}/piece/${BARCODE}`;

const does = (state: GoodsState, command: GoodsCommand): GoodsState | Refusal => {
  const verdict = goodsDecider.decide(command, state);
  if (isRefusal(verdict)) return verdict;
  return verdict.reduce((before, event) => goodsDecider.evolve(before, { ...event, meta: META }), state);
};
const done = (state: GoodsState, command: GoodsCommand): GoodsState => {
  const after = does(state, command);
  if (isRefusal(after)) throw new Error(`${command.type}: ${after.message}`);
  return after;
};
const messageOf = (after: GoodsState | Refusal): string => (isRefusal(after) ? after.message : 'done');

const receipt = sampleReceipt({ quantity: SOLD, shopId: HOME });
const sold = [
  { type: 'ReceiveGoods', receipt },
  { type: 'AuditReceipt', receiptId: receipt.receiptId, auditor: '李四' },
  { type: 'HoldGoods', key: SALE, shopId: HOME, quantity: SOLD, holder: of(9) },
  { type: 'SellGoods', key: SALE, document: on(9), amountFen: 900, soldWeightMg: 9 },
].reduce<GoodsState>(
  (state, command) => done(state, { barcode: BARCODE, ...command } as GoodsCommand),
  goodsDecider.initial,
);

const claim = (id: number, returns: number, version = 1, replaces?: string): GoodsCommand => ({
  type: 'ClaimDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: keyOf(id, version),
  postedKey: SALE,
  holder: of(id),
  returns,
  ...(replaces !== undefined && { replaces }),
});
const bring = (id: number, shopId = HOME, version = 1): GoodsCommand => ({
  type: 'ReturnFromCustomer',
  barcode: BARCODE,
  key: keyOf(id, version),
  saleKey: SALE,
  document: on(id),
  shopId,
  refundFen: 300,
  rowId: 700 + id,
});
const claimBack = (id: number): GoodsCommand => ({
  type: 'ClaimCustomerReturn',
  barcode: BARCODE,
  claimKey: `sale-${id}/u2`,
  returnedKey: keyOf(id),
  holder: of(id),
});
const undo = (id: number): GoodsCommand => ({
  type: 'ReverseCustomerReturn',
  barcode: BARCODE,
  claimKey: `sale-${id}/u2`,
  returnedKey: keyOf(id),
  holdKey: keyOf(id, 2),
  document: on(id),
  holder: of(id),
});
const release = (id: number, version = 1): GoodsCommand => ({
  type: 'ReleaseGoods',
  barcode: BARCODE,
  key: keyOf(id, version),
});
const reversal: GoodsCommand = {
  type: 'ClaimDeparture',
  way: 'sale',
  barcode: BARCODE,
  claimKey: 'sale-9/u2',
  postedKey: SALE,
  holder: of(9),
};
const freeOf = (state: GoodsState): number => unclaimedOf(state.departures.get(SALE)!);

test('two tills cannot bring back the same piece, and hear who does', () => {
  const state = done(sold, claim(11, 2));
  expect(messageOf(does(state, claim(12, 2)))).toBe('可退数量为1');
  expect(messageOf(does(done(state, claim(12, 1)), claim(13, 1)))).toContain('此首饰已被XS12占用');
});
test('it comes back at what it cost, and the shop that had it goes on with its row', () => {
  const state = done(done(sold, claim(11, 1)), bring(11));
  expect(state.holdings.get(HOME)).toMatchObject({ onHand: 1, unitCostFen: receipt.attributes.unitCostFen });
  expect(rowIdIn(state, HOME)).toBe(receipt.receiptId);
  expect(freeOf(state)).toBe(SOLD - 1);
  expect(does(state, bring(11))).toEqual(state);
  expect(does(state, claim(11, 1))).toEqual(state);
});
test('a shop that never had it gets a row, which goes with the reversal', () => {
  const state = done(done(sold, claim(11, 1)), bring(11, AWAY));
  expect(rowIdIn(state, AWAY)).toBe(711);
  const held = done(state, claimBack(11));
  expect(heldIn(held, AWAY)).toBe(1);
  const back = done(held, undo(11));
  expect(back.holdings.get(AWAY)).toMatchObject({ onHand: 0, arrivals: [] });
  expect([freeOf(back), freeOf(done(back, release(11, 2)))]).toEqual([SOLD - 1, SOLD]);
  expect(does(back, undo(11))).toEqual(back);
});
test('a row is not taken back from under pieces that came beside it', () => {
  const both = [claim(11, 1), bring(11, AWAY), claim(12, 1), bring(12, AWAY)].reduce(done, sold);
  expect(messageOf(does(both, claimBack(11)))).toBe('此首饰之后已销退（XS12）');
  expect(onHandIn(done(done(both, claimBack(12)), undo(12)), AWAY)).toBe(1);
});
test('what is no longer free where it came to names what is in the way', () => {
  const state = done(done(sold, claim(11, 1)), bring(11));
  const hold = { type: 'HoldGoods', barcode: BARCODE, key: 'transfer-5/v1', shopId: HOME, quantity: 1 } as const;
  const held = done(state, { ...hold, holder: { kind: 'transfer', id: 5, no: 'DB5' } });
  expect(messageOf(does(held, claimBack(11)))).toContain('DB5');
});
test('a sale is not reversed while a return of it stands or waits, and says which', () => {
  const waiting = done(sold, claim(11, 1));
  expect(messageOf(does(waiting, reversal))).toContain('XS11');
  const back = done(waiting, bring(11));
  expect(messageOf(does(back, reversal))).toBe('此首饰已由XS11退货');
  expect(messageOf(does(done(waiting, release(11)), reversal))).toBe('done');
});
test('an edit counts its own claim as free, and what it stood in for ends when it is posted', () => {
  const edited = done(done(sold, claim(11, 3)), claim(11, 3, 2, keyOf(11)));
  expect(freeOf(edited)).toBe(0);
  const back = done(edited, bring(11, HOME, 2));
  expect([onHandIn(back, HOME), freeOf(back)]).toEqual([3, 0]);
  expect(does(back, release(11))).toEqual(back);
});
test('a claim that was given up before it came is refused when it comes', () => {
  expect(messageOf(does(done(sold, release(11)), claim(11, 1)))).toBe('占用已取消，请刷新后重试');
});

test('shares that were computed beside other returns than there are by now are refused, an edit’s own claim aside', () => {
  const shared = (id: number, broughtBefore: number, version = 1, replaces?: string): GoodsCommand =>
    Object.assign(claim(id, 1, version, replaces), { broughtBefore });
  const first = done(sold, shared(11, 0));
  expect(messageOf(does(first, shared(12, 0)))).toBe('此首饰刚有其他退货，请核对实退金额后再保存');
  expect(does(first, shared(11, 0))).toEqual(first);
  const back = done(done(first, bring(11)), shared(12, 1));
  expect(messageOf(does(back, shared(12, 1, 2, keyOf(12))))).toBe('done');
  expect(messageOf(does(back, shared(12, 0, 2, keyOf(12))))).toContain('其他退货');
});

const ids = fc.integer({ min: 11, max: 14 });
const step = fc.oneof(
  fc.record({
    kind: fc.constant('claim' as const),
    id: ids,
    shop: fc.constantFrom(HOME, AWAY),
    n: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({
    kind: fc.constantFrom('bring' as const, 'claimBack' as const, 'undo' as const, 'release' as const),
    id: ids,
    shop: fc.constantFrom(HOME, AWAY),
    n: fc.constant(1),
  }),
);
test('never more comes back than was sold, whatever is asked in whatever order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let state = sold;
      for (const { kind, id, shop, n } of steps) {
        const commands = { claim: claim(id, n), bring: bring(id, shop), claimBack: claimBack(id), undo: undo(id) };
        const after = does(state, kind === 'release' ? release(id) : commands[kind]);
        if (!isRefusal(after)) state = after;
        const back = onHandIn(state, HOME) + onHandIn(state, AWAY);
        const { returned } = state.departures.get(SALE)!;
        expect(back).toBe(returned);
        expect(freeOf(state)).toBeGreaterThanOrEqual(0);
        expect(returned + freeOf(state)).toBeLessThanOrEqual(SOLD);
        expect(heldIn(state, HOME)).toBeLessThanOrEqual(onHandIn(state, HOME));
      }
    }),
    { numRuns: 300 },
  );
});
