import { expect, test, vi } from 'vitest';
import { PieceMatch, lineOf, withDealPrice, withFigure, withGoldPrice, type OrderLine } from './line.ts';
import { partsOfPrice } from './price-breakdown.ts';

vi.mock('root-config/ui', async () => await import('../../../root-config/src/ui/format/show.ts'));

const ring = (): OrderLine =>
  lineOf(
    PieceMatch.parse({
      id: 1,
      barcode: '202600000001',
      num: 1,
      goldWeight: 5.37,
      sellPrice: 4000,
      workFee: 18,
      piceWorkFee: 0.22,
      priceMode: '2',
      gramShare: 0,
    }),
  );

test('a line by the gram says below its amount what its fees are', () => {
  const { line } = withGoldPrice(ring(), 562);
  expect([line.rebateFee, line.factSellFee]).toEqual([3017.94, 3114.82]);
  expect(partsOfPrice(line)).toEqual({
    short: '含工费 ¥96.88',
    whole: '折后金额 ¥3,017.94 + 工费 ¥96.88\n克工费 ¥18.00/g\n件工费 ¥0.22/件',
  });
});
test('a price that was agreed is named as such, and a line at its tag needs no word', () => {
  const agreed = withDealPrice(withGoldPrice(ring(), 562).line, 3000);
  if (!('line' in agreed)) throw new Error('a price above its fees is taken');
  expect(partsOfPrice(agreed.line)).toMatchObject({ short: '成交价' });
  expect(partsOfPrice(ring())).toBeNull();
  expect(partsOfPrice(withFigure(ring(), 'piceWorkFee', 30).line)).toMatchObject({ short: '含工费 ¥30.00' });
});
