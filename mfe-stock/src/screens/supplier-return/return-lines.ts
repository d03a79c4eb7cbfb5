/** Lines of a return while they are typed and scanned: columns, scanning, what is sent (S0§5, R8, R10). */
import { can, client } from 'root-config/api';
import type { FormHandle, LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { z } from 'zod';
import { cents, quantityColumn, readLines, totalWeightColumn } from '../../goods/document-lines.ts';
import { scanPiece, type LookupAnswer } from '../../goods/scan-piece.ts';
import { changeQuantity, type Line, type ReturnValues } from './return-rules.ts';

const quantity = quantityColumn<Line>('returnNum', '退货数量', changeQuantity);
/** On a phone the quantity stands right behind the barcode, the rest is a swipe away. */
export const returnColumns = (phone: boolean): readonly LineColumn<Line>[] => {
  const cost: readonly LineColumn<Line>[] = can('biz:cost:view')
    ? [
        { field: 'piceCost', title: '成本', kind: 'money', width: 96 },
        { field: 'returnPrice', title: '退货价', kind: 'money', width: 96, edit: 'number', decimals: 2, min: 0 },
        {
          field: 'amount',
          title: '退货金额',
          width: 104,
          kind: 'money',
          compute: ({ returnPrice = 0, returnNum }) => cents(returnPrice * returnNum),
          sum: true,
        },
      ]
    : [];
  return [
    { field: 'barcode', title: '条码', kind: 'text', width: 122, frozen: 'left' },
    ...(phone ? [quantity] : []),
    { field: 'type', title: '首饰类别', kind: 'text', width: 76 },
    { field: 'name', title: '首饰名称', kind: 'text', width: 112 },
    { field: 'num', title: '库存数量', kind: 'count', width: 74 },
    ...(phone ? [] : [quantity]),
    { field: 'goldWeight', title: '金重', kind: 'weight', width: 84 },
    ...cost,
    { field: 'remark', title: '备注', kind: 'text', width: 120, edit: 'text', maxLength: 200 },
    totalWeightColumn(({ returnNum }) => returnNum),
  ];
};

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  goodsId: piece.id,
  barcode: piece.barcode,
  name: piece.name ?? '',
  type: piece.type ?? '',
  num: piece.num,
  returnNum: piece.num,
  ...(piece.piceCost !== undefined && { piceCost: piece.piceCost, returnPrice: piece.piceCost }),
  goldWeight: piece.goldWeight ?? 0,
  supplierId: piece.supplierId,
  remark: '',
  shopId,
});

const Supplier = z.object({ name: z.string() });
/** The supplier is that of the first piece, unless somebody chose one; without its name the server fills it in. */
const presetSupplier = async (supplierId: number | null, form: FormHandle<ReturnValues>): Promise<void> => {
  if (supplierId === null || (form.values.supplierId ?? null) !== null) return;
  const supplier = await client.get(`/base-supplier/${supplierId}`).catch(() => null);
  const named = Supplier.safeParse(supplier);
  if (named.success) form.set({ supplierId, supplierName: named.data.name });
};

export const scanReturn = async (
  code: string,
  form: FormHandle<ReturnValues>,
  lines: LineModel<Line>,
): Promise<ScanOutcome> => {
  const { shopId, supplierId = null } = form.values;
  let delivered: number | null = null;
  const outcome = await scanPiece(code, {
    shopId,
    noShop: '请先选择分店名称！',
    lines,
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

export const readReturn = (data: unknown): Partial<ReturnValues> => readLines<ReturnValues>(data);
export const returnBody = (values: ReturnValues): Record<string, unknown> => ({
  supplierId: values.supplierId ?? null,
  shopId: values.shopId,
  returnAt: values.returnAt,
  remark: values.remark,
  bizGoodsList: values.bizGoodsList.map(({ goodsId, barcode, returnNum, returnPrice, remark }) => ({
    goodsId,
    barcode,
    returnNum,
    returnPrice,
    remark,
  })),
});
