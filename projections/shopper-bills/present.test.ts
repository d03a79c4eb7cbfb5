/** What a customer reads of his bill. */
import { SaleLine } from 'services/sale/contract';
import { expect, test } from 'vitest';
import { presentSlip, type SinceSold, type StoredBill } from './present.ts';

const piece = {
  styleNo: 'S1',
  goldContent: '999.9',
  color: '',
  otherParam: '',
  grossWeightMg: 3_500,
  mainStone: '钻石',
  mainStoneCaratMilli: 300,
  mainStoneCount: 1,
  sideStone: '',
  sideStoneCaratMilli: 0,
  sideStoneCount: 0,
};
const zero = { quotedGoldPriceFen: 0, goldPriceFen: 0, originalLabourFeeFen: 0, labourFeeFen: 0 };
const fees = { originalFineWorkFeeFen: 0, fineWorkFeeFen: 0, originalPieceWorkFeeFen: 0, pieceWorkFeeFen: 0 };
const sold = (change: object = {}): SaleLine =>
  SaleLine.parse({
    list: 'goods',
    lineId: '1',
    barcode: '202600000017',
    goodsId: 9,
    name: '钻石戒指',
    category: '戒指',
    style: '光圈',
    fineness: '足金',
    picture: 'ring.webp',
    priceMode: 'fixed',
    quantity: 2,
    netWeightMg: 6_000,
    cutDownMg: -400,
    sellWeightMg: 5_600,
    ...zero,
    ...fees,
    sellPriceFen: 500_000,
    rebateBp: 10_000,
    rebateFeeFen: 0,
    amountFen: 480_050,
    unitCostFen: 180_000,
    points: 10,
    sellerPoints: 99,
    piece,
    ...change,
  });
const bill = (change: Partial<StoredBill> = {}): StoredBill => ({
  id: 10_007,
  shop_name: '罗湖店',
  sold_on: '2026-11-28',
  seller_name: '李小丽',
  sellers: [],
  points: 48,
  fact_fee_fen: 480_000,
  lines: [sold()],
  ...change,
});
const since: SinceSold = {
  returned: new Map(),
  certificates: new Map([[9, 'GTC1']]),
  usablePoints: 12,
  warranties: ['JW1.x'],
};
const plain = { showsPrices: false, terms: '' };

test('weights and stones are of all pieces of a line, less the gold that was cut off (S1§2.16/7)', () => {
  expect(presentSlip(bill(), since, plain).list).toEqual([
    {
      barcode: '202600000017',
      name: '钻石戒指',
      num: 2,
      type: '戒指',
      style: '光圈',
      fineness: '足金',
      goldContent: '999.9',
      goldWeight: 5.6,
      weight: 6.6,
      stone: '钻石',
      stoneCt: 0.6,
      stoneP: 2,
      cerif: 'GTC1',
      thumb: '/static/uploadfile/thumb/ring.webp',
      photo: '/static/uploadfile/ring.webp',
      returned: 0,
      warranty: 'JW1.x',
    },
  ]);
});
test('a line of before the house kept the piece, without picture and certificate, has what it has (S1§2.16/7)', () => {
  const lines = [sold({ piece: undefined, picture: '', goodsId: 8 })];
  expect(presentSlip(bill({ lines }), since, plain).list[0]).toMatchObject({
    goldContent: '',
    goldWeight: 5.6,
    weight: 0,
    stone: '',
    stoneCt: 0,
    cerif: '',
    thumb: '',
    photo: '',
  });
});
test('prices only where the house shows them; never what it cost, what the seller earns, or whom it was bought by (S1§2.16/7)', () => {
  const told = presentSlip(bill(), since, plain);
  expect(told).not.toHaveProperty('amount');
  expect(told.list[0]).not.toHaveProperty('price');
  const priced = presentSlip(bill(), since, { showsPrices: true, terms: '一' });
  expect(priced).toMatchObject({ amount: 4_800, terms: '一', list: [{ price: 4_800.5 }] });
  expect(JSON.stringify(priced)).not.toMatch(/1800|sellerPoints|cost|customer/i);
});
test('more came back than was sold is all of it; several sellers are all named (S1§2.16/7)', () => {
  const returned = new Map([['202600000017', 3]]);
  const sellers = [{ name: '李小丽' }, { name: '王芳' }];
  expect(presentSlip(bill({ sellers }), { ...since, returned }, plain)).toMatchObject({
    seller: '李小丽、王芳',
    list: [{ returned: 2 }],
  });
  expect(presentSlip(bill({ shop_name: null }), since, plain)).toMatchObject({ shopName: '', seller: '李小丽' });
});
