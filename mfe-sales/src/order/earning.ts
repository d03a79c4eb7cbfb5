/** What an order earns while it is typed: points by the rules, and the margin for those who may see cost (R21, R47, R75, R85). Pure. */
import { pointsOf, type GoodsKeys, type RuleNumbers } from 'services/contracts/points';
import { fenFromYuan, mgFromGrams, mulDiv } from 'services/contracts/units';
import type { ChangeLine } from './change-line.ts';
import type { GiftLine } from './gift-line.ts';
import type { OrderLine } from './line.ts';

export const kindOf = ({ type, style, fineness }: GoodsKeys): string => JSON.stringify([type, style, fineness]);
/** Each kind of goods once: a rule is asked for a kind, not for a line. */
export const kindsIn = (lines: readonly GoodsKeys[]): readonly GoodsKeys[] => [
  ...new Map(
    lines.map(({ type, style, fineness }) => [kindOf({ type, style, fineness }), { type, style, fineness }]),
  ).values(),
];

/** `ruleOf`: null where no rule fits, undefined while it is not known. @returns undefined until all are known. */
export const earnedPoints = (
  lines: readonly OrderLine[],
  ruleOf: (kind: string) => RuleNumbers | null | undefined,
): number | undefined => {
  let sum = 0;
  for (const line of lines) {
    const rule = ruleOf(kindOf(line));
    if (rule === undefined) return undefined;
    const sold = { amountFen: fenFromYuan(line.factSellFee), rebateBp: Math.round(line.rebate * 100) };
    sum += pointsOf(rule, sold).points;
  }
  return sum;
};
export const spentPoints = (gifts: readonly Pick<GiftLine, 'rebateInte'>[]): number =>
  gifts.reduce((sum, { rebateInte }) => sum + rebateInte, 0);
export const pointsTakenBack = (changes: readonly Pick<ChangeLine, 'points'>[]): number =>
  changes.reduce((sum, { points }) => sum + points, 0);
/** What a saved order keeps of the customer's points until its audit: for its gifts, and for what comes back. */
export const heldPoints = (order: {
  readonly sellGiftList: readonly Pick<GiftLine, 'rebateInte'>[];
  readonly sellChangeList: readonly Pick<ChangeLine, 'points'>[];
}): number => spentPoints(order.sellGiftList) + pointsTakenBack(order.sellChangeList);

/** Cost of the line as the order will have it; undefined where it is not known (gold that is added costs what the shop's lots cost). */
const costFenOf = ({ num, cutDown, piece: { costFen, goldCostFen } }: OrderLine): number | undefined => {
  if (costFen === undefined) return undefined;
  if (cutDown === 0) return costFen * num;
  if (cutDown > 0 || goldCostFen === undefined) return undefined;
  return Math.max(0, costFen * num - mulDiv([mgFromGrams(-cutDown), goldCostFen], 1000));
};
/** Fen of the jewellery's price over its cost; undefined where any of it is not known. */
export const marginFen = (lines: readonly OrderLine[]): number | undefined => {
  let sum = 0;
  for (const line of lines) {
    const cost = costFenOf(line);
    if (cost === undefined) return undefined;
    sum += fenFromYuan(line.factSellFee) - cost;
  }
  return sum;
};
/** Without what only some may see: it goes where others read it. */
export const withoutCost = (line: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { piece } = line;
  if (typeof piece !== 'object' || piece === null) return line;
  const { costFen: _cost, goldCostFen: _gold, ...shown } = piece as Record<string, unknown>;
  return { ...line, piece: shown };
};
