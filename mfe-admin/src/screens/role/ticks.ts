/** What is ticked of a tree: an entry with entries below is ticked with all of them, half ticked with some. Pure. */
export type Choice = { readonly id: number; readonly label: string; readonly children: readonly Choice[] };
export type Tick = 'none' | 'some' | 'all';

/** Entries without any below. */
const leavesOf = ({ id, children }: Choice): readonly number[] =>
  children.length === 0 ? [id] : children.flatMap(leavesOf);
export const tickOf = (entry: Choice, ticked: ReadonlySet<number>): Tick => {
  const leaves = leavesOf(entry);
  const count = leaves.filter((id) => ticked.has(id)).length;
  if (count === 0) return 'none';
  return count === leaves.length ? 'all' : 'some';
};
const wholeOf = (entries: readonly Choice[], ticked: ReadonlySet<number>): readonly number[] =>
  entries.flatMap((entry) => [
    ...(tickOf(entry, ticked) === 'all' ? [entry.id] : []),
    ...(entry.children.length === 0 ? [] : wholeOf(entry.children, ticked)),
  ]);
/** After a press on `entry`: all below it, or none if all were; answers what is ticked then, as it is sent. */
export const pressed = (tree: readonly Choice[], ids: readonly number[], entry: Choice): readonly number[] => {
  const ticked = new Set(ids);
  const adds = tickOf(entry, ticked) !== 'all';
  for (const leaf of leavesOf(entry)) {
    if (adds) ticked.add(leaf);
    else ticked.delete(leaf);
  }
  return wholeOf(tree, ticked);
};
export const countOf = (tree: readonly Choice[], ids: readonly number[]): number => {
  const leaves = new Set(tree.flatMap(leavesOf));
  return ids.filter((id) => leaves.has(id)).length;
};

/** The part of a tree that these numbers leave: an entry with entries below as long as one of them stays. */
export const within = (entries: readonly Choice[], ids: ReadonlySet<number>): readonly Choice[] =>
  entries.flatMap((entry): readonly Choice[] => {
    if (entry.children.length === 0) return ids.has(entry.id) ? [entry] : [];
    const children = within(entry.children, ids);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
/** Entries whose words hold the text with all below them, and those that lead there. */
export const matching = (entries: readonly Choice[], text: string): readonly Choice[] =>
  entries.flatMap((entry): readonly Choice[] => {
    if (entry.label.includes(text)) return [entry];
    const children = matching(entry.children, text);
    return children.length === 0 ? [] : [{ ...entry, children }];
  });
