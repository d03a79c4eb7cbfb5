/** Lines of a transfer while they are typed and scanned: columns, scanning, what is sent (S0§5, R7, R8). */
import { can } from 'root-config/api';
import type { FormHandle, LineColumn, LineModel, ScanOutcome } from 'root-config/ui';
import { cents, quantityColumn, readLines, totalWeightColumn } from '../../goods/document-lines.ts';
import { scanPiece, type LookupAnswer } from '../../goods/scan-piece.ts';
import { changeQuantity, type Line, type TransferValues } from './transfer-rules.ts';

const quantity = quantityColumn<Line>('inNum', '调入数量', changeQuantity);
/** On a phone the quantity stands right behind the barcode, the rest is a swipe away. */
export const transferColumns = (phone: boolean): readonly LineColumn<Line>[] => {
  const cost: readonly LineColumn<Line>[] = can('biz:cost:view')
    ? [
        { field: 'inPrice', title: '调入价', kind: 'money', width: 94, edit: 'number', decimals: 2, min: 0 },
        {
          field: 'amount',
          title: '调入金额',
          width: 108,
          kind: 'money',
          compute: ({ inPrice = 0, inNum }) => cents(inPrice * inNum),
          sum: true,
        },
        { field: 'outPrice', title: '调出价', kind: 'money', width: 104 },
        { field: 'goldCost', title: '金价', kind: 'money', width: 92 },
      ]
    : [];
  return [
    { field: 'barcode', title: '条码', kind: 'text', width: 120, frozen: 'left' },
    ...(phone ? [quantity] : []),
    { field: 'name', title: '首饰名称', kind: 'text', width: 120 },
    { field: 'outNum', title: '库存数量', kind: 'count', width: 74 },
    ...(phone ? [] : [quantity]),
    { field: 'goldWeight', title: '金重', kind: 'weight', width: 84 },
    totalWeightColumn(({ inNum }) => inNum),
    ...cost,
    { field: 'workFee', title: '工费', kind: 'money', width: 88 },
    { field: 'fineWorkFee', title: '精工费', kind: 'money', width: 104 },
    { field: 'piceWorkFee', title: '件工费', kind: 'money', width: 108 },
    { field: 'remark', title: '备注', kind: 'text', width: 140, edit: 'text', maxLength: 200 },
  ];
};

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  outGoodsId: piece.id,
  barcode: piece.barcode,
  name: piece.name ?? '',
  type: piece.type ?? '',
  outNum: piece.num,
  inNum: 1,
  ...(piece.piceCost !== undefined && { outPrice: piece.piceCost, inPrice: piece.piceCost }),
  ...(piece.goldCost !== undefined && { goldCost: piece.goldCost }),
  workFee: piece.workFee ?? 0,
  fineWorkFee: piece.fineWorkFee ?? 0,
  piceWorkFee: piece.piceWorkFee ?? 0,
  goldWeight: piece.goldWeight ?? 0,
  remark: '',
  shopId,
});

export const scanTransfer = (
  code: string,
  { values: { outShopId } }: FormHandle<TransferValues>,
  lines: LineModel<Line>,
): Promise<ScanOutcome> => scanPiece(code, { shopId: outShopId, noShop: '请先选择调出分店名称！', lines, lineOf });

export const readTransfer = (data: unknown): Partial<TransferValues> => readLines<TransferValues>(data, 'outShopId');
export const transferBody = (values: TransferValues): Record<string, unknown> => ({
  outShopId: values.outShopId,
  inShopId: values.inShopId,
  allocateAt: values.allocateAt,
  remark: values.remark,
  bizGoodsList: values.bizGoodsList.map(({ outGoodsId, barcode, inNum, outPrice, inPrice, remark }) => ({
    outGoodsId,
    barcode,
    inNum,
    outPrice,
    inPrice,
    remark,
  })),
});
