/** Rules of a transfer's lines, with the messages of S0§4 and §5. Pure. */
import type { TransferLineRow, TransferRecord } from 'projections/transfers/contract';
import type { Problem } from 'root-config/ui';
import { linesElsewhere, type LineOf, type ValuesOf } from '../../documents/lines.ts';
import { quantityRule } from '../../documents/quantity-rule.ts';

export type Line = LineOf<TransferLineRow>;
export type TransferValues = ValuesOf<TransferRecord, Line>;

export const changeQuantity = quantityRule<Line>('inNum', 'outNum', {
  zero: '调入数量不能为0！',
  above: '调入数量不能大于库存数量！',
});

/** Rules between fields, and lines of another shop than the chosen one. */
export const checkTransfer = (values: Partial<TransferValues>): readonly Problem[] => {
  const { outShopId, inShopId, bizGoodsList = [] } = values;
  const same = outShopId !== undefined && outShopId === inShopId;
  return [
    ...(same ? [{ path: 'inShopId', message: '调入和调出分店不能一样！' }] : []),
    ...linesElsewhere(bizGoodsList, outShopId, '调出分店'),
  ];
};
