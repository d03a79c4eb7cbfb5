/** A piece that somebody paid a deposit for, when another one buys it. */
import { expect, test } from 'vitest';
import type { PieceDesk } from '../goods/contract.ts';
import { boundPieceAsks } from './bound-pieces.ts';
import type { SaleGoodsLine } from './contract.ts';
import type { BoundDeposit } from './live-checks.ts';

const [OWNER, MERGED, BUYER] = [1, 2, 3];
const deposit = (change: Partial<BoundDeposit> = {}): BoundDeposit => ({
  id: 7,
  customerId: OWNER,
  account: '定金',
  barcode: 'A1',
  deliverOn: '2026-12-01',
  ...change,
});
const line = (quantity = 1) => ({ barcode: 'A1', name: '足金戒指', quantity, amountFen: 200_000 }) as SaleGoodsLine;
type World = {
  readonly deposits?: readonly BoundDeposit[];
  readonly customerId?: number;
  readonly onHand?: number;
  readonly held?: number;
  readonly balanceFen?: number;
  readonly stood?: readonly SaleGoodsLine[];
  readonly quantity?: number;
};
const asked = async ({ deposits = [deposit()], onHand = 1, held = 0, balanceFen = 50_000, ...of }: World = {}) =>
  boundPieceAsks(
    {
      checks: { boundDeposits: async () => deposits },
      pieces: { view: async () => ({ holdings: [{ onHand, held }] }) } as unknown as PieceDesk,
      lookup: {
        customer: async (id) => ({
          id,
          name: '',
          enabled: true,
          mobile: '',
          vip: '',
          level: '',
          walkIn: false,
          mergedInto: id === MERGED ? BUYER : null,
        }),
      },
      balances: { of: async () => ({ 定金: balanceFen }) },
    },
    { customerId: of.customerId ?? BUYER, goods: [line(of.quantity)], stood: of.stood ?? [] },
  );

test('sold to another it asks, at the piece, and names the deposit', async () => {
  expect(await asked()).toMatchObject([
    {
      path: 'sellGoodsList.0.barcode',
      rule: 'bound-piece',
      message: '足金戒指已有其他客户付款预订（CZ7，约定2026-12-01交货）',
      barcode: 'A1',
    },
  ]);
});
test('whoever paid it, also under a record that was merged into his, fetches it unasked', async () => {
  expect(await asked({ customerId: OWNER })).toEqual([]);
  expect(await asked({ deposits: [deposit({ customerId: MERGED })] })).toEqual([]);
});
test('money that was given back binds nothing, and neither does a line that stands', async () => {
  expect(await asked({ balanceFen: 0 })).toEqual([]);
  expect(await asked({ stood: [line()] })).toEqual([]);
});
test('of a lot only the last pieces are bound, by as many as deposits wait for', async () => {
  expect(await asked({ onHand: 3, quantity: 2 })).toEqual([]);
  expect(await asked({ onHand: 3, quantity: 3 })).toHaveLength(1);
  expect(await asked({ onHand: 3, held: 1, quantity: 2 })).toHaveLength(1);
  expect(await asked({ onHand: 3, quantity: 2, deposits: [deposit(), deposit({ id: 8 })] })).toHaveLength(1);
  // What the order holds already is its own.
  expect(await asked({ onHand: 3, held: 1, quantity: 2, stood: [line(1)] })).toEqual([]);
});
