/** Rules of an inspection beyond its shape (R5, R6, R13, R40): the body becomes header and lines. */
import { isRefusal, type Refusal } from '../contracts/refusal.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { linesOfPieces, pieceOf } from '../documents/piece-lines.ts';
import { shopDayRefusal, type Dating } from '../documents/rights.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import type { InspectionBody, InspectionHeader, InspectionLine } from './contract.ts';

type Rules = { readonly pieces: PieceDesk; readonly lookup: Pick<MasterLookup, 'shop'> };
type SentLine = InspectionBody['bizGoodsList'][number];

/** Header and lines, or the first rule that is broken. */
export const prepareInspection =
  ({ pieces, lookup }: Rules) =>
  async (
    body: InspectionBody,
    before: Previous<InspectionHeader, InspectionLine> | null,
    by: Dating,
  ): Promise<Prepared<InspectionHeader, InspectionLine> | Refusal> => {
    const { shopId, inspectAt: inspectedOn, inspector, pictures, remark, bizGoodsList: sent } = body;
    const was = before && { shopId: before.header.shopId, day: before.header.inspectedOn };
    const asked = { shopId, day: inspectedOn, field: 'inspectAt', before: was };
    const refused = await shopDayRefusal(lookup, asked, by);
    if (refused !== null) return refused;
    const lines = await linesOfPieces<PieceView, SentLine, InspectionLine>(pieces, {
      kind: 'inspection',
      before,
      shopId,
      sent,
      asked: ({ num, goodsId }) => ({ quantity: num, rowId: goodsId ?? null }),
      fields: ['num', 'goodsId'],
      tooMany: '质检数量不能大于库存数量！',
      lineOf: ({ barcode, result, note }, piece) => ({ ...pieceOf(barcode, piece), result, note }),
    });
    return isRefusal(lines)
      ? lines
      : { header: { shopId, inspectedOn, inspector, pictures, remark, saleId: null }, lines };
  };
