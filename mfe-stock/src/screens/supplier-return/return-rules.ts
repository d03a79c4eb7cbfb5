/** Rules of a return's lines, with the messages of S0§5 and R10. Pure. */
import type { SupplierReturnLineRow, SupplierReturnRecord } from 'projections/supplier-returns/contract';
import type { Problem } from 'root-config/ui';
import { mixesSuppliers } from 'services/supplier-return/contract';
import { quantityRule } from '../../goods/quantity-rule.ts';

/** `shopId`: the shop the piece was looked up in; the document's may be changed afterwards. */
export type Line = SupplierReturnLineRow & {
  readonly shopId: number | undefined;
  readonly totalWeight?: number;
  readonly amount?: number;
};
export type ReturnValues = Omit<SupplierReturnRecord, 'bizGoodsList'> & { readonly bizGoodsList: readonly Line[] };

export const changeQuantity = quantityRule<Line>('returnNum', 'num', {
  zero: '退货数量不能为0！',
  above: '退货数量不能大于库存数量！',
});

/** Lines of another shop than the chosen one. */
export const checkReturn = ({ shopId, bizGoodsList = [] }: Partial<ReturnValues>): readonly Problem[] =>
  bizGoodsList.flatMap((line, index) =>
    line.shopId === shopId
      ? []
      : [{ path: `bizGoodsList.${index}.barcode`, message: '这件首饰不在现在的分店，请删除后重新扫码' }],
  );

/** Said while some piece was delivered by somebody else than who takes it back. */
export const mixWarning = ({ supplierId, bizGoodsList = [] }: Partial<ReturnValues>): string | null =>
  mixesSuppliers(bizGoodsList, supplierId ?? null) ? '明细中有其他供应商的首饰，请核对' : null;
