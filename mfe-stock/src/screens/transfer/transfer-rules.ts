/** Rules of a transfer's lines, with the messages of S0§4 and §5. Pure. */
import type { TransferLineRow, TransferRecord } from 'projections/transfers/contract';
import type { Problem } from 'root-config/ui';
import { quantityRule } from '../../goods/quantity-rule.ts';

/** `shopId`: the shop the piece was looked up in; the out-shop may be changed afterwards. */
export type Line = TransferLineRow & {
  readonly shopId: number | undefined;
  readonly totalWeight?: number;
  readonly amount?: number;
};
export type TransferValues = Omit<TransferRecord, 'bizGoodsList'> & { readonly bizGoodsList: readonly Line[] };

export const changeQuantity = quantityRule<Line>('inNum', 'outNum', {
  zero: '调入数量不能为0！',
  above: '调入数量不能大于库存数量！',
});

/** Rules between fields, and lines of another shop than the chosen one. */
export const checkTransfer = (values: Partial<TransferValues>): readonly Problem[] => {
  const { outShopId, inShopId, bizGoodsList = [] } = values;
  const same = outShopId !== undefined && outShopId === inShopId;
  const foreign = bizGoodsList.flatMap((line, index) =>
    line.shopId === outShopId
      ? []
      : [{ path: `bizGoodsList.${index}.barcode`, message: '这件首饰不在现在的调出分店，请删除后重新扫码' }],
  );
  return [...(same ? [{ path: 'inShopId', message: '调入和调出分店不能一样！' }] : []), ...foreign];
};
