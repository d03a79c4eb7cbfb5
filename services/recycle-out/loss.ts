/** Metal that leaves (R135): what is lost on the way, in pure metal, and what it is sold for. Pure; mg, fen. */
import type { Fineness } from '../contracts/fineness.ts';
import { gramsFromMg, mulDiv, yuanFromFen, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import { gramBoundFen, type BuyingTerms } from '../old-material/contract.ts';

export type Metal = { readonly fineness: string; readonly weightMg: number };
/** Contents have two decimals: pure metal is counted in hundred-thousandths of a milligram. */
const PARTS = 100_000;
const CENTI = 100;
/** null: what some of it is made of is not known. */
const pureOf = (metals: readonly Metal[], finenesses: ReadonlyMap<string, Fineness>): number | null => {
  let sum = 0;
  for (const { fineness, weightMg } of metals) {
    const content = finenesses.get(fineness)?.content ?? 0;
    if (content <= 0) return null;
    sum += weightMg * Math.round(content * CENTI);
  }
  return sum;
};

type Loss = {
  readonly path: string;
  readonly out: readonly Metal[];
  readonly back: readonly Metal[];
  readonly finenesses: ReadonlyMap<string, Fineness>;
  readonly limitBp: number;
};
/** A word for more than the limit (rounded up to whole mg), or where a content is not known; null: within it. */
export const lossAsk = ({ path, out, back, finenesses, limitBp }: Loss): WordAsk | null => {
  const [left, came] = [pureOf(out, finenesses), pureOf(back, finenesses)];
  const binds = [out, back].flat().flatMap(({ fineness, weightMg }) => [fineness, weightMg]);
  const asked = { path, rule: 'metal-loss', binds };
  if (left === null || came === null) return { ...asked, value: 0, message: '成色的含量未知，无法核对损耗' };
  const limitMg = Math.ceil(Math.round((left * limitBp) / 10_000) / PARTS);
  const lost = left - came;
  if (lost <= limitMg * PARTS) return null;
  const grams = (parts: number): string => gramsFromMg(Math.ceil(parts / PARTS)).toFixed(3);
  const share = left === 0 ? 0 : Math.round((lost / left) * 10_000) / 100;
  return {
    ...asked,
    value: gramsFromMg(Math.ceil(lost / PARTS)),
    limit: gramsFromMg(limitMg),
    message: `损耗纯重${grams(lost)}克（${share.toFixed(2)}%），最多${grams(limitMg * PARTS)}克`,
  };
};

/** What is sold goes for this much of what it would be bought for, in basis points. */
const SOLD_BP = 9_500;
/** A word for a price below that, or where no bound is known; null: not below it. */
export const soldAsk = (lines: readonly Metal[], priceFen: number, terms: BuyingTerms): WordAsk | null => {
  const worth = lines.map(({ fineness, weightMg }) => {
    const bound = gramBoundFen(fineness, terms);
    return bound === null ? null : mulDiv([bound, weightMg, SOLD_BP], 1000 * 10_000);
  });
  const binds = [priceFen, ...lines.flatMap(({ fineness, weightMg }) => [fineness, weightMg])];
  const asked = { path: 'price', rule: 'metal-sold', value: yuanFromFen(priceFen), binds };
  if (worth.includes(null))
    return { ...asked, message: `成色没有挂牌回收价，出售金额${yuanText(priceFen)}元无法核对`, amountFen: priceFen };
  const least = worth.reduce<number>((sum, fen) => sum + (fen ?? 0), 0);
  if (priceFen >= least) return null;
  return {
    ...asked,
    limit: yuanFromFen(least),
    message: `出售金额${yuanText(priceFen)}元，最低${yuanText(least)}元`,
    amountFen: least - priceFen,
  };
};
