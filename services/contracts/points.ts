/** What a sale earns in points (R21, R47, R85): the rule that fits best, and the formula. Pure; fen, basis points, whole points. */
import { mulDiv } from './units.ts';

/**
 * An enabled rule: for sales of `amountFen`, `customerPoint` and `sellerPoint` points; none below a rebate of `discount`
 * percent. An empty style or fineness is any.
 */
export type PointsRule = {
  readonly id: number;
  readonly revision: number;
  readonly pointSort: number;
  readonly type: string;
  readonly style: string;
  readonly fineness: string;
  readonly amountFen: number;
  readonly customerPoint: number;
  readonly sellerPoint: number;
  readonly discount: number;
};
export type RuleNumbers = Pick<PointsRule, 'amountFen' | 'customerPoint' | 'sellerPoint' | 'discount'>;
export type GoodsKeys = Pick<PointsRule, 'type' | 'style' | 'fineness'>;

const fits = (rule: PointsRule, goods: GoodsKeys): boolean =>
  rule.type === goods.type &&
  (rule.style === '' || rule.style === goods.style) &&
  (rule.fineness === '' || rule.fineness === goods.fineness);
const keysOf = ({ style, fineness }: PointsRule): number => Number(style !== '') + Number(fineness !== '');
const better = (left: PointsRule, right: PointsRule): number =>
  keysOf(right) - keysOf(left) || left.pointSort - right.pointSort || left.id - right.id;

/** The rule with the most keys, then the smallest pointSort, then the smallest id; null when none fits. */
export const bestRule = (rules: readonly PointsRule[], goods: GoodsKeys): PointsRule | null =>
  rules.filter((rule) => fits(rule, goods)).toSorted(better)[0] ?? null;

export type EarnedPoints = { readonly points: number; readonly sellerPoints: number };
/** Each rounded once, half up. A rule without an amount gives none, nor does a rebate below the rule's discount. */
export const pointsOf = (
  rule: RuleNumbers | null,
  sold: { readonly amountFen: number; readonly rebateBp: number },
): EarnedPoints => {
  if (rule === null || rule.amountFen === 0 || sold.rebateBp < rule.discount * 100) {
    return { points: 0, sellerPoints: 0 };
  }
  const of = (each: number): number => mulDiv([sold.amountFen, each], rule.amountFen);
  return { points: of(rule.customerPoint), sellerPoints: of(rule.sellerPoint) };
};
