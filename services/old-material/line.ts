/** A line of old material that a customer hands in (S1§2.3, §3, §5, §9): in an order, and in a recycle order. */
import { z } from 'zod';
import { mismatches } from '../contracts/agree.ts';
import { orElse } from '../contracts/document-body.ts';
import { lineKey, type NewLine } from '../contracts/document.ts';
import type { FieldProblem } from '../contracts/envelope.ts';
import {
  Carats,
  Count,
  Grams,
  LineFen,
  LineYuan,
  PriceFen,
  WeightMg,
  Yuan,
  fenFromYuan,
  mgFromGrams,
  milliFromCarats,
  mulDiv,
} from '../contracts/units.ts';
import {
  LISTS,
  chosenId,
  requiredText,
  stored,
  storedName,
  storedText,
  storedWhole,
  wireNumber,
  wireText,
} from '../contracts/values.ts';
import { Pictures } from '../goods/contract.ts';

/** The list that lines of old material lie in. */
export const RECYCLE_LIST = 'recycle';
/** As it is stored. `weightMg` is of the whole line; `netWeightMg` what of it is paid for, in whole 10 mg. */
export const RecycleLine = z.object({
  ...lineKey(RECYCLE_LIST),
  category: storedName(),
  style: storedName(),
  fineness: storedName(),
  name: storedText(),
  weightMg: WeightMg,
  /** How much of the weight counts, basis points: 10000 keeps all. */
  lossRatioBp: stored('rebate'),
  netWeightMg: WeightMg,
  /** Per gram. */
  unitPriceFen: PriceFen,
  workFeeFen: PriceFen,
  priceFen: LineFen,
  mainStone: storedText(),
  mainStoneCaratMilli: stored('carat'),
  mainStoneCount: storedWhole('pieces'),
  sideStone: storedText(),
  sideStoneCaratMilli: stored('carat'),
  sideStoneCount: storedWhole('pieces'),
  pictures: z.array(storedText()).max(LISTS.choices),
  remark: storedText(),
});
export type RecycleLine = z.infer<typeof RecycleLine>;

const carats = orElse(Carats, 0).transform(milliFromCarats);
const count = orElse(Count, 0);
const words = (max: number) => orElse(wireText(max), '');
const choice = (missing: string) => requiredText(missing, 60);
/** null: the house computes it; what is sent is checked against the formulas. */
const MEASURES = {
  weight: Grams.refine((value) => value > 0, '重量必须大于0').transform(mgFromGrams),
  lossRatio: orElse(
    wireNumber('rebate')
      .refine((value) => value > 0, '折净率必须大于0')
      .refine((value) => value <= 100, '折净率不能大于100'),
    100,
  ).transform((percent) => Math.round(percent * 100)),
  netWeight: Grams.nullish().transform((value) => (value == null ? null : mgFromGrams(value))),
  /** null: the board's buying price. */
  cost: Yuan.refine((value) => value > 0, '单价必须大于0')
    .nullish()
    .transform((value) => (value == null ? null : fenFromYuan(value))),
  workFee: orElse(Yuan, 0).transform(fenFromYuan),
  price: LineYuan.nullish().transform((value) => (value == null ? null : fenFromYuan(value))),
};
/** A line as sent; messages of S1§5. `id`: the line it is an edit of. */
export const RecycleLineBody = z.object({
  id: chosenId('id')
    .nullish()
    .transform((value) => value ?? null),
  type: choice('类别不能为空'),
  style: choice('款式不能为空'),
  fineness: choice('成色不能为空'),
  name: words(60),
  ...MEASURES,
  stone: words(60),
  stoneCt: carats,
  stoneP: count,
  second: words(60),
  secondCt: carats,
  secondP: count,
  pictures: Pictures.nullish().transform((value) => value ?? []),
  remark: requiredText('备注不能为空', 200),
});
export type RecycleLineBody = z.infer<typeof RecycleLineBody>;

/** Whether the work fee adds to the price of a gram, or lessens it (setting recycle_work_fee). */
export type WorkFeeRule = 'add' | 'subtract';
export const RECYCLE_WORK_FEE = 'recycle_work_fee';
export const workFeeRuleOf = (setting: string | null): WorkFeeRule => (setting === 'subtract' ? 'subtract' : 'add');

