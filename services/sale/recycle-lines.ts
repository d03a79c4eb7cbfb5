/** 旧料回收 lines of the body become lines of the order (S1§3, §5, §9; R76, R133). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { FINENESS_DICTIONARY } from '../contracts/fineness.ts';
import { isRefusal, refuse, type Refusal } from '../contracts/refusal.ts';
import { mulDiv } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { Previous } from '../documents/desk.ts';
import {
  RECYCLE_LIST,
  RECYCLE_WORK_FEE,
  buyingTerms,
  computeRecycleLine,
  oldGoldAsks,
  unknownFineness,
  workFeeRuleOf,
  type ExchangedGold,
  type RecycleLine,
} from '../old-material/contract.ts';
import type { Actor } from '../contracts/route.ts';
import { buyingFenOf, type GoldPrices } from '../quoted-price/contract.ts';
import { isPricedAs } from './approve.ts';
import { lineIdOnWire, type SaleBody, type SaleGoodsLine, type SaleHeader, type SaleLine } from './contract.ts';
import { identified } from './line-identity.ts';

const PATH = 'sellRecycleList';
type PreviousOrder = Previous<SaleHeader, SaleLine> | null;
const standingIn = (before: PreviousOrder): readonly RecycleLine[] =>
  (before?.lines ?? []).filter((line) => line.list === RECYCLE_LIST);

type RecycleLineRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'dictValues' | 'finenesses'>;
  readonly goldPrices: GoldPrices;
};
const byGram = (lines: readonly SaleLine[]): readonly SaleGoodsLine[] =>
  lines.filter((line) => line.list === 'goods').filter(({ priceMode }) => priceMode === 'by-gram');
/** What is sold by the gram at the board's price, at what it comes to: gold that nobody quotes bounds nothing. */
export const exchangedGold = (goods: readonly SaleGoodsLine[]): readonly ExchangedGold[] =>
  byGram(goods).map(({ fineness, sellWeightMg, quotedGoldPriceFen, goldPriceFen, rebateBp }) => ({
    fineness,
    weightMg: sellWeightMg,
    gramFen: Math.min(quotedGoldPriceFen, goldPriceFen, mulDiv([goldPriceFen, rebateBp], 10_000)),
  }));
/** Old gold stands at the price of what was sold against it only while that is sold. */
const isExchangeAsItWas = (before: PreviousOrder, goods: readonly SaleGoodsLine[]): boolean =>
  byGram(before?.lines ?? []).every((stood) =>
    goods.some((line) => line.lineId === stood.lineId && isPricedAs(stood, line)),
  );

export type RecycleLines = { readonly lines: readonly RecycleLine[]; readonly asks: readonly WordAsk[] };
type Order = { readonly body: SaleBody; readonly before: PreviousOrder; readonly goods: readonly SaleGoodsLine[] };
export const recycleLinesOf = async (
  rules: RecycleLineRules,
  { body, before, goods }: Order,
  { now }: Actor,
): Promise<RecycleLines | Refusal> => {
  const { sellRecycleList: sent, sellAt } = body;
  const { lookup, goldPrices } = rules;
  if (sent.length === 0) return { lines: [], asks: [] };
  const stood = standingIn(before);
  const rule = workFeeRuleOf(await lookup.setting(RECYCLE_WORK_FEE));
  const board = await goldPrices.on(sellAt, now);
  const known = await lookup.dictValues(FINENESS_DICTIONARY);
  const standing = sent.map(({ id }) =>
    stood.find(({ lineId }) => before !== null && lineIdOnWire(before.id, lineId) === id),
  );
  const fenOf = (fineness: string) => buyingFenOf(board, fineness);
  const computed = sent.map((line, index) =>
    computeRecycleLine(line, { path: `${PATH}.${index}`, rule, fenOf, standing: standing[index] }),
  );
  const fields = [
    ...unknownFineness(PATH, sent, { known, standing: stood }),
    ...computed.flatMap(({ problems }) => problems),
  ];
  if (fields[0] !== undefined) return refuse('invalid', 'sale.recycle', fields[0].message, { fields });
  const lines = identified({ list: RECYCLE_LIST, path: PATH, sent, before, lines: computed.map(({ line }) => line) });
  if (isRefusal(lines)) return lines;
  const terms = await buyingTerms(rules, sellAt, now);
  const stands = isExchangeAsItWas(before, goods) ? standing : [];
  return { lines, asks: oldGoldAsks(PATH, lines, { terms, sold: exchangedGold(goods), standing: stands }) };
};
