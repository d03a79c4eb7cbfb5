/** Rules of a return's lines, with the messages of S0§5 and R10. Pure. */
import type { SupplierReturnLineRow, SupplierReturnRecord } from 'projections/supplier-returns/contract';
import { mixesSuppliers } from 'services/supplier-return/contract';
import type { LineOf, ValuesOf } from '../../documents/lines.ts';
import { quantityRule } from '../../documents/quantity-rule.ts';

export type Line = LineOf<SupplierReturnLineRow>;
export type SupplierReturnValues = ValuesOf<SupplierReturnRecord, Line>;

export const changeQuantity = quantityRule<Line>('returnNum', 'num', {
  zero: '退货数量不能为0！',
  above: '退货数量不能大于库存数量！',
});

/** Said while some piece was delivered by somebody else than who takes it back. */
export const mixWarning = ({ supplierId, bizGoodsList = [] }: Partial<SupplierReturnValues>): string | null =>
  mixesSuppliers(bizGoodsList, supplierId ?? null) ? '明细中有其他供应商的首饰，请核对' : null;

/** Edited on its own day only (S0§4, R5); what was reversed on any day, by that right (R70): the server knows which it is. */
export const editBlocked = (
  { returnAt }: { readonly returnAt: string },
  { today, anyDay }: { readonly today: string; readonly anyDay: boolean },
): string | undefined => (returnAt === today || anyDay ? undefined : '只能编辑当天的退货单');
