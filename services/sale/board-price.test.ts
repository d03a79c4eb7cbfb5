import { expect, test } from 'vitest';
import type { GoodsAttributes } from '../goods/contract.ts';
import { askAboutChanges, atBoardPrice, priceChangeOf, quotedFenOf } from './board-price.ts';
import { SaleGoodsLineBody, type SaleGoodsLine } from './contract.ts';

const QUOTED = 78_000;
const PATH = 'sellGoodsList.0';
const piece = (change: Partial<GoodsAttributes> = {}) =>
  ({ fineness: '足金', goldContent: '', priceMode: '', mainStoneCaratMilli: 0, ...change }) as GoodsAttributes;
const line = (sent: object = {}) => SaleGoodsLineBody.parse({ barcode: 'A001', ...sent });
const STONE = { mainStoneCaratMilli: 300 };

test.each([
  ['unmarked and quoted', {}, QUOTED, QUOTED],
  ['unmarked and not quoted', {}, 0, null],
  ['unmarked with a main stone', STONE, QUOTED, null],
  ['一口价', { priceMode: '1' }, QUOTED, null],
  ['按克', { priceMode: '2' }, QUOTED, QUOTED],
  ['按克 with a main stone', { ...STONE, priceMode: '2' }, QUOTED, QUOTED],
])('a price that was not sent: %s', (_, attributes, quotedFen, expected) => {
  const { sent, problem } = atBoardPrice(line(), piece(attributes), { quotedFen, stored: undefined }, PATH);
  expect([sent.todayGoldCost, problem]).toEqual([expected, null]);
});
test('what the seller sent stands, 0 too (S1§9/8)', () => {
  const at = (todayGoldCost: number, attributes: Partial<GoodsAttributes> = {}) =>
    atBoardPrice(line({ todayGoldCost }), piece(attributes), { quotedFen: QUOTED, stored: undefined }, PATH);
  expect(at(0).sent.todayGoldCost).toBe(0);
  expect(at(770).sent.todayGoldCost).toBe(77_000);
  expect(at(0, { priceMode: '2' }).problem).toEqual({
    path: `${PATH}.todayGoldCost`,
    message: '按克销售的首饰请填写今日金价',
  });
});
test('a line that was stored at its tag before there was a rule stays', () => {
  const tagged = { goldPriceFen: 0 } as SaleGoodsLine;
  const old = atBoardPrice(
    line({ todayGoldCost: 0 }),
    piece({ priceMode: '2' }),
    { quotedFen: 0, stored: tagged },
    PATH,
  );
  expect(old.problem).toBeNull();
});
test('a price that changed since the scan is asked about where the board makes the price (S1§3/9)', () => {
  const changed = (sent: object, attributes: Partial<GoodsAttributes> = {}) =>
    priceChangeOf(line(sent), piece(attributes), QUOTED, PATH);
  const asked = { path: `${PATH}.originalTodayGoldCost`, barcode: 'A001', old: 770, new: 780 };
  expect(changed({ originalTodayGoldCost: 770, todayGoldCost: 770 })).toEqual(asked);
  expect(changed({ originalTodayGoldCost: 780, todayGoldCost: 770 })).toBeNull();
  expect(changed({ todayGoldCost: 770 })).toBeNull();
  // Not quoted at the scan, quoted now.
  expect(changed({ originalTodayGoldCost: 0, todayGoldCost: 0 })).toMatchObject({ old: 0, new: 780 });
  expect(changed({ originalTodayGoldCost: 770, todayGoldCost: 0 }, STONE)).toBeNull();
  expect(askAboutChanges([])).toBeNull();
  expect(askAboutChanges([asked, asked])?.message).toBe(
    '挂牌金价已变动，请确认后再保存：A001 770.00元/克 → 780.00元/克（共2件）',
  );
});
test('the board is asked by fineness and content', () => {
  const details = [{ name: '足金', goldContent: '999', costFen: 1, priceFen: QUOTED, measureUnit: '元/克' }];
  const board = { validFrom: '', details };
  expect(quotedFenOf(board, { fineness: '足金', goldContent: '999' })).toBe(QUOTED);
  expect(quotedFenOf(board, { fineness: '足金', goldContent: '990' })).toBe(0);
  expect(quotedFenOf(null, { fineness: '足金', goldContent: '999' })).toBe(0);
});
