/** Lines of a write-off or write-up: columns, scanning, what is read and sent. */
import { can } from 'root-config/api';
import type { FormHandle, LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { cents, quantityColumn, readLines, totalWeightColumn } from '../../goods/document-lines.ts';
import { scanPiece, type LookupAnswer } from '../../goods/scan-piece.ts';
import { KIND_NAMES, quantityOf, type AdjustValues, type Kind, type Line } from './adjust-rules.ts';

/** On a phone the quantity stands right behind the barcode, the rest is a swipe away. */
export const adjustColumns = (kind: Kind, phone: boolean): readonly LineColumn<Line>[] => {
  const quantity = quantityColumn<Line>('num', `${KIND_NAMES[kind]}数量`, quantityOf(kind));
  const cost: readonly LineColumn<Line>[] = can('biz:cost:view')
    ? [
        { field: 'piceCost', title: '成本', kind: 'money', width: 104 },
        {
          field: 'amount',
          title: '成本金额',
          width: 110,
          kind: 'money',
          compute: ({ piceCost = 0, num }) => cents(piceCost * num),
          sum: true,
        },
      ]
    : [];
  return [
    { field: 'barcode', title: '条码', kind: 'text', width: 122, frozen: 'left' },
    ...(phone ? [quantity] : []),
    { field: 'type', title: '首饰类别', kind: 'text', width: 76 },
    { field: 'name', title: '首饰名称', kind: 'text', width: 130 },
    { field: 'stock', title: '库存数量', kind: 'count', width: 74 },
    ...(phone ? [] : [quantity]),
    { field: 'goldWeight', title: '金重', kind: 'weight', width: 84 },
    ...cost,
    { field: 'reason', title: '单件说明', kind: 'text', width: 150, edit: 'text', maxLength: 200 },
    totalWeightColumn(({ num }) => num),
  ];
};

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  goodsId: piece.id,
  barcode: piece.barcode,
  name: piece.name ?? '',
  type: piece.type ?? '',
  stock: piece.num,
  num: 1,
  ...(piece.piceCost !== undefined && { piceCost: piece.piceCost }),
  goldWeight: piece.goldWeight ?? 0,
  reason: '',
  shopId,
});
export const scanAdjust =
  (kind: Kind) =>
  (code: string, form: FormHandle<AdjustValues>, lines: LineModel<Line>): Promise<ScanOutcome> =>
    scanPiece(code, {
      shopId: form.values.shopId,
      noShop: '请先选择分店名称！',
      lines,
      lineOf,
      ...(kind === '2' && { wanted: 'find' as const }),
    });

export const readAdjust = (data: unknown): Partial<AdjustValues> => readLines<AdjustValues>(data);
export const adjustBody = (values: AdjustValues): Record<string, unknown> => ({
  kind: values.kind,
  shopId: values.shopId,
  adjustAt: values.adjustAt,
  reason: values.reason,
  checkId: values.checkId,
  pictures: values.pictures,
  remark: values.remark,
  bizGoodsList: values.bizGoodsList.map(({ goodsId, barcode, num, reason }) => ({ goodsId, barcode, num, reason })),
});
