import { expect, test } from 'vitest';
import { balanceWords, pointsWords } from './ledger-words.ts';

const said = (
  account: string,
  kind: string,
  amount: number,
  documentKind = kind.startsWith('定金储值单') ? 'deposit' : 'sale',
) => balanceWords({ account, kind, amount, documentKind });
test('stored value is said as a shop does: paid in, given back, paid with, come back', () => {
  expect(said('储值卡', '定金储值单', 500)).toBe('储值卡充值');
  expect(said('储值卡', '定金储值单', -500)).toBe('储值卡退款');
  expect(said('定金', '定金储值单', 500)).toBe('交定金');
  expect(said('定金', '定金储值单', -500)).toBe('退定金');
  expect(said('储值卡', '销售单', -120)).toBe('储值卡付款');
  expect(said('定金', '销售单', -120)).toBe('定金抵货款');
  expect(said('储值卡', '销售单', 120)).toBe('货款退回储值卡');
});
test('what was taken back is the same with the other sign, corrected', () => {
  expect(said('储值卡', '定金储值单（反审核）', -500)).toBe('储值卡充值（更正）');
  expect(said('定金', '销售单（反审核）', 120)).toBe('定金抵货款（更正）');
  expect(said('储值卡', '合并转入', 500, '')).toBe('会员资料合并');
  expect(said('储值卡', '撤销合并转回', 500, '')).toBe('会员资料合并撤销');
});
test('so are points', () => {
  expect(['销售积分', '积分兑换', '退货扣回', '手工调整', '合并转入'].map(pointsWords)).toEqual([
    '购物得积分',
    '积分兑换',
    '退货扣回',
    '门店调整',
    '会员资料合并',
  ]);
  expect(pointsWords('销售积分（反审核）')).toBe('购物得积分（更正）');
});
