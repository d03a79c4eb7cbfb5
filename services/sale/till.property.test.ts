/** A clerk alone gets no order below the floors, whatever the body says: its fields are drawn from its own schema. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isRefusal } from '../contracts/refusal.ts';
import { gramShareOf } from '../goods/contract.ts';
import { SaleBody, SaleGoodsLineBody, type SaleGoodsLine } from './contract.ts';
import { drawn, drawnFields } from './testing/drawn-bodies.ts';
import { CODES, COST_FEN, QUOTED_FEN, RUNS, SEED, SHOP, STOCK, attributesOf, prepared } from './testing/lone-clerk.ts';

const ROUND_LIMIT_FEN = 1_000;
/** What a line starts from, so that most draws get as far as the limits. */
const line = drawnFields(SaleGoodsLineBody, {
  id: fc.constant(undefined),
  points: fc.constant(undefined),
  sellerPoints: fc.constant(undefined),
  barcode: fc.constantFrom(...CODES),
  goodsId: fc.constant(undefined),
  num: fc.constantFrom(1, 1, 2, STOCK),
  rebate: fc.oneof(
    fc.constantFrom(undefined, 80, 80.01, 100),
    fc.constantFrom(0, 1, 79.99, 80, 1000),
    fc.integer({ min: 7_000, max: 11_000 }).map((bp) => bp / 100),
  ),
  todayGoldCost: fc.oneof(
    fc.constantFrom(undefined, 0),
    fc.constantFrom(0.01, 1, 531.99, 532, 569.99, 570, 600, 99_999),
    fc.integer({ min: 50_000, max: 65_000 }).map((fen) => fen / 100),
  ),
  cutDown: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(undefined, 0) },
    { weight: 1, arbitrary: fc.constantFrom(-0.001, -0.643, -0.644, -3.215, 0.5, 3.215, 999) },
  ),
  workFee: fc.constantFrom(undefined, 0, 0.01, 11.99, 12, 20),
  sellPrice: fc.constant(undefined),
  sellGoldWeight: fc.constant(undefined),
  rebateFee: fc.constant(undefined),
  factSellFee: fc.constant(undefined),
});
const payments = fc.array(fc.record({ balance: fc.constantFrom('现金', '微信'), amount: drawn({ type: 'number' }) }), {
  maxLength: 3,
});
const order = drawnFields(SaleBody, {
  customerId: fc.constant(1),
  shopId: fc.oneof({ weight: 12, arbitrary: fc.constant(SHOP) }, { weight: 1, arbitrary: fc.constant(2) }),
  sellAt: fc.constant('2026-11-20'),
  seller: fc.constant('clerk'),
  sellerId: fc.constant(undefined),
  printTemplate: fc.constant('销售单'),
  pictures: fc.constant(undefined),
  remark: fc.constant(undefined),
  id: fc.constant(undefined),
  points: fc.constant(undefined),
  sellerPoints: fc.constant(undefined),
  amount: fc.constant(undefined),
  payableFee: fc.constant(undefined),
  factFee: fc.constant(undefined),
  sellGoodsList: fc.uniqueArray(line, {
    minLength: 1,
    maxLength: 2,
    selector: (one) => (one as { barcode: string }).barcode,
  }),
  sellBalanceList: payments,
  sellChangeList: fc.constant([]),
  sellRecycleList: fc.constant([]),
  sellGiftList: fc.constant([]),
  sellCleanList: fc.constant([]),
  approval: fc.constantFrom(
    undefined,
    { username: 'boss', password: 'x', reason: '好', marks: ['x'] },
    { reason: '好' },
  ),
});

/**
 * The least a line may come to without anybody's word, worked out by hand from the piece and the settings, whatever was
 * typed: 80 % of its full price, and what it cost. Only the quoted gold goes by the board, at the weight that is charged;
 * what has no tag goes by what its gold cost. null: never alone.
 */
const leastFen = ({ barcode, quantity, sellWeightMg, cutDownMg }: SaleGoodsLine): number | null => {
  const piece = attributesOf(barcode);
  expect(cutDownMg).toBeGreaterThanOrEqual(-Math.round(piece.netWeightMg * quantity * 0.2));
  const gramFen = barcode === 'QUOTED' ? QUOTED_FEN : piece.tagPriceFen > 0 ? 0 : piece.metalCostFen;
  const grams = sellWeightMg / 1000;
  const share = (gramShareOf(piece) * quantity) / 10_000_000;
  const fees = (piece.labourFeeFen + piece.fineWorkFeeFen) * grams + piece.pieceWorkFeeFen * quantity;
  const tag = (piece.tagPriceFen * 1000 * grams) / piece.netWeightMg;
  const full = gramFen > 0 ? gramFen * grams + share + fees : tag;
  if (gramFen === 0 && piece.tagPriceFen === 0) return null;
  const cost = COST_FEN * quantity + Math.min(0, (cutDownMg * piece.metalCostFen) / 1000);
  return Math.max(full * 0.8, Math.min(full, cost));
};

/** What the order comes to, so that payments can agree with it: the server names it against a wrong sum. */
const dueOf = async (body: Record<string, unknown>): Promise<number> => {
  const asked = await prepared({ ...body, amount: 0.01, factFee: undefined, sellBalanceList: [] });
  const [problem] = isRefusal(asked) ? (asked.fields ?? []) : [];
  return problem?.path === 'amount' && 'expected' in problem ? Number(problem.expected) : 0;
};

test('no order of a clerk alone is below the floors', async () => {
  let saved = 0;
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(order, fc.constantFrom(0, 0, 0, -10, -10.01, -500, 10), async (drawnBody, off) => {
      const body = drawnBody as Record<string, unknown>;
      const due = await dueOf(body);
      const fact = Math.round((due + off) * 100) / 100;
      const exact = { factFee: fact, sellBalanceList: fact === 0 ? [] : [{ balance: '现金', amount: fact }] };
      for (const attempt of [body, { ...body, ...exact }]) {
        const result = await prepared(attempt);
        if (result === null) continue;
        if (isRefusal(result)) {
          if (result.code === 'word.asked') asked += 1;
          continue;
        }
        saved += 1;
        const { header } = result;
        const lines = result.lines.filter((one) => one.list === 'goods');
        const floors = lines.map(leastFen);
        expect(floors).not.toContain(null);
        for (const [index, one] of lines.entries()) expect(one.amountFen).toBeGreaterThan((floors[index] ?? 0) - 3);
        const least = floors.reduce<number>((sum, floor) => sum + (floor ?? 0), 0);
        expect(header.factFeeFen).toBeGreaterThan(least - ROUND_LIMIT_FEN - 3 * lines.length);
        expect(header.payments.every(({ amountFen }) => amountFen > 0)).toBe(true);
        expect(header.payments.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(header.factFeeFen);
        expect(header).not.toHaveProperty('approvals');
      }
    }),
    { numRuns: RUNS, seed: SEED },
  );
  // Both sides of the limits were drawn, or the property says nothing.
  expect(saved).toBeGreaterThan(RUNS / 20);
  expect(asked).toBeGreaterThan(RUNS / 20);
});
