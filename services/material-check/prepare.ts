/** Rules of a count of old material beyond its shape (R5, R6, R13, R135): the body becomes header and lines. */
import { isoWithOffset } from '../contracts/dates.ts';
import { documentNo } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import { FINENESS_DICTIONARY } from '../contracts/fineness.ts';
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor } from '../contracts/route.ts';
import type { Prepared, Previous } from '../documents/desk.ts';
import { lastLineId } from '../documents/lines.ts';
import { shopDayRefusal } from '../documents/rights.ts';
import { lotNo } from '../old-material/contract.ts';
import {
  LOT_LIST,
  differenceOf,
  type MaterialCheckBody,
  type MaterialCheckHeader,
  type MaterialCheckLine,
} from './contract.ts';
import type { CountedLot } from './live-checks.ts';
import { materialCheckManifest } from './manifest.ts';

export type MaterialCheckRules = {
  readonly lookup: Pick<MasterLookup, 'shop' | 'dictValues'>;
  readonly lots: (ids: readonly number[]) => Promise<ReadonlyMap<number, CountedLot>>;
  /** Another count that waits and shares lots with this one. */
  readonly otherCount: (scope: {
    readonly shopId: number;
    readonly fineness: string;
    readonly but: number | null;
  }) => Promise<number | null>;
};
type PreviousCheck = Previous<MaterialCheckHeader, MaterialCheckLine> | null;
type CheckAuthor = Pick<Actor, 'user' | 'now'>;

/** What a count is of stays: other lots, or books that are shown after all, are another count. */
const refuseScope = async (
  { lookup, otherCount }: MaterialCheckRules,
  { shopId, fineness, blind }: MaterialCheckBody,
  before: PreviousCheck,
): Promise<Refusal | null> => {
  if (before !== null) {
    const { header } = before;
    if (shopId !== header.shopId) return refuseField('material_check.shop', 'shopId', '不能改变盘点的分店');
    if (fineness !== header.fineness) return refuseField('material_check.fineness', 'fineness', '不能改变盘点的成色');
    return blind === header.blind ? null : refuseField('material_check.blind', 'blind', '不能改变是否盲盘');
  }
  if (fineness !== '' && !(await lookup.dictValues(FINENESS_DICTIONARY)).includes(fineness)) {
    return refuseField('material_check.fineness', 'fineness', '成色不存在');
  }
  const other = await otherCount({ shopId, fineness, but: null });
  if (other === null) return null;
  const no = documentNo(materialCheckManifest.kind, other);
  return refuse('conflict', 'material_check.open', `本店已有未审核的旧料盘点单${no}，请先完成它`);
};

type SentLot = MaterialCheckBody['lotList'][number];
type WeighedNow = SentLot & { readonly weighed: number };
const isWeighed = (sent: SentLot): sent is WeighedNow => sent.weighed !== null;
/** A line that is sent as it stands was not weighed again. */
const isAsItStood = (stood: MaterialCheckLine | undefined, { weighed, weighedAt }: WeighedNow): boolean =>
  stood !== undefined &&
  stood.weighedMg === weighed &&
  (weighedAt === null || Date.parse(weighedAt) === Date.parse(stood.weighedAt));

/** Nobody weighs in the future. */
const momentOf = ({ weighedAt }: SentLot, now: Date): Date =>
  weighedAt === null ? now : new Date(Math.min(Date.parse(weighedAt), now.getTime()));
type LotQuestion = Pick<MaterialCheckBody, 'shopId' | 'fineness'> & {
  readonly at: Date;
  readonly stood: MaterialCheckLine | undefined;
};
/** What nobody else holds of it: what this count held already, it may hold again. */
const freeMg = ({ leftMg, heldMg }: CountedLot, stood: MaterialCheckLine | undefined): number =>
  leftMg - heldMg + (stood === undefined ? 0 : Math.max(0, -differenceOf(stood)));
