/** Which of the live projector processes runs which projection: each reckons the same out of the same list. */

/** A process and the leases that it would take, `name@version`. */
export type Member = { readonly id: string; readonly leases: readonly string[] };

/**
 * Who shall hold each lease: whoever may and has fewest, the one that came first where several do. Leases that few may take are
 * given out first. `members` in the order in which they came.
 */
export const sharesOf = (members: readonly Member[]): ReadonlyMap<string, string> => {
  const ableOf = new Map<string, Member[]>();
  for (const member of members)
    for (const lease of member.leases) ableOf.set(lease, [...(ableOf.get(lease) ?? []), member]);
  const waiting = [...ableOf].toSorted(
    ([one, few], [other, many]) => few.length - many.length || (one < other ? -1 : 1),
  );
  const load = new Map<string, number>();
  const shares = new Map<string, string>();
  const loadOf = ({ id }: Member): number => load.get(id) ?? 0;
  for (const [lease, able] of waiting) {
    const owner = able.reduce((least, one) => (loadOf(one) < loadOf(least) ? one : least));
    load.set(owner.id, loadOf(owner) + 1);
    shares.set(lease, owner.id);
  }
  return shares;
};
