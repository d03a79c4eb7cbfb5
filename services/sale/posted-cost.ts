/** What only the audit of an order tells: what its gifts cost (R87), pieces of lots, and the gold that it added (R75). Pure. */
import { GOODS_LIST, type EffectOutcome } from '../contracts/document.ts';
import { GIFT, giftStockId } from '../gift/contract.ts';
import { PIECE } from '../goods/contract.ts';
import { OLD_MATERIAL, materialId } from '../old-material/contract.ts';
import { SALE_GIFT_LIST } from './gift-line.ts';
import { lineCostFen } from './line-cost.ts';
import { splitByRatios } from './shares.ts';

type Outcomes = readonly EffectOutcome[];
type Thing = { readonly custodian: string; readonly id: string };
const figureOf = (outcomes: Outcomes, { custodian, id }: Thing, wanted: string): number | undefined => {
  const figures = outcomes.find(({ key }) => key.endsWith(`/${custodian}/${id}`))?.figures;
  return figures?.find(({ name }) => name === wanted)?.value;
};
export const postedGiftFen = (outcomes: Outcomes, shopId: number, barcode: string): number | undefined =>
  figureOf(outcomes, { custodian: GIFT, id: giftStockId(shopId, barcode) }, 'costFen');

/** Gold that was added to a line, and what it was taken to cost. */
export type AddedGold = { readonly fineness: string; readonly weightMg: number; readonly costFen: number };
/** What it cost, line by line. Which lots went is known of a fineness: where they cost something else, by weight. */
export const postedGoldFen = (outcomes: Outcomes, shopId: number, added: readonly AddedGold[]): readonly number[] => {
  const fen = added.map(({ costFen }) => costFen);
  for (const [fineness, same] of Map.groupBy(added, (one) => one.fineness)) {
    const id = materialId(shopId, fineness);
    const cost = figureOf(outcomes, { custodian: OLD_MATERIAL, id }, 'costFen');
    if (cost === undefined || cost === same.reduce((sum, { costFen }) => sum + costFen, 0)) continue;
    const parts = splitByRatios(
      cost,
      same.map(({ weightMg }) => weightMg),
    );
    for (const [index, one] of same.entries()) fen[added.indexOf(one)] = parts[index] ?? 0;
  }
  return fen;
};

/** What a piece of a lot cost: others that came to the shop meanwhile change what all of them cost. */
export const postedUnitFen = (outcomes: Outcomes, barcode: string): number | undefined =>
  figureOf(outcomes, { custodian: PIECE, id: barcode }, 'unitCostFen');

/** As it lies in a row or an event, of any list and any age. */
type StoredLine = {
  readonly list: string;
  readonly barcode?: unknown;
  readonly fineness?: unknown;
  readonly costFen?: unknown;
  readonly unitCostFen?: unknown;
  readonly quantity?: unknown;
  readonly cutDownMg?: unknown;
  readonly cutCostFen?: unknown;
};
const number = (value: unknown): number => Number(value ?? 0);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const addedTo = ({ list, fineness, cutDownMg, cutCostFen }: StoredLine): AddedGold | null =>
  list === GOODS_LIST && number(cutDownMg) > 0
    ? { fineness: text(fineness), weightMg: number(cutDownMg), costFen: number(cutCostFen) }
    : null;
const costOf = ({ list, costFen, unitCostFen, quantity, cutCostFen }: StoredLine): number =>
  list === GOODS_LIST
    ? lineCostFen({
        unitCostFen: number(unitCostFen),
        quantity: number(quantity),
        cutCostFen: number(cutCostFen),
      })
    : number(costFen);
/** What differs of the line; `goldFen` of the gold that was added to it. */
const changeOf = (
  line: StoredLine,
  { shopId, outcomes, goldFen }: { readonly shopId: number; readonly outcomes: Outcomes; readonly goldFen?: number },
): object => {
  const barcode = text(line.barcode);
  if (line.list === SALE_GIFT_LIST) {
    const costFen = postedGiftFen(outcomes, shopId, barcode);
    return costFen === undefined ? {} : { costFen };
  }
  if (line.list !== GOODS_LIST) return {};
  const unitCostFen = postedUnitFen(outcomes, barcode);
  return {
    ...(unitCostFen !== undefined && { unitCostFen }),
    ...(goldFen !== undefined && goldFen !== line.cutCostFen && { cutCostFen: goldFen }),
  };
};
/** The lines at what the audit says, and by how much they are dearer than they were taken for. */
export const atPostedCost = <Line extends StoredLine>(
  shopId: number,
  lines: readonly Line[],
  outcomes: Outcomes,
): { readonly lines: readonly Line[]; readonly dearerFen: number } => {
  const withGold = lines.filter((line) => addedTo(line) !== null);
  const gold = postedGoldFen(
    outcomes,
    shopId,
    withGold.flatMap((line) => addedTo(line) ?? []),
  );
  const goldOf = new Map(withGold.map((line, index) => [line, gold[index]]));
  let dearerFen = 0;
  const posted = lines.map((line) => {
    const goldFen = goldOf.get(line);
    const after = { ...line, ...changeOf(line, { shopId, outcomes, ...(goldFen !== undefined && { goldFen }) }) };
    dearerFen += costOf(after) - costOf(line);
    return after;
  });
  return { lines: posted, dearerFen };
};
