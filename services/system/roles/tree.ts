/** Trees of ids: what is ticked on the wire, and what of a tree is chosen from. Pure. */
type Entry = { readonly id: number; readonly parentId: number };
type Choice = { readonly id: number; readonly label: string; readonly children: readonly Choice[] };

const childrenOf = <One extends Entry>(entries: readonly One[]): ReadonlyMap<number, readonly One[]> => {
  const known = new Set(entries.map(({ id }) => id));
  return Map.groupBy(entries, ({ parentId }) => (known.has(parentId) ? parentId : 0));
};
/** Of the stored ids those that a tree ticks: one with children only if everything below it is granted (R101). */
export const tickedOf = (entries: readonly Entry[], stored: ReadonlySet<number>): number[] => {
  const children = childrenOf(entries);
  const ticked: number[] = [];
  const whole = ({ id }: Entry): boolean => {
    const below = (children.get(id) ?? []).map(whole);
    const all = below.length === 0 ? stored.has(id) : below.every(Boolean);
    if (all) ticked.push(id);
    return all;
  };
  for (const root of children.get(0) ?? []) whole(root);
  return ticked.toSorted((one, other) => one - other);
};

/** The tree to choose from, in the order of its entries. */
export const choicesOf = (entries: readonly (Entry & { readonly label: string })[]): Choice[] => {
  const children = childrenOf(entries);
  const below = (parent: number): Choice[] =>
    (children.get(parent) ?? []).map(({ id, label }) => ({ id, label, children: below(id) }));
  return below(0);
};
