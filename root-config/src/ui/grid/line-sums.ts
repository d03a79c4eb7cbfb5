type Sum<L> = { readonly value: (line: L) => unknown; total: number };

/** Figures are added as whole thousandths, so that 100,000 weights leave no crumbs. */
const thousandths = (value: unknown): number => {
  const figure = Number(value);
  return Number.isFinite(figure) ? Math.round(figure * 1000) : 0;
};

/** Sums over the lines of a document, kept up to date change by change: a change costs what it touches. */
export class LineSums<L extends object> {
  readonly #sums = new Map<string, Sum<L>>();

  /** The sum of that name; all `lines` are read only when it is new or `value` is another function. */
  of(name: string, value: (line: L) => unknown, lines: readonly L[]): number {
    let sum = this.#sums.get(name);
    if (sum?.value !== value) {
      sum = { value, total: 0 };
      for (const line of lines) sum.total += thousandths(value(line));
      this.#sums.set(name, sum);
    }
    return sum.total / 1000;
  }
  /** Lines left, lines came. */
  move(removed: readonly L[], added: readonly L[]): void {
    for (const line of removed) this.#count(line, -1);
    for (const line of added) this.#count(line, 1);
  }
  clear(): void {
    this.#sums.clear();
  }

  #count(line: L, sign: 1 | -1): void {
    for (const sum of this.#sums.values()) sum.total += sign * thousandths(sum.value(line));
  }
}
