/** The board of the demo chain: the head office quotes every morning; sales take the day's price by the gram. */
import { fenFromYuan, mgFromGrams } from '../contracts/units.ts';
import { matchedRow } from '../quoted-price/contract.ts';
import { byGramSellPriceFen, lineFeeFen, rebateFeeFen, sellsByGram } from '../sale/contract.ts';
import type { SessionUser } from '../contracts/user.ts';
import type { Chain } from './chain.ts';

/** Yuan a gram about which the market moves. */
const BASE = [
  { name: '足金', goldContent: '990', price: 588 },
  { name: '足金999', goldContent: '999', price: 596 },
  { name: '足金999.9', goldContent: '999.9', price: 600 },
  { name: '18K金', goldContent: '750', price: 466 },
  { name: '铂950', goldContent: '950', price: 292 },
] as const;
const DAY_MS = 86_400_000;
/** Bought back for so much less. */
const SPREAD = 0.94;

/** Of a day, not drawn: the rest of the chain stays what it was. */
const marketOn = (day: string): number => {
  const index = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  return 1 + 0.018 * Math.sin(index / 9) + 0.006 * Math.sin(index * 1.7);
};
const rowsOn = (day: string) =>
  BASE.map(({ price, ...row }) => {
    const today = Math.round(price * marketOn(day));
    return { ...row, price: today, cost: Math.round(today * SPREAD), measureUnit: '元/克' };
  });

/** What a fineness is quoted at on a day, by its name alone. */
export const boardRow = (day: string, fineness: string) => rowsOn(day).find(({ name }) => name === fineness);

type Head = { readonly chain: Chain; readonly head: SessionUser };
type OneDay = { readonly day: string; readonly until: Date };
/** Before the shops open; today not later than now. */
export const quotePrices = async ({ chain, head }: Head, { day, until }: OneDay): Promise<void> => {
  const morning = Date.parse(`${day}T09:00:00+08:00`);
  const now = new Date(Math.min(until.getTime(), morning));
  await chain.say(head, now, ['POST', '/base-quoted-price'], {
    body: { remark: '金价随行就市，以收银当时为准', details: rowsOn(day) },
  });
};

/** What a look-up answers, as far as the price is made of it. */
export type SalePiece = {
  readonly sellPrice: number;
  readonly fineness: string;
  readonly goldContent: string;
  readonly priceMode: string;
  readonly stoneCt: number;
  readonly goldWeight: number;
  readonly workFee: number;
  readonly fineWorkFee: number;
  readonly piceWorkFee: number;
  readonly gramShare: number;
};
const byGramFen = (found: SalePiece, price: number, rebateBp: number): number => {
  const weightMg = mgFromGrams(found.goldWeight);
  const todayGoldCostFen = fenFromYuan(price);
  return lineFeeFen({
    sellPriceFen: byGramSellPriceFen(found.gramShare, { todayGoldCostFen, sellWeightMg: weightMg, quantity: 1 }),
    rebateBp,
    sellWeightMg: weightMg,
    labourFeeFen: fenFromYuan(found.workFee),
    fineWorkFeeFen: fenFromYuan(found.fineWorkFee),
    pieceWorkFeeFen: fenFromYuan(found.piceWorkFee),
    quantity: 1,
  });
};
/** The day's price as the till fills it in, and what the piece then comes to. */
export const atTill = (found: SalePiece, day: string, rebate: number) => {
  const row = matchedRow(rowsOn(day), { name: found.fineness, goldContent: found.goldContent });
  const quoted = row?.price ?? 0;
  const { priceMode, stoneCt } = found;
  const isByGram = sellsByGram({ priceMode, hasMainStone: stoneCt > 0, isQuoted: quoted > 0 });
  const rebateBp = rebate * 100;
  const dueFen = isByGram
    ? byGramFen(found, quoted, rebateBp)
    : rebateFeeFen({ sellPriceFen: fenFromYuan(found.sellPrice), rebateBp });
  return { todayGoldCost: isByGram ? quoted : 0, originalTodayGoldCost: quoted, dueFen };
};
