/** Lines of a return while they are typed and scanned: columns, scanning, what is sent (S0§5, R8, R10). */
import { client } from 'root-config/api';
import type { FormHandle, LineModel, ScanOutcome } from 'root-config/ui';
import { z } from 'zod';
import type { LineColumns } from '../../documents/columns.ts';
import { bodyOf, scannedLine } from '../../documents/lines.ts';
import { scanPiece, type LookupAnswer } from '../../documents/scan-piece.ts';
import { changeQuantity, type Line, type SupplierReturnValues } from './supplier-return-rules.ts';

export const supplierReturnColumns = (phone: boolean): LineColumns<Line> => ({
  columns: [
    'barcode',
    'name',
    'num',
    'returnNum',
    'goldWeight',
    'piceCost',
    'returnPrice',
    'amount',
    'remark',
    'type',
    'totalWeight',
  ],
  quantity: { field: 'returnNum', of: ({ returnNum }) => returnNum, change: changeQuantity },
  amount: { title: '退货金额', width: 104, price: ({ returnPrice }) => returnPrice },
  typed: ['returnPrice', 'remark'],
  phone,
});

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  ...scannedLine(piece, shopId),
  goodsId: piece.id,
  num: piece.num,
  returnNum: piece.num,
  ...(piece.piceCost !== undefined && { piceCost: piece.piceCost, returnPrice: piece.piceCost }),
  supplierId: piece.supplierId,
  remark: '',
});

const Supplier = z.object({ name: z.string() });
/** The supplier is that of the first piece, unless somebody chose one; without its name the server fills it in. */
const presetSupplier = async (supplierId: number | null, form: FormHandle<SupplierReturnValues>): Promise<void> => {
  if (supplierId === null || (form.values.supplierId ?? null) !== null) return;
  const supplier = await client.get(`/base-supplier/${supplierId}`).catch(() => null);
  const named = Supplier.safeParse(supplier);
  if (named.success) form.set({ supplierId, supplierName: named.data.name });
};

export const scanSupplierReturn = async (
  code: string,
  form: FormHandle<SupplierReturnValues>,
  lines: LineModel<Line>,
): Promise<ScanOutcome> => {
  const { shopId, supplierId = null } = form.values;
  let delivered: number | null = null;
  const outcome = await scanPiece(code, {
    shopId,
    noShop: '请先选择分店名称！',
    lines,
    wanted: 'return',
    lineOf: (piece, shop) => {
      delivered = piece.supplierId;
      return lineOf(piece, shop);
    },
    remark: (piece) =>
      supplierId !== null && piece.supplierId !== null && piece.supplierId !== supplierId ? '（供应商与本单不同）' : '',
  });
  if (outcome.ok) await presetSupplier(delivered, form);
  return outcome;
};

export const supplierReturnBody = bodyOf<Line, SupplierReturnValues>(
  ['supplierId', 'shopId', 'returnAt', 'remark'],
  ['goodsId', 'barcode', 'returnNum', 'returnPrice', 'remark'],
);
