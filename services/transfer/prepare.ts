/** Rules of a transfer beyond its shape (S0§5, in its order; R5–R8, R13, R40): the body becomes header and lines. */
import type { NewLine } from '../contracts/document.ts';
import { isRefusal, refuseField, type Refusal } from '../contracts/refusal.ts';
import { seesCost } from '../contracts/user.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { CheckedLine } from '../documents/check-lines.ts';
import { linesOfPieces, pieceOf } from '../documents/piece-lines.ts';
import { openDayRefusal, shopRefusal, type Dating } from '../documents/rights.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import { limitShops } from '../platform/auth/shop-limit.ts';
import type { TransferBody, TransferHeader, TransferLine } from './contract.ts';

export type TransferRules = { readonly pieces: PieceDesk; readonly lookup: Pick<MasterLookup, 'shop'> };
type PreviousTransfer = Previous<TransferHeader, TransferLine> | null;

const headerOf = (body: TransferBody): TransferHeader => ({
  outShopId: body.outShopId,
  inShopId: body.inShopId,
  transferredOn: body.allocateAt,
  remark: body.remark,
});

const refuseHeader = async (
  { lookup }: TransferRules,
  header: TransferHeader,
  before: PreviousTransfer,
  by: Dating,
): Promise<Refusal | null> => {
  const { outShopId, inShopId, transferredOn } = header;
  if (outShopId === inShopId) return refuseField('transfer.same_shop', 'inShopId', '调入和调出分店不能一样！');
  const previous = before === null ? { outShopId: null, inShopId: null, transferredOn: null } : before.header;
  const out = { path: 'outShopId', id: outShopId, previous: previous.outShopId, label: '调出分店' };
  const into = { path: 'inShopId', id: inShopId, previous: previous.inShopId, label: '调入分店' };
  const day = {
    path: 'allocateAt',
    day: transferredOn,
    previous: previous.transferredOn,
    shops: [outShopId, inShopId],
  };
  return (
    (await shopRefusal(lookup, out)) ??
    (await shopRefusal(lookup, into)) ??
    // Whoever sends the goods answers for the document: the in-shop may be any shop of the chain.
    limitShops(by.user, [outShopId]) ??
    openDayRefusal(day, by)
  );
};

type Prices = Pick<TransferLine, 'outPriceFen' | 'inPriceFen'>;
/** R7: prices default to the piece's cost; without the right to see costs they are ignored on entry and kept on edit. */
const pricesOf = (
  sent: { readonly outPrice: number | null; readonly inPrice: number | null },
  kept: Prices | undefined,
  { costFen, mayPrice }: { readonly costFen: number; readonly mayPrice: boolean },
): Prices => ({
  outPriceFen: (mayPrice ? sent.outPrice : null) ?? kept?.outPriceFen ?? costFen,
  inPriceFen: (mayPrice ? sent.inPrice : null) ?? kept?.inPriceFen ?? costFen,
});

type TransferBodyLine = TransferBody['bizGoodsList'][number];
const lineOf = (sent: TransferBodyLine, piece: CheckedLine<PieceView>, prices: Prices): NewLine<TransferLine> => {
  const { metalCostFen, labourFeeFen, fineWorkFeeFen, pieceWorkFeeFen } = piece.view.attributes;
  const fees = { metalCostFen, labourFeeFen, fineWorkFeeFen, pieceWorkFeeFen };
  return { ...pieceOf(sent.barcode, piece), ...prices, ...fees, remark: sent.remark };
};

/** Header and lines of a transfer, or the first rule that is broken. */
export const prepareTransfer =
  (rules: TransferRules) =>
  async (
    body: TransferBody,
    before: PreviousTransfer,
    by: Dating,
  ): Promise<Prepared<TransferHeader, TransferLine> | Refusal> => {
    const header = headerOf(body);
    const refused = await refuseHeader(rules, header, before, by);
    if (refused !== null) return refused;
    const mayPrice = seesCost(by.user);
    const lines = await linesOfPieces<PieceView, TransferBodyLine, TransferLine>(rules.pieces, {
      kind: 'transfer',
      before,
      shopId: header.outShopId,
      sent: body.bizGoodsList,
      asked: ({ inNum, outGoodsId }) => ({ quantity: inNum, rowId: outGoodsId ?? null }),
      fields: ['inNum', 'outGoodsId'],
      tooMany: '调入数量不能大于库存数量！',
      lineOf: (sent, piece, kept) =>
        lineOf(sent, piece, pricesOf(sent, kept, { costFen: piece.unitCostFen, mayPrice })),
    });
    return isRefusal(lines) ? lines : { header, lines };
  };