const whyNot = (
  lot: CountedLot | undefined,
  { lotId, weighed }: WeighedNow,
  { shopId, fineness, at, stood }: LotQuestion,
): string | null => {
  const no = lotNo(lotId);
  if (lot === undefined) return `旧料${no}不存在`;
  if (lot.shopId !== shopId) return `旧料${no}不在本店`;
  if (fineness !== '' && lot.fineness !== fineness) return `旧料${no}是${lot.fineness}，本单只盘${fineness}`;
  // What the books have now is what they had on the scale only while nothing moved in between.
  if (lot.movedAt !== null && lot.movedAt > at.getTime()) return `旧料${no}在称重后有变动，请重新称重`;
  if (lot.leftMg === 0) return `旧料${no}账面已无剩余，不用盘点`;
  return lot.leftMg - weighed > freeMg(lot, stood) ? `旧料${no}缺少的部分已被其他单据占用，请先处理那张单据` : null;
};

const weighedLine = (
  { lotId, fineness, category, style, name, leftMg: bookMg }: CountedLot,
  {
    lineId,
    weighedMg,
    at,
    user,
  }: Pick<MaterialCheckLine, 'lineId' | 'weighedMg'> & Pick<CheckAuthor, 'user'> & { at: Date },
): MaterialCheckLine => ({
  list: LOT_LIST,
  lineId,
  lotId,
  fineness,
  category,
  style,
  name,
  bookMg,
  weighedMg,
  weighedAt: isoWithOffset(at),
  weigher: { id: user.id, name: user.nickName },
});

/** Each lot once, of this shop; a lot that is weighed now is judged against what the books have now. */
export const linesOf = (
  found: ReadonlyMap<number, CountedLot>,
  { lotList, shopId, fineness }: Pick<MaterialCheckBody, 'lotList' | 'shopId' | 'fineness'>,
  before: PreviousCheck,
  { user, now }: CheckAuthor,
): readonly MaterialCheckLine[] | Refusal => {
  const seen = new Set<number>();
  const fields: FieldProblem[] = [];
  const standing = new Map(before?.lines.map((line) => [line.lotId, line]));
  let next = lastLineId(before, LOT_LIST) + 1;
  const judged = (sent: WeighedNow, index: number): MaterialCheckLine[] => {
    const { lotId, weighed: weighedMg } = sent;
    const [lot, stood, at] = [found.get(lotId), standing.get(lotId), momentOf(sent, now)];
    const isTwice = seen.has(lotId);
    seen.add(lotId);
    if (!isTwice && stood !== undefined && isAsItStood(stood, sent)) return [stood];
    const problem = isTwice ? `旧料${lotNo(lotId)}重复` : whyNot(lot, sent, { shopId, fineness, at, stood });
    if (problem === null && lot !== undefined)
      return [weighedLine(lot, { lineId: stood?.lineId ?? String(next++), weighedMg, at, user })];
    fields.push({ path: `lotList.${index}.lotId`, message: problem ?? '' });
    return [];
  };
  const lines = lotList.flatMap((sent, index) => (isWeighed(sent) ? judged(sent, index) : []));
  const [first] = fields;
  if (first !== undefined) return refuse('invalid', 'material_check.lots', first.message, { fields });
  return lines.length === 0 ? refuseField('material_check.lots', 'lotList', '请称重旧料！') : lines;
};

/** Header and lines, or the first rule that is broken. */
export const prepareMaterialCheck =
  (rules: MaterialCheckRules) =>
  async (
    body: MaterialCheckBody,
    before: PreviousCheck,
    by: Actor,
  ): Promise<Prepared<MaterialCheckHeader, MaterialCheckLine> | Refusal> => {
    const { shopId, checkAt: checkedOn, fineness, blind, lotList, remark } = body;
    const was = before && { shopId: before.header.shopId, day: before.header.checkedOn };
    const wrong =
      (await shopDayRefusal(rules.lookup, { shopId, day: checkedOn, field: 'checkAt', before: was }, by)) ??
      (await refuseScope(rules, body, before));
    if (wrong !== null) return wrong;
    const found = await rules.lots(lotList.map(({ lotId }) => lotId));
    const lines = linesOf(found, body, before, by);
    if (isRefusal(lines)) return lines;
    const openedAt = before?.header.openedAt ?? isoWithOffset(by.now);
    return { header: { shopId, checkedOn, fineness, blind, openedAt, remark }, lines };
  };
