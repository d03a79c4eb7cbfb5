import { describe, expect, test } from 'vitest';
import { OrderPrint, orderSheet } from './order-sheet.ts';

const master = {
  id: 10406,
  orderNo: 'XS10406',
  underWay: '',
  customerId: 1,
  customerName: '<王芳>',
  customerMobile: '13800138000',
  shopId: 1,
  shopName: '南京路旗舰店',
  sellAt: '2026-11-21',
  seller: '李小丽',
  sellerId: 2,
  num: 1,
  amount: 2629.93,
  changeFee: 0,
  oldFee: 0,
  giftFee: 0,
  cleanFee: 0,
  payableFee: 2629.93,
  factFee: 2629,
  points: 26,
  sellerPoints: 0,
  status: '2',
  remark: '',
  auditFlag: 2,
  auditor: '店长',
  pictures: '',
  printTemplate: '销售单',
  thumb: '',
  photo: '',
  createdBy: '李小丽',
  createdAt: '2026-11-21T10:00:00.000+08:00',
  updatedAt: '2026-11-21T10:00:00.000+08:00',
};
const line = {
  id: 104_060_001,
  goodsId: 1,
  barcode: 'JQ1010',
  type: '戒指',
  style: '光圈',
  fineness: '足金999',
  name: '足金999光圈戒指',
  thumb: '',
  num: 1,
  originalTodayGoldCost: 0,
  todayGoldCost: 780,
  originalWorkFee: 12,
  workFee: 12,
  originalPiceWorkFee: 50,
  piceWorkFee: 50,
  originalFineWorkFee: 3,
  fineWorkFee: 3,
  rebate: 100,
  rebateFee: 2531.7,
  factSellFee: 2629.93,
  sellPrice: 2531.7,
  cutDown: 0,
  goldWeight: 3.215,
  sellGoldWeight: 3.215,
  priceMode: '2',
  remark: '',
  points: 26,
  sellerPoints: 0,
  piceCost: 1949,
};
const sheet = (goods: object[], more: object = {}): string =>
  orderSheet(
    OrderPrint.parse({
      tables: { master: [{ ...master, ...more }], goods, balance: [{ balance: '微信', amount: 2629 }] },
    }),
  );

describe('the printed sale', () => {
  test('carries shop, number, weight, price, fees, payment and the amount in capitals', () => {
    const html = sheet([line]);
    for (const words of [
      '南京路旗舰店',
      'XS10406',
      '3.215',
      '780.00',
      '98.23',
      '微信 ¥2,629.00',
      '本次积分：26',
      '客户签名',
    ]) {
      expect(html).toContain(words);
    }
    expect(html).toContain('抹零：¥0.93');
    expect(html).toContain('贰仟陆佰贰拾玖元整');
  });
  test('shows the weight of a fixed-price piece too', () => {
    expect(sheet([{ ...line, priceMode: '1', todayGoldCost: 0 }])).toMatch(/3\.215<\/td>\s*<td>一口价/);
  });
  test('never carries cost, nor markup out of a name, nor a whole telephone number', () => {
    const html = sheet([line], { costAmount: 1949 });
    expect(html).not.toContain('1,949');
    expect(html).not.toContain('1949');
    expect(html).toContain('&lt;王芳&gt;');
    expect(html).toContain('138****8000');
  });
  test('says when it was not audited yet', () => {
    expect(sheet([line], { auditFlag: 1 })).toContain('待审核');
    expect(sheet([line])).not.toContain('待审核');
  });
  test('takes a whole sheet when half a sheet is too small', () => {
    expect(sheet([line])).toContain('A5 landscape');
    expect(sheet(Array.from({ length: 6 }, () => line))).toContain('A4 portrait');
  });
});
