/** What only the audit of an order tells: what its gifts cost (R87), and the gold that it added to pieces (R75). Pure. */
import type { EffectOutcome } from '../contracts/document.ts';
import { GIFT, giftStockId } from '../gift/contract.ts';
import { OLD_MATERIAL, materialId } from '../old-material/contract.ts';
import { SALE_GIFT_LIST } from './gift-line.ts';
import { splitByRatios } from './shares.ts';

type Outcomes = readonly EffectOutcome[];
const costFenOf = (outcomes: Outcomes, custodian: string, id: string): number | undefined => {
  const figures = outcomes.find(({ key }) => key.endsWith(`/${custodian}/${id}`))?.figures;
  return figures?.find(({ name }) => name === 'costFen')?.value;
};
export const postedGiftFen = (outcomes: Outcomes, shopId: number, barcode: string): number | undefined =>
  costFenOf(outcomes, GIFT, giftStockId(shopId, barcode));

/** Gold that was added to a line, and what it was taken to cost. */
export type AddedGold = { readonly fineness: string; readonly weightMg: number; readonly costFen: number };
/** What it cost, line by line. Which lots went is known of a fineness: where they cost something else, by weight. */
export const postedGoldFen = (outcomes: Outcomes, shopId: number, added: readonly AddedGold[]): readonly number[] => {
  const fen = added.map(({ costFen }) => costFen);
  for (const [fineness, same] of Map.groupBy(added, (one) => one.fineness)) {
    const cost = costFenOf(outcomes, OLD_MATERIAL, materialId(shopId, fineness));
    if (cost === undefined || cost === same.reduce((sum, { costFen }) => sum + costFen, 0)) continue;
    const parts = splitByRatios(
      cost,
      same.map(({ weightMg }) => weightMg),
    );
    for (const [index, one] of same.entries()) fen[added.indexOf(one)] = parts[index] ?? 0;
  }
  return fen;
};

/** As it lies in a row or an event, of any list and any age. */
type StoredLine = {
  readonly list: string;
  readonly barcode?: unknown;
  readonly fineness?: unknown;
  readonly costFen?: unknown;
  readonly cutDownMg?: unknown;
  readonly cutCostFen?: unknown;
};
const addedTo = ({ list, fineness, cutDownMg, cutCostFen }: StoredLine): AddedGold | null =>
  list === 'goods' && Number(cutDownMg ?? 0) > 0
    ? { fineness: String(fineness), weightMg: Number(cutDownMg), costFen: Number(cutCostFen ?? 0) }
    : null;
/** The lines at what the audit says, and by how much they are dearer than they were taken for. */
export const atPostedCost = <Line extends StoredLine>(
  shopId: number,
  lines: readonly Line[],
  outcomes: Outcomes,
): { readonly lines: readonly Line[]; readonly dearerFen: number } => {
  const added = lines.flatMap((line) => addedTo(line) ?? []);
  const gold = postedGoldFen(outcomes, shopId, added);
  let dearerFen = 0;
  let next = 0;
  const posted = lines.map((line) => {
    if (addedTo(line) !== null) {
      const [{ costFen = 0 } = {}, cutCostFen = 0] = [added[next], gold[next]];
      next += 1;
      dearerFen += cutCostFen - costFen;
      return cutCostFen === costFen ? line : { ...line, cutCostFen };
    }
    if (line.list !== SALE_GIFT_LIST || typeof line.barcode !== 'string') return line;
    const costFen = postedGiftFen(outcomes, shopId, line.barcode);
    if (costFen === undefined || costFen === line.costFen) return line;
    dearerFen += costFen - Number(line.costFen);
    return { ...line, costFen };
  });
  return { lines: posted, dearerFen };
};
