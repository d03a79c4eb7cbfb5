/** Lines of old gold that come to more than the house pays: what each asks a word for (R133). */
import type { MasterLookup } from '../contracts/master-lookup.ts';
import { dayOf } from '../contracts/dates.ts';
import { yuanFromFen, yuanText } from '../contracts/units.ts';
import type { WordAsk } from '../contracts/word.ts';
import type { GoldPrices } from '../quoted-price/contract.ts';
import { RECYCLE_GAP, ceilingsOf, gapBpOf, type BuyingTerms, type ExchangedGold } from './ceiling.ts';
import type { RecycleLine } from './line.ts';

type PriceFacts = Pick<
  RecycleLine,
  'fineness' | 'weightMg' | 'lossRatioBp' | 'netWeightMg' | 'unitPriceFen' | 'workFeeFen' | 'priceFen'
>;
const STANDS = ['fineness', 'weightMg', 'lossRatioBp', 'unitPriceFen', 'workFeeFen', 'priceFen'] as const;
/** A line as it stood: it is not asked about again. */
export const isHandedInAs = (stood: PriceFacts | undefined, line: PriceFacts): boolean =>
  stood !== undefined && STANDS.every((name) => stood[name] === line[name]);

type BuyingRules = {
  readonly lookup: Pick<MasterLookup, 'setting' | 'finenesses'>;
  readonly goldPrices: GoldPrices;
};
export const buyingTerms = async (
  { lookup, goldPrices }: BuyingRules,
  day: string,
  now: Date,
): Promise<BuyingTerms> => {
  const [finenesses, gap, lately] = await Promise.all([
    lookup.finenesses(),
    lookup.setting(RECYCLE_GAP),
    goldPrices.lately(now),
  ]);
  const terms = { finenesses, gapBp: gapBpOf(gap), lately };
  return day < dayOf(now) ? { ...terms, ofThatDay: await goldPrices.on(day, now) } : terms;
};

const askOf = (path: string, line: PriceFacts, ceilingFen: number | null): WordAsk | null => {
  const { fineness, priceFen } = line;
  if (ceilingFen !== null && priceFen <= ceilingFen) return null;
  const asked = { path: `${path}.price`, value: yuanFromFen(priceFen), binds: STANDS.map((name) => line[name]) };
  if (ceilingFen === null) {
    const message = `${fineness}没有挂牌回收价，金额${yuanText(priceFen)}元无法核对`;
    return { ...asked, rule: 'old-gold-unquoted', message, amountFen: priceFen };
  }
  const message = `${fineness}旧料金额${yuanText(priceFen)}元，最高${yuanText(ceilingFen)}元`;
  return { ...asked, rule: 'old-gold', message, limit: yuanFromFen(ceilingFen), amountFen: priceFen - ceilingFen };
};
/** `standing`: the lines that stand, by place; undefined where one is new or changed. */
export const oldGoldAsks = (
  path: string,
  lines: readonly PriceFacts[],
  {
    terms,
    sold = [],
    standing,
  }: {
    readonly terms: BuyingTerms;
    readonly sold?: readonly ExchangedGold[];
    readonly standing: readonly (PriceFacts | undefined)[];
  },
): readonly WordAsk[] => {
  const ceilings = ceilingsOf(lines, terms, sold);
  return lines.flatMap((line, index) =>
    isHandedInAs(standing[index], line) ? [] : (askOf(`${path}.${index}`, line, ceilings[index] ?? null) ?? []),
  );
};
