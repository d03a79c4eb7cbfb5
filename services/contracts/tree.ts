/** Trees of menus and departments: as pickers show them, and which of their ticks a console may be told. */
import { z } from 'zod';

export type TreeRow = { readonly id: number; readonly parentId: number; readonly label: string };
export type LabelNode = { id: number; label: string; children: LabelNode[] };
export const LabelNode: z.ZodType<LabelNode> = z.lazy(() =>
  z.object({ id: z.int(), label: z.string(), children: z.array(LabelNode) }),
);
/** Deeper ones are refused when they are saved. */
export const MAX_DEPTH = 10;

/** Rows by the number of their parent, in the order in which they come. */
export const byParent = <Row extends { readonly parentId: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> => {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.parentId);
    if (group === undefined) groups.set(row.parentId, [row]);
    else group.push(row);
  }
  return groups;
};

export const labelTree = (rows: readonly TreeRow[]): LabelNode[] => {
  const groups = byParent(rows);
  const below = (parentId: number, depth: number): LabelNode[] =>
    depth > MAX_DEPTH
      ? []
      : (groups.get(parentId) ?? []).map(({ id, label }) => ({ id, label, children: below(id, depth + 1) }));
  return below(0, 0);
};

type Node = { readonly id: number; readonly parentId: number };
/**
 * The granted entries as a console's tree may be told them, which ticks every child of a ticked parent: an entry that
 * has children only when everything below it is granted.
 */
export const tickedIn = (rows: readonly Node[]) => {
  const groups = byParent(rows);
  return (granted: Iterable<number>): number[] => ticked(rows, groups, new Set(granted));
};
export const tickedOf = (rows: readonly Node[], granted: Iterable<number>): number[] => tickedIn(rows)(granted);

const ticked = (
  rows: readonly Node[],
  groups: ReadonlyMap<number, readonly Node[]>,
  own: ReadonlySet<number>,
): number[] => {
  const known = new Map<number, boolean>();
  const isWhole = (id: number, depth: number): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    const children = groups.get(id) ?? [];
    const whole =
      children.length === 0 || depth > MAX_DEPTH
        ? own.has(id)
        : children.every((child) => isWhole(child.id, depth + 1));
    known.set(id, whole);
    return whole;
  };
  return rows.filter(({ id }) => isWhole(id, 0)).map(({ id }) => id);
};

export type TreeLine<Node> = { readonly node: Node; readonly depth: number; readonly parent: Node | undefined };
/** A tree as lines in the order in which it is read, each with how deep it lies. */
export const treeLines = <Node extends { readonly children: readonly Node[] }>(
  nodes: readonly Node[],
  depth = 0,
  parent?: Node,
): TreeLine<Node>[] => nodes.flatMap((node) => [{ node, depth, parent }, ...treeLines(node.children, depth + 1, node)]);
/** One page of lines. */
export const pageOfLines = <Line>(
  lines: readonly Line[],
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) => ({
  list: lines.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
  count: lines.length,
  pageIndex,
  pageSize,
});

/** `id` and everything below it. */
export const branchOf = (rows: readonly Node[], id: number): ReadonlySet<number> => {
  const groups = byParent(rows);
  const branch = new Set([id]);
  for (const one of branch) for (const child of groups.get(one) ?? []) branch.add(child.id);
  return branch;
};

/** The wanted rows with all above them, so that a filtered tree hangs together. */
export const withAncestors = <Row extends Node>(rows: readonly Row[], isWanted: (row: Row) => boolean): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = new Set<number>();
  for (const row of rows.filter(isWanted)) {
    for (let at: Row | undefined = row; at !== undefined && !shown.has(at.id); at = byId.get(at.parentId))
      shown.add(at.id);
  }
  return rows.filter(({ id }) => shown.has(id));
};
