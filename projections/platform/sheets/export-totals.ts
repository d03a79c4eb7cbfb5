/** The last row of a sheet: exact sums of its figures, kept while the rows go by. */
type Row = { readonly [field: string]: unknown };
type Figure = { readonly field: string; readonly total?: 'sum' | 'each'; readonly of?: (row: Row) => unknown };
type TotalColumn = { readonly of: (row: Row) => unknown; readonly isEach: boolean; readonly sum: Sum };

/** All figures have at most three decimals (R15). */
const SCALE = 1_000;
const SPILL = 2 ** 52;

/** One sum in thousandths: numbers as long as they are exact, beyond that a big integer. */
class Sum {
  #low = 0;
  #high = 0n;
  add(thousandths: number, times: number): void {
    const product = thousandths * times;
    if (Math.abs(product) > SPILL) this.#high += BigInt(thousandths) * BigInt(times);
    else this.#low += product;
    if (Math.abs(this.#low) <= SPILL) return;
    this.#high += BigInt(this.#low);
    this.#low = 0;
  }
  get value(): number {
    return Number(this.#high + BigInt(this.#low)) / SCALE;
  }
}

export class SheetTotals {
  readonly #columns: readonly Figure[];
  readonly #pieces: string | undefined;
  readonly #summed: ReadonlyMap<string, TotalColumn>;
  #rows = 0;

  /** `pieces` names the quantity by which figures of `each` piece are multiplied. */
  constructor(columns: readonly Figure[], pieces: string | undefined) {
    this.#columns = columns;
    this.#pieces = pieces;
    const summed = columns.filter(({ total }) => total !== undefined);
    this.#summed = new Map(
      summed.map(({ field, total, of = (row) => row[field] }) => [
        field,
        { of, isEach: total === 'each', sum: new Sum() },
      ]),
    );
  }

  add(row: Row): void {
    this.#rows += 1;
    const pieces = this.#pieces === undefined ? 1 : Number(row[this.#pieces] ?? 0);
    for (const { of, isEach, sum } of this.#summed.values()) {
      const value = of(row);
      if (typeof value === 'number' && value !== 0) sum.add(Math.round(value * SCALE), isEach ? pieces : 1);
    }
  }

  /** Values in the order of the columns, 合计 in the first that has no sum; null without rows or without figures. */
  row(): readonly unknown[] | null {
    if (this.#rows === 0 || this.#summed.size === 0) return null;
    const named = this.#columns.findIndex(({ total }) => total === undefined);
    return this.#columns.map(({ field }, index) =>
      index === named ? `合计 ${this.#rows} 行` : this.#summed.get(field)?.sum.value,
    );
  }
}
