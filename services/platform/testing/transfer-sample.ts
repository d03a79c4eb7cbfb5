/** A clerk of 2026-11-10 and the transfers that the sagas' tests make. */
import type { Actor } from '../../contracts/route.ts';
import type { SessionUser } from '../../contracts/user.ts';
import type { TransferHeader, TransferLine } from '../../transfer/contract.ts';

export const NOW = new Date('2026-11-10T10:00:00.000+08:00');
export const clerk: SessionUser = {
  id: 7,
  username: 'zhang',
  nickName: '张三',
  deptId: null,
  roleIds: [2],
  roleKeys: [],
  permissions: new Set(['*:*:*']),
  lockShops: [],
  rows: 'all',
  mustChangePassword: false,
};
export const actor = (key: string): Actor => ({ user: clerk, now: NOW, key, requestId: `r-${key}` });
export const header: TransferHeader = { outShopId: 1, inShopId: 2, transferredOn: '2026-11-10', remark: '' };
export const line = (barcode: string, quantity = 1): TransferLine => ({
  list: 'goods',
  lineId: barcode,
  barcode,
  goodsId: 1,
  name: '足金戒指',
  category: '戒指',
  quantity,
  outPriceFen: 1000,
  inPriceFen: 1000,
  metalCostFen: 0,
  labourFeeFen: 0,
  fineWorkFeeFen: 0,
  pieceWorkFeeFen: 0,
  netWeightMg: 3215,
  remark: '',
});
