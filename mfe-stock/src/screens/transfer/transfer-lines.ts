/** Lines of a transfer while they are typed and scanned: columns, scanning, what is sent (S0§5, R7, R8). */
import type { FormHandle, LineModel, ScanOutcome } from 'root-config/ui';
import type { LineColumns } from '../../documents/columns.ts';
import { bodyOf, readLines, scannedLine } from '../../documents/lines.ts';
import { scanPiece, type LookupAnswer } from '../../documents/scan-piece.ts';
import { changeQuantity, type Line, type TransferValues } from './transfer-rules.ts';

/** Who reads a transfer is not told what is free now: once it is posted that is 0. */
export const transferColumns = (phone: boolean, reads: boolean): LineColumns<Line> => ({
  columns: [
    ...(reads ? (['barcode', 'name'] as const) : (['barcode', 'name', 'outNum'] as const)),
    'inNum',
    'goldWeight',
    'totalWeight',
    'inPrice',
    'amount',
    'outPrice',
    'goldCost',
    'workFee',
    'fineWorkFee',
    'piceWorkFee',
    'remark',
  ],
  quantity: { field: 'inNum', of: ({ inNum }) => inNum, change: changeQuantity },
  amount: { title: '调入金额', width: 108, price: ({ inPrice }) => inPrice },
  typed: ['inPrice', 'remark'],
  ...(reads && { widths: { remark: 96 } }),
  phone,
});

const lineOf = (piece: LookupAnswer, shopId: number): Line => ({
  ...scannedLine(piece, shopId),
  outGoodsId: piece.id,
  outNum: piece.num,
  inNum: 1,
  ...(piece.piceCost !== undefined && { outPrice: piece.piceCost, inPrice: piece.piceCost }),
  ...(piece.goldCost !== undefined && { goldCost: piece.goldCost }),
  workFee: piece.workFee ?? 0,
  fineWorkFee: piece.fineWorkFee ?? 0,
  piceWorkFee: piece.piceWorkFee ?? 0,
  remark: '',
});

export const scanTransfer = (
  code: string,
  { values: { outShopId } }: FormHandle<TransferValues>,
  lines: LineModel<Line>,
): Promise<ScanOutcome> => scanPiece(code, { shopId: outShopId, noShop: '请先选择调出分店名称！', lines, lineOf });

export const readTransfer = (data: unknown): Partial<TransferValues> => readLines<TransferValues>(data, 'outShopId');
export const transferBody = bodyOf<Line, TransferValues>(
  ['outShopId', 'inShopId', 'allocateAt', 'remark'],
  ['outGoodsId', 'barcode', 'inNum', 'outPrice', 'inPrice', 'remark'],
);
