/** Rows that are a tree, in the order in which it is read: which of them stand there while branches are folded. Pure. */
export type TreeRow<Row> = {
  readonly row: Row;
  /** From 0. */
  readonly depth: number;
  /** undefined: nothing lies below it. */
  readonly open: boolean | undefined;
};
/** What lies below a row that is not open stays away. */
export const unfolded = <Row>(
  rows: readonly Row[],
  depthOf: (row: Row) => number,
  isOpen: (row: Row) => boolean,
): readonly TreeRow<Row>[] => {
  const shown: TreeRow<Row>[] = [];
  let folded = Number.POSITIVE_INFINITY;
  for (const [index, row] of rows.entries()) {
    const depth = depthOf(row);
    if (depth > folded) continue;
    const next = rows[index + 1];
    const open = next !== undefined && depthOf(next) > depth ? isOpen(row) : undefined;
    folded = open === false ? depth : Number.POSITIVE_INFINITY;
    shown.push({ row, depth, open });
  }
  return shown;
};
