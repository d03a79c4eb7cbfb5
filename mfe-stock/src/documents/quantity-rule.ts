/** Quantities of document lines. Pure. */
import type { CellChange } from 'root-config/ui';

type CountField<L> = { [F in keyof L]-?: L[F] extends number ? F : never }[keyof L];
/** A quantity of 0 or above the stock becomes 1, and says why (S0§4). */
export const quantityRule =
  <L extends object>(
    field: CountField<L>,
    stock: CountField<L>,
    messages: { readonly zero: string; readonly above: string },
  ) =>
  (line: L, value: unknown): CellChange<L> => {
    const asked = typeof value === 'number' ? value : Number(value);
    const as = (count: number): L => ({ ...line, [field]: count });
    if (!Number.isInteger(asked) || asked < 1) return { line: as(1), message: messages.zero };
    if (asked > (line[stock] as number)) return { line: as(1), message: messages.above };
    return { line: as(asked) };
  };
