/** Lines of a write-off or write-up: columns, scanning, what is read and sent. */
import type { FormHandle, LineModel, ScanOutcome } from 'root-config/ui';
import type { LineColumns } from '../../documents/columns.ts';
import { bodyOf, readLines, scannedLine } from '../../documents/lines.ts';
import { scanPiece, type LookupAnswer } from '../../documents/scan-piece.ts';
import { KIND_NAMES, quantityOf, type AdjustValues, type Kind, type Line } from './adjust-rules.ts';

export const adjustColumns = (kind: Kind, phone: boolean): LineColumns<Line> => ({
  columns: ['barcode', 'type', 'name', 'stock', 'num', 'goldWeight', 'piceCost', 'amount', 'reason', 'totalWeight'],
  quantity: {
    field: 'num',
    title: `${KIND_NAMES[kind]}数量`,
    of: ({ num }) => num,
    change: quantityOf(kind),
  },
  amount: { title: '成本金额', width: 110, price: ({ piceCost }) => piceCost },
  typed: ['reason'],
  phone,
});

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  ...scannedLine(piece, shopId),
  goodsId: piece.id,
  stock: piece.num,
  num: 1,
  ...(piece.piceCost !== undefined && { piceCost: piece.piceCost }),
  reason: '',
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
export const adjustBody = bodyOf<Line, AdjustValues>(
  ['kind', 'shopId', 'adjustAt', 'reason', 'checkId', 'pictures', 'remark'],
  ['goodsId', 'barcode', 'num', 'reason'],
);
