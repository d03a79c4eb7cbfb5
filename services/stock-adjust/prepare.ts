/** Rules of a write-off or write-up beyond its shape (R5, R6, R9, R13, R40): the body becomes header and lines. */
import { documentNo, type NewLine } from '../contracts/document.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { PieceDesk, PieceView } from '../goods/contract.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import type { CheckedLine } from '../documents/check-lines.ts';
import { linesOfPieces, pieceOf } from '../documents/piece-lines.ts';
import { shopDayRefusal, type Dating } from '../documents/rights.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import type { AuditedChecks } from '../stock-check/contract.ts';
import { ADJUST_KINDS, type AdjustBody, type AdjustHeader, type AdjustLine } from './contract.ts';

export type AdjustRules = {
  readonly pieces: PieceDesk;
  readonly checks: AuditedChecks;
  readonly lookup: Pick<MasterLookup, 'shop'>;
};
type PreviousAdjust = Previous<AdjustHeader, AdjustLine> | null;

/** What a document is about stays: another kind or another check is another document. */
const refuseChange = (body: AdjustBody, before: PreviousAdjust): Refusal | null => {
  if (before === null) return null;
  if (body.kind !== before.header.kind) return refuseField('adjust.kind', 'kind', '不能改变报损或报溢');
  return body.checkId === before.header.checkId ? null : refuseField('adjust.check', 'checkId', '不能改变盘点单');
};

const refuseHeader = async (
  { lookup }: AdjustRules,
  body: AdjustBody,
  before: PreviousAdjust,
  by: Dating,
): Promise<Refusal | null> => {
  const was = before && { shopId: before.header.shopId, day: before.header.adjustedOn };
  const asked = { shopId: body.shopId, day: body.adjustAt, field: 'adjustAt', before: was };
  return refuseChange(body, before) ?? shopDayRefusal(lookup, asked, by);
};

/** A document of a check settles what that check left unexplained, and no more. */
const refuseBeyondCheck = async ({ checks }: AdjustRules, body: AdjustBody): Promise<Refusal | null> => {
  const { checkId, kind, shopId, bizGoodsList } = body;
  if (checkId === null) return null;
  const check = await checks(
    checkId,
    bizGoodsList.map(({ barcode }) => barcode),
  );
  if (isRefusal(check)) return check;
  if (check.shopId !== shopId) return refuseField('adjust.check_shop', 'shopId', '分店与盘点单不一致');
  const no = documentNo('check', checkId);
  const fields = bizGoodsList.flatMap(({ barcode, num }, index) => {
    const { missing = 0, surplus = 0 } = check.of.get(barcode) ?? {};
    const allowed = kind === 'loss' ? missing : surplus;
    if (num <= allowed) return [];
    const message = `${no}中此首饰${kind === 'loss' ? '缺失' : '盘盈'}${allowed}件`;
    return [{ path: `bizGoodsList.${index}.num`, message }];
  });
  const [first] = fields;
  return first === undefined ? null : refuse('invalid', 'adjust.beyond_check', first.message, { fields });
};

type AdjustBodyLine = AdjustBody['bizGoodsList'][number];
const lineOf = (sent: AdjustBodyLine, piece: CheckedLine<PieceView>): NewLine<AdjustLine> => ({
  ...pieceOf(sent.barcode, piece),
  unitCostFen: piece.unitCostFen,
  reason: sent.reason,
});
/** A loss is looked up among what is free, a find beyond the books. */
const linesOf = ({ pieces }: AdjustRules, { kind, shopId, bizGoodsList }: AdjustBody, before: PreviousAdjust) => {
  const holder =
    before === null ? null : { kind: 'adjust' as const, id: before.id, no: documentNo('adjust', before.id) };
  return linesOfPieces<PieceView, AdjustBodyLine, AdjustLine>(pieces, {
    kind: 'adjust',
    before,
    shopId,
    sent: bizGoodsList,
    asked: ({ num, goodsId }) => ({ quantity: num, rowId: goodsId ?? null }),
    fields: ['num', 'goodsId'],
    tooMany: `${ADJUST_KINDS[kind].label}数量不能大于库存数量！`,
    ...(kind === 'gain' && {
      find: (barcode: string, quantity: number) => pieces.lookupFind(barcode, { shopId, quantity, holder }),
    }),
    lineOf,
  });
};

/** Header and lines, or the first rule that is broken. */
export const prepareAdjust =
  (rules: AdjustRules) =>
  async (
    body: AdjustBody,
    before: PreviousAdjust,
    by: Dating,
  ): Promise<Prepared<AdjustHeader, AdjustLine> | Refusal> => {
    const refused = (await refuseHeader(rules, body, before, by)) ?? (await refuseBeyondCheck(rules, body));
    if (refused !== null) return refused;
    const lines = await linesOf(rules, body, before);
    if (isRefusal(lines)) return lines;
    const { kind, shopId, adjustAt: adjustedOn, reason, checkId, pictures, remark } = body;
    return { header: { kind, shopId, adjustedOn, reason, checkId, pictures, remark }, lines };
  };
