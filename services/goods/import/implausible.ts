/** What a receipt may hold and hardly ever does: said before it is saved, not refused. Pure. */
import { gramsFromMg, yuanText } from '../../contracts/units.ts';
import { formulaCostFen, formulaWeightMg } from '../pricing.ts';
import type { Receipt } from '../state.ts';

/** `wire`: the field it is about. */
export type Doubt = { readonly wire: string; readonly message: string };
/** A value that the file gave although a formula gives another; inside units. */
export type Difference = {
  readonly wire: 'piceCost' | 'weight';
  readonly given: number;
  readonly formula: number;
};
type ReceiptFigures = Pick<Receipt, 'attributes' | 'quantity'>;

const HEAVY_MG = 500_000;
const LARGE_STONE_MILLI = 50_000;
const MANY = 1_000;
const ONE_YUAN = 100;
const METAL = /金|银|铂|钯|au|pt|ag|pd|\d+\s*k|^\d{3,4}$/i;

const grams = (mg: number): string => gramsFromMg(mg).toFixed(3);

const weightDoubts = ({ attributes }: ReceiptFigures): Doubt[] => {
  const { netWeightMg: net, grossWeightMg: gross, fineness } = attributes;
  const doubts: Doubt[] = [];
  if (net > HEAVY_MG) doubts.push({ wire: 'goldWeight', message: `金重${grams(net)}克，一件超过500克` });
  else if (gross > HEAVY_MG) doubts.push({ wire: 'weight', message: `总重${grams(gross)}克，一件超过500克` });
  if (net === 0 && METAL.test(fineness)) doubts.push({ wire: 'goldWeight', message: `成色为${fineness}，金重为0` });
  if (gross < net) doubts.push({ wire: 'weight', message: `总重${grams(gross)}克小于金重${grams(net)}克` });
  return doubts;
};
/** Nobody has bought gold for less in this century; silver is cheaper. */
const LEAST_GOLD_PRICE = 10_000;
const GOLD = /金|au|\d+\s*k/i;
const NO_GOLD = /银|铂|钯|非/;
const metalDoubts = ({ attributes }: ReceiptFigures): Doubt[] => {
  const { metalCostFen: price, fineness } = attributes;
  return price > 0 && price < LEAST_GOLD_PRICE && GOLD.test(fineness) && !NO_GOLD.test(fineness)
    ? [{ wire: 'goldCost', message: `成色为${fineness}，金价只有${yuanText(price)}元/克` }]
    : [];
};
const priceDoubts = ({ attributes }: ReceiptFigures): Doubt[] => {
  const { unitCostFen: cost, tagPriceFen: tag } = attributes;
  if (cost === 0) return [{ wire: 'piceCost', message: '成本为0' }];
  // A tag is rounded to whole yuan, so it may lie a little below.
  return tag > cost - ONE_YUAN
    ? []
    : [{ wire: 'sellPrice', message: `标价${yuanText(tag)}元低于成本${yuanText(cost)}元` }];
};

export const doubtsOf = (receipt: ReceiptFigures): readonly Doubt[] => {
  const { attributes, quantity } = receipt;
  const carats = attributes.mainStoneCaratMilli;
  return [
    ...weightDoubts(receipt),
    ...metalDoubts(receipt),
    ...priceDoubts(receipt),
    ...(carats > LARGE_STONE_MILLI ? [{ wire: 'stoneCt', message: `主石重${carats / 1000}克拉，超过50克拉` }] : []),
    ...(quantity > MANY ? [{ wire: 'num', message: `数量${quantity}，超过1000件` }] : []),
  ];
};

export const differencesOf = ({ attributes }: ReceiptFigures): readonly Difference[] => {
  const { givenCostFen: cost, givenWeightMg: weight } = attributes;
  const costFormula = formulaCostFen(attributes);
  const weightFormula = formulaWeightMg(attributes);
  return [
    ...(cost > 0 && cost !== costFormula ? [{ wire: 'piceCost' as const, given: cost, formula: costFormula }] : []),
    ...(weight > 0 && weight !== weightFormula
      ? [{ wire: 'weight' as const, given: weight, formula: weightFormula }]
      : []),
  ];
};
/** 25,000.00元，公式0.00元，差+25,000.00元 */
export const differenceWords = ({ wire, given, formula }: Difference): string => {
  const [say, unit] = wire === 'piceCost' ? [yuanText, '元'] : [grams, '克'];
  const sign = given > formula ? '+' : '-';
  return `按文件${say(given)}${unit}入库，公式为${say(formula)}${unit}，差${sign}${say(Math.abs(given - formula))}${unit}`;
};
