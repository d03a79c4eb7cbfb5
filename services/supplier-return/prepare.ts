/** Rules of a return beyond its shape (S0§5, in its order; R5, R6, R10, R13, R40): the body becomes header and lines. */
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
import {
  commonSupplier,
  mixesSuppliers,
  type SupplierReturnBody,
  type SupplierReturnHeader,
  type SupplierReturnLine,
} from './contract.ts';
import { usableSupplier } from './usable.ts';

export type ReturnRules = { readonly pieces: PieceDesk; readonly lookup: Pick<MasterLookup, 'shop' | 'supplier'> };
type PreviousReturn = Previous<SupplierReturnHeader, SupplierReturnLine> | null;
const MIXED = '明细中有其他供应商的首饰，请核对';

const refuseSupplier = async (
  { lookup }: ReturnRules,
  id: number | null,
  before: PreviousReturn,
): Promise<Refusal | null> => {
  if (id === null) return null;
  const supplier = await lookup.supplier(id);
  if (supplier === null) return refuseField('return.supplier', 'supplierId', '供应商不存在');
  if (supplier.enabled || before?.header.supplierId === id) return null;
  return refuseField('return.supplier', 'supplierId', '供应商已停用');
};

const refuseHeader = async (
  rules: ReturnRules,
  body: SupplierReturnBody,
  before: PreviousReturn,
  by: Dating,
): Promise<Refusal | null> => {
  const shop = { path: 'shopId', id: body.shopId, previous: before?.header.shopId ?? null, label: '分店' };
  const day = {
    path: 'returnAt',
    day: body.returnAt,
    previous: before?.header.returnedOn ?? null,
    shops: [body.shopId],
  };
  return (
    (await shopRefusal(rules.lookup, shop)) ??
    limitShops(by.user, [body.shopId]) ??
    (await refuseSupplier(rules, body.supplierId, before)) ??
    openDayRefusal(day, by)
  );
};

type SentLine = SupplierReturnBody['bizGoodsList'][number];
/** The price defaults to the cost; without the right to see costs it is ignored on entry and kept on edit. */
const lineOf =
  (mayPrice: boolean) =>
  (
    sent: SentLine,
    piece: CheckedLine<PieceView>,
    kept: SupplierReturnLine | undefined,
  ): NewLine<SupplierReturnLine> => ({
    ...pieceOf(sent.barcode, piece),
    unitCostFen: piece.unitCostFen,
    returnPriceFen: (mayPrice ? sent.returnPrice : null) ?? kept?.returnPriceFen ?? piece.unitCostFen,
    supplierId: piece.view.supplierId,
    remark: sent.remark,
  });

/** Who delivered all of it (R10); one that was disabled since is chosen by nobody, but stays where it stood. */
const defaultSupplier = async (
  { lookup }: ReturnRules,
  lines: readonly SupplierReturnLine[],
  before: PreviousReturn,
): Promise<number | null> => {
  const common = commonSupplier(lines);
  return common === before?.header.supplierId ? common : usableSupplier(lookup, common);
};

/** Header and lines of a return, or the first rule that is broken. */
export const prepareReturn =
  (rules: ReturnRules) =>
  async (
    body: SupplierReturnBody,
    before: PreviousReturn,
    by: Dating,
  ): Promise<Prepared<SupplierReturnHeader, SupplierReturnLine> | Refusal> => {
    const refused = await refuseHeader(rules, body, before, by);
    if (refused !== null) return refused;
    const lines = await linesOfPieces<PieceView, SentLine, SupplierReturnLine>(rules.pieces, {
      kind: 'supplier-return',
      before,
      shopId: body.shopId,
      sent: body.bizGoodsList,
      asked: ({ returnNum, goodsId }) => ({ quantity: returnNum, rowId: goodsId ?? null }),
      fields: ['returnNum', 'goodsId'],
      tooMany: '退货数量不能大于库存数量！',
      lineOf: lineOf(seesCost(by.user)),
    });
    if (isRefusal(lines)) return lines;
    const { shopId, returnAt: returnedOn, status, remark } = body;
    const supplierId = body.supplierId ?? (await defaultSupplier(rules, lines, before));
    const inspectionId = before?.header.inspectionId ?? null;
    const header = { supplierId, shopId, returnedOn, status, remark, inspectionId };
    return { header, lines, ...(mixesSuppliers(lines, supplierId) && { warning: MIXED }) };
  };
