/** A piece into the lines of a document by its code (S0§5): shop first, no piece twice, then the look-up (R3). */
import { client } from 'root-config/api';
import type { LineModel, ScanOutcome } from 'root-config/ui';
import { GOODS_ROW_SHAPE } from 'services/goods/contract';
import { z } from 'zod';
import { asBarcode } from 'services/contracts/barcode';

/** What GET /biz-goods-in/lookup answers, as far as a document needs it (S0§7). */
export const LookupAnswer = z.object({
  ...GOODS_ROW_SHAPE,
  id: z.int(),
  barcode: z.string(),
  supplierId: z.int().nullable(),
  /** Free in that shop. */
  num: z.int(),
});
export type LookupAnswer = z.infer<typeof LookupAnswer>;

type PieceQuestion<L extends object> = {
  readonly shopId: number | undefined;
  /** 请先选择分店名称！ */
  readonly noShop: string;
  readonly lines: LineModel<L>;
  /** Pieces that turned up beyond the books (R9), or also those set aside for a return, instead of what is free. */
  readonly wanted?: 'find' | 'return';
  readonly lineOf: (piece: LookupAnswer, shopId: number) => L;
  /** Said behind the name, where there is something to say. */
  readonly remark?: (piece: LookupAnswer) => string;
};
export const scanPiece = async <L extends object>(code: string, asked: PieceQuestion<L>): Promise<ScanOutcome> => {
  const { shopId, noShop, lines, lineOf, remark, wanted } = asked;
  if (shopId === undefined) return { ok: false, reason: noShop };
  const barcode = asBarcode(code);
  if (barcode === '') return { ok: false, reason: '请输入条码！' };
  if (lines.has(barcode)) {
    lines.flash(barcode);
    return { ok: false, reason: '列表已存在此首饰，请不要重复输入！' };
  }
  const piece = LookupAnswer.parse(await client.get('/biz-goods-in/lookup', { shopId, barcode, wanted }));
  lines.append([lineOf(piece, shopId)], true);
  return { ok: true, key: piece.barcode, text: `已录入 ${piece.barcode} ${piece.name ?? ''}${remark?.(piece) ?? ''}` };
};