/** Net weight in mg, rounded half up to whole 10 mg. */
export const recycledNetMg = (weightMg: number, lossRatioBp: number): number =>
  mulDiv([weightMg, lossRatioBp], 100_000) * 10;
/** What is paid for the line in fen, rounded once; negative where the fee is more than the metal is worth. */
export const recycledPriceFen = (
  line: { readonly netWeightMg: number; readonly unitPriceFen: number; readonly workFeeFen: number },
  rule: WorkFeeRule,
): number => {
  const perGram = rule === 'add' ? line.unitPriceFen + line.workFeeFen : line.unitPriceFen - line.workFeeFen;
  return mulDiv([line.netWeightMg, perGram], 1000);
};

/** What a fineness is bought for per gram by the board, fen; 0 not quoted. */
export type BuyingPrice = (fineness: string) => number;
type BuyingLine = { readonly unitPriceFen: number; readonly problem: string | null };
/** The price of a gram: as said, else as it stood, else the board's. What it may come to is the ceiling's. */
const buyingPrice = (
  { cost, fineness }: Pick<RecycleLineBody, 'cost' | 'fineness'>,
  fenOf: BuyingPrice,
  standing: RecycleLine | undefined,
): BuyingLine => {
  const stood = standing?.fineness === fineness ? standing.unitPriceFen : undefined;
  const unitPriceFen = cost ?? stood ?? fenOf(fineness);
  return { unitPriceFen, problem: unitPriceFen > 0 ? null : '此成色没有挂牌回收价，请填写单价' };
};

type PriceFacts = Pick<RecycleLine, 'weightMg' | 'lossRatioBp' | 'unitPriceFen' | 'workFeeFen'>;
const samePrice = (one: PriceFacts, other: PriceFacts): boolean =>
  (['weightMg', 'lossRatioBp', 'unitPriceFen', 'workFeeFen'] as const).every((name) => one[name] === other[name]);

const describedBy = (sent: RecycleLineBody) => ({
  category: sent.type,
  style: sent.style,
  fineness: sent.fineness,
  name: sent.name,
  mainStone: sent.stone,
  mainStoneCaratMilli: sent.stoneCt,
  mainStoneCount: sent.stoneP,
  sideStone: sent.second,
  sideStoneCaratMilli: sent.secondCt,
  sideStoneCount: sent.secondP,
  pictures: sent.pictures,
  remark: sent.remark,
});

/**
 * A line recomputed, or what does not agree or makes no sense. `standing`: the line it is an edit of, which keeps its
 * price while nothing of it changes, whatever the setting says by now.
 */
export const computeRecycleLine = (
  sent: RecycleLineBody,
  {
    path,
    rule,
    fenOf,
    standing,
  }: {
    readonly path: string;
    readonly rule: WorkFeeRule;
    readonly fenOf: BuyingPrice;
    readonly standing?: RecycleLine | undefined;
  },
): { readonly line: NewLine<RecycleLine>; readonly problems: readonly FieldProblem[] } => {
  const netWeightMg = recycledNetMg(sent.weight, sent.lossRatio);
  const { unitPriceFen, problem } = buyingPrice(sent, fenOf, standing);
  const priced = { netWeightMg, unitPriceFen, workFeeFen: sent.workFee };
  const measured = { ...priced, weightMg: sent.weight, lossRatioBp: sent.lossRatio };
  const kept = standing !== undefined && samePrice(standing, measured);
  const priceFen = kept ? standing.priceFen : recycledPriceFen(priced, rule);
  const problems: FieldProblem[] = [
    ...(problem === null ? [] : [{ path: `${path}.cost`, message: problem }]),
    ...(netWeightMg > 0 ? [] : [{ path: `${path}.netWeight`, message: '净重必须大于0' }]),
    ...(priceFen > 0 || unitPriceFen <= 0 ? [] : [{ path: `${path}.price`, message: '金额必须大于0' }]),
  ];
  const claimed = mismatches([
    { path: `${path}.netWeight`, label: '净重', sent: sent.netWeight, expected: netWeightMg, unit: 'mg' },
    { path: `${path}.price`, label: '金额', sent: sent.price, expected: priceFen, unit: 'fen' },
  ]);
  const line = { ...describedBy(sent), ...measured, priceFen };
  return { line, problems: problems.length > 0 ? problems : claimed };
};
