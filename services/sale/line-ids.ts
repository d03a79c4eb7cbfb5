/** Ids of the lines of a sale on the wire (S1§3): out of the order's number and the line's id in its list, so none is drawn. */

/** Ids of lines of one list lie below; two lists of an order may have the same. */
const IDS_OF_ORDER = 10_000;
const numberOf = (lineId: string): number => {
  const number = Number(lineId);
  return Number.isInteger(number) && number >= 0 && number < IDS_OF_ORDER ? number : 0;
};
/** One of its kind among all lines of that list: 2 in XS10007 is 100070002. */
export const lineIdOnWire = (saleId: number, lineId: string): number => saleId * IDS_OF_ORDER + numberOf(lineId);
/** The order and the line that an id of the wire names. */
export const lineOfWireId = (id: number): { readonly saleId: number; readonly lineId: string } => ({
  saleId: Math.floor(id / IDS_OF_ORDER),
  lineId: String(id % IDS_OF_ORDER),
});
/** Ids that no line of `taken` has: those after the `last` there was, and once these are used up, the lowest that are free. */
export const freeLineIds = (taken: Iterable<string>, last = -1): (() => string) => {
  const used = new Set([...taken].map(numberOf));
  let next = Math.max(last, ...used) % IDS_OF_ORDER;
  return () => {
    do next = (next + 1) % IDS_OF_ORDER;
    while (used.has(next));
    used.add(next);
    return String(next);
  };
};
