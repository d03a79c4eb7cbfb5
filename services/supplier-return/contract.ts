/** Return to the supplier (S0§2–5; R10): wire body, events. */
import { z } from 'zod';
import { LISTS, TEXTS, chosenId, requiredText, storedName, storedText, storedWhole } from '../contracts/values.ts';
import { Day, StoredDay } from '../contracts/dates.ts';
import { givenPrice, listedLines, noteText, orElse, storedPiece } from '../contracts/document-body.ts';
import { documentEvents, documentEventTypes } from '../contracts/document.ts';
import { Count, PriceFen, Quantity } from '../contracts/units.ts';
import { Barcode } from '../goods/contract.ts';

export const supplierReturnStream = (id: number): string => `supplierreturn-${id}`;

export const SupplierReturnHeader = z.object({
  /** null while pieces of several suppliers, or of none, wait for a choice; the audit asks for one. */
  supplierId: storedWhole('partnerId').nullable(),
  shopId: storedWhole('partnerId'),
  returnedOn: StoredDay,
  status: storedText().default('2'),
  remark: storedText().default(''),
  /** The inspection that opened it. */
  inspectionId: storedWhole('id').nullable().default(null),
});
export type SupplierReturnHeader = z.infer<typeof SupplierReturnHeader>;
/** Pieces of one barcode; prices per piece. `supplierId` is who delivered them, for the warning of a mix. */
export const SupplierReturnLine = z.object({
  ...storedPiece,
  unitCostFen: PriceFen,
  returnPriceFen: PriceFen,
  supplierId: storedWhole('partnerId').nullable().default(null),
  remark: storedText().default(''),
});
export type SupplierReturnLine = z.infer<typeof SupplierReturnLine>;

export const SupplierReturnEvent = documentEvents('SupplierReturn', SupplierReturnHeader, SupplierReturnLine);
export type SupplierReturnEvent = z.infer<typeof SupplierReturnEvent>;
export const SUPPLIER_RETURN_EVENT_TYPES = documentEventTypes('SupplierReturn');

/** What an inspection asks for when it opens returns: pieces of one shop that did not pass. */
export const SupplierReturnRequest = z.object({
  inspectionId: storedWhole('id'),
  shopId: storedWhole('partnerId'),
  returnedOn: StoredDay,
  lines: z
    .array(z.object({ barcode: storedName(), quantity: Quantity, remark: storedText() }))
    .max(LISTS.documentLines),
});
export type SupplierReturnRequest = z.infer<typeof SupplierReturnRequest>;

/** The one supplier of all these pieces; null when they have none or several. */
export const commonSupplier = (lines: readonly { readonly supplierId: number | null }[]): number | null => {
  const suppliers = new Set(lines.map((line) => line.supplierId));
  const [first = null] = suppliers;
  return suppliers.size === 1 ? first : null;
};
/** Whether some piece was delivered by somebody else than who takes it back; a piece without a supplier is anybody's. */
export const mixesSuppliers = (
  lines: readonly { readonly supplierId: number | null }[],
  supplierId: number | null,
): boolean => {
  const suppliers = new Set(lines.flatMap((line) => (line.supplierId === null ? [] : [line.supplierId])));
  if (supplierId !== null) suppliers.add(supplierId);
  return suppliers.size > 1;
};

/** Body of create and update; messages of S0§5. A line's returnPrice may be absent: the piece's cost (R10). */
export const SupplierReturnBody = z.object({
  id: chosenId('id').optional(),
  supplierId: orElse(chosenId('partnerId', '请选择供应商'), null),
  shopId: chosenId('partnerId', '分店名称不能为空'),
  returnAt: requiredText('退货日期不能为空', TEXTS.short).pipe(Day),
  status: orElse(z.enum(['1', '2'], { error: '状态不正确' }), '2'),
  remark: noteText(),
  bizGoodsList: listedLines(
    z.object({
      goodsId: chosenId('id').optional(),
      barcode: Barcode,
      /** Default: all that is free. */
      returnNum: orElse(Count.min(1, '退货数量不能为0！'), null),
      returnPrice: givenPrice(),
      remark: noteText(),
    }),
    '请输入要退货的首饰！',
    '退货单',
  ),
});
export type SupplierReturnBody = z.infer<typeof SupplierReturnBody>;
