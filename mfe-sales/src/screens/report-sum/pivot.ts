/** Rows of 销售汇总 turned into a table: a line per shop, style and kind of movement, a group of columns per category. Pure. */
import type { SellSumRow } from 'projections/reports/sell-sum/contract';

export type Sums = { readonly num: number; readonly goldWeight: number; readonly factFee: number };
export type PivotLine = Pick<SellSumRow, 'shopId' | 'shopName' | 'billType' | 'style'> & {
  readonly key: string;
  readonly cells: ReadonlyMap<string, Sums>;
  readonly total: Sums;
};
export type Pivot = {
  readonly categories: readonly string[];
  readonly lines: readonly PivotLine[];
  /** Of all lines, by category. */
  readonly totals: ReadonlyMap<string, Sums>;
  readonly total: Sums;
};

const NONE: Sums = { num: 0, goldWeight: 0, factFee: 0 };
/** Fen and milligrams stay whole: what is shown is a sum, and no sum of roundings. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
const plus = (one: Sums, other: Sums): Sums => ({
  num: one.num + other.num,
  goldWeight: rounded(one.goldWeight + other.goldWeight),
  factFee: rounded(one.factFee + other.factFee),
});
const added = (sums: ReadonlyMap<string, Sums>, { type, ...row }: SellSumRow): ReadonlyMap<string, Sums> =>
  new Map(sums).set(type, plus(sums.get(type) ?? NONE, row));

/** The categories with the most money first; lines in the order of the rows. */
export const pivotOf = (rows: readonly SellSumRow[]): Pivot => {
  const lines = new Map<string, PivotLine>();
  let totals: ReadonlyMap<string, Sums> = new Map();
  for (const row of rows) {
    const { shopId, shopName, billType, style } = row;
    const key = `${shopId}-${billType}-${style}`;
    const before = lines.get(key) ?? { key, shopId, shopName, billType, style, cells: new Map(), total: NONE };
    lines.set(key, { ...before, cells: added(before.cells, row), total: plus(before.total, row) });
    totals = added(totals, row);
  }
  const categories = [...totals].toSorted(([, a], [, b]) => b.factFee - a.factFee).map(([category]) => category);
  return { categories, lines: [...lines.values()], totals, total: [...totals.values()].reduce(plus, NONE) };
};
