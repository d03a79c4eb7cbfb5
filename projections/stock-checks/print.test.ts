/** The paper of a check adds up what the screen below its lines adds up. */
import { expect, test } from 'vitest';
import type { CheckRow, ShownLine } from './contract.ts';
import { checkPrint } from './print.ts';

const check: CheckRow = {
  id: 7,
  no: 'PD7',
  shopId: 1,
  shopName: '罗湖店',
  checkAt: '2026-11-10',
  type: '戒指',
  style: '',
  noFind: '',
  auditFlag: 1,
  blind: false,
  finished: true,
  auditor: '',
  remark: '',
  bookNum: null,
  factNum: null,
  createdBy: '张三',
  createdAt: '',
  updatedAt: '',
};
const line: ShownLine = {
  goodsId: 1,
  barcode: 'RING',
  type: '戒指',
  name: '足金戒指',
  bookNum: 1,
  factNum: 1,
  scanNum: 1,
  goldWeight: 0.001,
  sellPrice: 0,
  pictures: '[]',
  remark: '',
  state: 'equal',
  missing: 0,
  gone: 0,
  explain: '',
  by: '张三',
};
const lot: ShownLine = { ...line, barcode: 'LOT', bookNum: 6, factNum: 5, goldWeight: 2, state: 'missing', missing: 1 };
const gone: ShownLine = { ...line, barcode: 'GONE', factNum: 0, goldWeight: 7, state: 'missing', missing: 1 };

test('a weight is that of one piece: the total is of the pieces counted (R8)', () => {
  expect(checkPrint(check, [line, lot, gone], false).master).toMatchObject({
    goldWeight: 10.001,
    bookNum: 8,
    factNum: 6,
    different: 2,
  });
});
