import { expect, test } from 'vitest';
import {
  GiftMatch,
  giftLineBody,
  giftLineOf,
  savedGiftLine,
  withFound,
  withGiftNum,
  withGiftPrice,
  withRedeem,
} from './gift-line.ts';

const found = GiftMatch.parse({
  id: 10007,
  barcode: 'ZP10006',
  goodsName: '红绳手链',
  styleNo: 'HS-18',
  spec: '18cm',
  measure: '条',
  num: 12,
  price: 29.9,
  rebateInte: 120.5,
  cost: 3.5,
});

test('one gift at its price; the amount follows number and price to the fen (S1§2.8/2)', () => {
  const line = giftLineOf(found);
  expect(line).toMatchObject({ giftId: 10007, num: 1, price: 29.9, amount: 29.9, rebateInte: 0 });
  const three = withGiftNum(line, 3).line;
  expect(three).toMatchObject({ num: 3, amount: 89.7 });
  expect(withGiftPrice(three, 0.1).line).toMatchObject({ price: 0.1, amount: 0.3 });
  expect(withGiftPrice(line, 0).line).toMatchObject({ price: 0, amount: 0 });
});
test('at least one, and no more than the shop has (S1§2.8/2)', () => {
  const line = giftLineOf(found);
  expect(withGiftNum(line, '')).toMatchObject({ line: { num: 1 }, message: '赠品数量不能小于1' });
  expect(withGiftNum(line, 13)).toMatchObject({ line: { num: 12 }, message: '赠品库存不足，可用数量为12' });
  const { free: _free, ...saved } = line;
  expect(withGiftNum(saved, 13)).toMatchObject({ line: { num: 13 } });
});
test('for points: no money, as many points as the number asks for; taken back, the price it had (S1§3/7)', () => {
  const line = withRedeem(giftLineOf(found), '1').line;
  expect(line).toMatchObject({ rebateInte: 121, price: 0, amount: 0 });
  expect(withGiftNum(line, 2).line).toMatchObject({ rebateInte: 241, amount: 0 });
  expect(withRedeem(line, '0').line).toMatchObject({ rebateInte: 0, price: 29.9, amount: 29.9 });
  const free = giftLineOf({ ...found, rebateInte: 0 });
  expect(withRedeem(free, '1')).toEqual({ line: free, message: '此赠品不用积分兑换' });
});
test('what is sent names the line that stands, and nothing that only the server says', () => {
  const body = giftLineBody({ ...giftLineOf(found), id: 100070000 });
  expect(Object.keys(body).toSorted()).toEqual(
    ['id', 'giftId', 'barcode', 'num', 'price', 'amount', 'rebateInte', 'remark'].toSorted(),
  );
  expect(giftLineBody(giftLineOf(found))).not.toHaveProperty('id');
});
test('a saved line for points can be changed once its gift was looked at again', () => {
  const { free: _free, redeem: _redeem, unitPoints: _points, unitPrice: _price, ...row } = giftLineOf(found);
  const saved = savedGiftLine({ ...row, id: 100070000, num: 2, rebateInte: 241, price: 0, amount: 0 });
  expect(withGiftNum(saved, 3).line).toMatchObject({ rebateInte: 241 });
  const known = withFound(saved, found);
  // What the order holds itself is free for it.
  expect(known).toMatchObject({ free: 14, redeem: '1' });
  expect(withGiftNum(known, 3).line).toMatchObject({ rebateInte: 362 });
  expect(withRedeem(known, '0').line).toMatchObject({ rebateInte: 0, price: 29.9, amount: 59.8 });
});
