/** A piece that goes back to its supplier (R2, R4, R10): posted from a hold, claimed by one reversal, back and held. */
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { goodsDecider, type GoodsCommand } from './decider.ts';
import type { GoodsEvent } from './events.ts';
import { sampleReceipt } from './sample.ts';
import type { GoodsFact, GoodsState } from './state.ts';

const barcode = '202600000017';
const holder = { kind: 'supplier-return', id: 11, no: 'TH11' };
const document = { ...holder, line: 0, businessDate: '2026-11-02' };
const [key, claimKey, backKey] = ['supplier-return-11/v1/0', 'supplier-return-11/u2/0', 'supplier-return-11/v2/0'];
const stocked: readonly GoodsCommand[] = [
  { type: 'ReceiveGoods', receipt: sampleReceipt({ quantity: 3 }) },
  { type: 'AuditReceipt', receiptId: 10_001, auditor: '李四' },
];
const hold: GoodsCommand = { type: 'HoldGoods', barcode, key, shopId: 1, quantity: 2, holder };
const giveBack = {
  type: 'ReturnToSupplier',
  barcode,
  key,
  document,
  supplierId: 3,
  returnPriceFen: 175_000,
} as const satisfies GoodsCommand;
const claim = {
  type: 'ClaimDeparture',
  way: 'supplier-return',
  barcode,
  claimKey,
  postedKey: key,
  holder,
} as const satisfies GoodsCommand;
const releaseDropped: GoodsCommand = { type: 'ReleaseClaim', barcode, claimKey, postedKey: key };
const reverse = {
  type: 'ReverseDeparture',
  way: 'supplier-return',
  barcode,
  claimKey,
  postedKey: key,
  holdKey: backKey,
  document,
  holder,
} as const satisfies GoodsCommand;

const after = (...commands: readonly GoodsCommand[]): GoodsState => {
  let state = goodsDecider.initial;
  for (const [index, command] of commands.entries()) {
    const verdict = goodsDecider.decide(command, state);
    if (isRefusal(verdict)) throw new Error(`${command.type}: ${verdict.code}`);
    const meta = { userName: '张三', at: new Date(Date.UTC(2026, 10, 1, index)).toISOString() };
    state = verdict.reduce(
      (before: GoodsState, event: GoodsFact) => goodsDecider.evolve(before, { ...event, meta }),
      state,
    );
  }
  return state;
};
const said = (command: GoodsCommand, ...before: readonly GoodsCommand[]): string => {
  const verdict = goodsDecider.decide(command, after(...stocked, ...before));
  return isRefusal(verdict) ? verdict.code : verdict.map(({ type }: GoodsEvent) => type).join();
};

test('a return consumes its hold at the cost of that shop, once', () => {
  expect(goodsDecider.decide(giveBack, after(...stocked, hold))).toEqual([
    {
      type: 'GoodsReturnedToSupplier',
      data: {
        barcode,
        key,
        document,
        shopId: 1,
        supplierId: 3,
        quantity: 2,
        unitCostFen: 180_040,
        returnPriceFen: 175_000,
      },
    },
  ]);
  expect(said(giveBack)).toBe('goods.not_held');
  expect(said(giveBack, hold, giveBack)).toBe('');
  expect(said({ ...giveBack, returnPriceFen: 1 }, hold, giveBack)).toBe('goods.key_reused');
  expect(after(...stocked, hold, giveBack).holdings.get(1)).toMatchObject({ onHand: 1 });
});
test('a returned line is claimed by one reversal only, and let go again', () => {
  expect(said(claim)).toBe('goods.return_unknown');
  expect(said(claim, hold, giveBack)).toBe('GoodsSupplierReturnClaimed');
  expect(said(claim, hold, giveBack, claim)).toBe('');
  expect(said({ ...claim, claimKey: 'other' }, hold, giveBack, claim)).toBe('goods.held');
  expect(said(releaseDropped, hold, giveBack, claim)).toBe('GoodsSupplierReturnClaimReleased');
  expect(said(releaseDropped, hold, giveBack, claim, releaseDropped)).toBe('');
  expect(said(claim, hold, giveBack, releaseDropped)).toBe('goods.hold_released');
});
test('reversed, the pieces are back in their shop, held, at the cost they left at', () => {
  const claimed = [hold, giveBack, claim];
  expect(said(reverse, hold, giveBack)).toBe('goods.not_held');
  expect(said(reverse)).toBe('goods.return_unknown');
  expect(said(reverse, ...claimed)).toBe('GoodsSupplierReturnReversed');
  expect(said(reverse, ...claimed, reverse)).toBe('');
  expect(said({ ...reverse, holdKey: 'x' }, ...claimed, reverse)).toBe('goods.key_reused');
  expect(said(claim, ...claimed, reverse)).toBe('');
  expect(said({ ...claim, claimKey: 'x' }, ...claimed, reverse)).toBe('goods.return_reversed');
  expect(said(releaseDropped, ...claimed, reverse)).toBe('goods.hold_posted');
  const back = after(...stocked, ...claimed, reverse);
  expect(back.holdings.get(1)).toMatchObject({ onHand: 3, unitCostFen: 180_040 });
  expect(back.holds.get(backKey)).toMatchObject({ holder, quantity: 2 });
  expect(said({ ...giveBack, key: backKey }, ...claimed, reverse)).toBe('GoodsReturnedToSupplier');
});
test('what came back from a supplier return blocks nothing, what stands blocks the receipt and says so', () => {
  const receipt: GoodsCommand = { type: 'ReverseReceipt', receiptId: 10_001, reason: '错' };
  expect(goodsDecider.decide(receipt, after(...stocked, hold, giveBack))).toMatchObject({
    code: 'goods.blocked',
    message: '不能反审核，此首饰已退供应商（TH11）',
  });
});
test('a piece that is gone says where it went last', () => {
  const all: GoodsCommand = { ...(hold as Extract<GoodsCommand, { type: 'HoldGoods' }>), quantity: 3 };
  const next: GoodsCommand = { ...(hold as Extract<GoodsCommand, { type: 'HoldGoods' }>), key: 'k2', quantity: 1 };
  expect(goodsDecider.decide(next, after(...stocked, all, giveBack))).toMatchObject({
    code: 'goods.returned',
    message: '此首饰已退供应商（TH11）',
  });
});
