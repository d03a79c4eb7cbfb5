/** The last row of a sheet: exact sums of its figures, kept while the rows go by. */
type Figure = { readonly field: string; readonly total?: 'sum' | 'each' };
type Row = { readonly [field: string]: unknown };

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
  readonly #sums: ReadonlyMap<string, Sum>;
  #rows = 0;

  /** `pieces` names the quantity by which figures of `each` piece are multiplied. */
  constructor(columns: readonly Figure[], pieces: string | undefined) {
    this.#columns = columns;
    this.#pieces = pieces;
    this.#sums = new Map(
      columns.filter(({ total }) => total !== undefined).map(({ field }) => [field, new Sum()] as const),
    );
  }

  add(row: Row): void {
    this.#rows += 1;
    const pieces = this.#pieces === undefined ? 1 : Number(row[this.#pieces] ?? 0);
    for (const { field, total } of this.#columns) {
      const value = row[field];
      if (total === undefined || typeof value !== 'number') continue;
      this.#sums.get(field)?.add(Math.round(value * SCALE), total === 'each' ? pieces : 1);
    }
  }

  /** Values in the order of the columns, 合计 in the first that has no sum; null without rows or without figures. */
  row(): readonly unknown[] | null {
    if (this.#rows === 0 || this.#sums.size === 0) return null;
    const named = this.#columns.findIndex(({ total }) => total === undefined);
    return this.#columns.map(({ field }, index) =>
      index === named ? `合计 ${this.#rows} 行` : this.#sums.get(field)?.value,
    );
  }
}
