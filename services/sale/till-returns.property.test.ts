/** A clerk alone pays no more for what comes back than was paid for it, whatever the body says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import { SaleChangeLineBody, SaleCleanLineBody, type SaleLine } from './contract.ts';
import type { SaleRules } from './prepare.ts';
import type { SoldOrder } from './sold-orders.ts';
import { drawnFields } from './testing/drawn-bodies.ts';
import { CODES, COST_FEN, RUNS, SEED, SHOP, STOCK, clerk, prepared, rules, view } from './testing/lone-clerk.ts';

/** What was sold before, by what was paid for it in the end: one piece, and a lot of three of which nothing came back yet. */
const BOUGHT = 9_001;
const PAID: Readonly<Record<string, { readonly quantity: number; readonly amountFen: number }>> = {
  BACK1: { quantity: 1, amountFen: 10_000 },
  BACK3: { quantity: 3, amountFen: 600_000 },
  BACKDEAR: { quantity: 1, amountFen: 250_000 },
};
const boughtLines = Object.entries(PAID).map(([barcode, paid]) => ({
  list: 'goods',
  lineId: barcode,
  barcode,
  goodsId: 7,
  name: '足金戒指',
  category: '戒指',
  style: '光圈',
  fineness: '足金',
  picture: '',
  sellWeightMg: 3_215 * paid.quantity,
  cutDownMg: 0,
  unitCostFen: COST_FEN,
  points: 0,
  sellerPoints: 0,
  ...paid,
}));
const boughtTotal = boughtLines.reduce((sum, { amountFen }) => sum + amountFen, 0);
const bought = {
  header: {
    customerId: 1,
    shopId: SHOP,
    soldOn: '2026-11-10',
    seller: { id: 4, name: 'clerk' },
    payableFeeFen: boughtTotal,
    factFeeFen: boughtTotal,
  },
  lines: boughtLines,
} as unknown as SoldOrder;
const saleOf = (barcode: string): PieceView['sales'] => {
  const { quantity = 0 } = PAID[barcode] ?? {};
  const sale = { key: `k/${barcode}`, saleId: BOUGHT, shopId: SHOP, quantity, unitCostFen: COST_FEN };
  return quantity === 0 ? [] : [{ ...sale, free: quantity, returns: [] }];
};
const returning: SaleRules = {
  ...rules,
  sold: async (id) => (id === BOUGHT ? bought : null),
  pieces: {
    ...rules.pieces,
    view: async (code: string) => ({ ...view(code), received: PAID[code]?.quantity ?? STOCK, sales: saleOf(code) }),
  } as unknown as PieceDesk,
};
/** Whoever may round may not pay back more than was paid without a word, either. */
const rounder: SessionUser = {
  ...clerk,
  id: 5,
  username: 'rounder',
  permissions: new Set([...clerk.permissions, 'biz:bizSell:round']),
};
const backLine = drawnFields(SaleChangeLineBody, {
  id: fc.constant(undefined),
  rawSellId: fc.constant(BOUGHT),
  barcode: fc.constantFrom(...Object.keys(PAID)),
  returnNum: fc.constantFrom(undefined, undefined, 1, 2, 3, 0, 4),
  returnPrice: fc.oneof(
    { weight: 2, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(0, 0.01, 99.99, 100, 100.01, 2000, 2000.01, 2500, 2500.01, 50_000) },
  ),
  factReturnAmount: fc.constant(undefined),
  returnWeight: fc.constantFrom(undefined, undefined, 0, 1, 3.215, 9.645),
  returnTo: fc.constantFrom(undefined, '1', '1', '2', '3'),
});
const MENDING = { type: '戒指', style: '光圈' };
const cleanLine = drawnFields(SaleCleanLineBody, {
  type: fc.constant(MENDING.type),
  style: fc.constant(MENDING.style),
  price: fc.constantFrom(undefined, 0, 50, -50, 0.01, 99_999),
});
const exchange = fc.record({
  sellChangeList: fc.uniqueArray(backLine, {
    minLength: 1,
    maxLength: 3,
    selector: (one) => (one as { barcode: string }).barcode,
  }),
  sellGoodsList: fc.oneof(
    fc.constant([]),
    fc.constantFrom(...CODES).map((barcode) => [{ barcode, num: 1 }]),
  ),
  sellCleanList: fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.tuple(cleanLine) }),
});
const RETURNING_RUNS = Math.ceil(RUNS / 8);
const REFUND_LIMIT_FEN = 100_000;
/** What it comes to, as its own refusal names it where nothing is paid. */
const payableOf = (asked: unknown): number => {
  const { fields = [] } = isRefusal(asked as object) ? (asked as { fields?: readonly object[] }) : {};
  const named = fields.find((one) => 'path' in one && one.path === 'payableFee' && 'expected' in one);
  return named !== undefined && 'expected' in named ? Number(named.expected) : 0;
};
const whatIsBeyond = (lines: readonly SaleLine[], outFen: number): readonly string[] => [
  ...lines.flatMap((one) => {
    if (one.list === 'clean') return one.priceFen < 0 ? ['a fee below nothing'] : [];
    if (one.list !== 'change') return [];
    const paid = PAID[one.barcode];
    const mostFen = paid === undefined ? 0 : Math.round((paid.amountFen * one.quantity) / paid.quantity);
    return [
      ...(one.refundFen > mostFen ? [`${one.barcode} at ${one.refundFen} of ${mostFen}`] : []),
      ...(one.returnTo === '2' ? [`${one.barcode} to the old material`] : []),
    ];
  }),
  ...(outFen > REFUND_LIMIT_FEN ? [`paid out ${outFen}`] : []),
];

test('nobody alone gives more for what comes back than was paid for it, with the right to round or without', async () => {
  const seen = { saved: 0, asked: 0, refused: 0 };
  const base = {
    customerId: 1,
    shopId: SHOP,
    sellAt: '2026-11-20',
    seller: 'clerk',
    printTemplate: '销售单',
  };
  await fc.assert(
    fc.asyncProperty(exchange, fc.constantFrom(clerk, rounder), async (drawnLists, user) => {
      const body = { ...base, ...drawnLists, sellBalanceList: [] };
      const due = payableOf(await prepared({ ...body, payableFee: 0.01 }, user, returning));
      const paid = { factFee: due, sellBalanceList: due === 0 ? [] : [{ balance: '现金', amount: due }] };
      const result = await prepared({ ...body, ...paid }, user, returning);
      if (result === null || isRefusal(result)) {
        seen[result?.code === 'word.asked' ? 'asked' : 'refused'] += 1;
        return;
      }
      seen.saved += 1;
      expect(whatIsBeyond(result.lines, -Math.min(0, result.header.factFeeFen))).toEqual([]);
    }),
    { numRuns: RETURNING_RUNS, seed: SEED },
  );
  expect(seen.saved).toBeGreaterThan(RETURNING_RUNS / 20);
  expect(seen.asked).toBeGreaterThan(RETURNING_RUNS / 20);
});
