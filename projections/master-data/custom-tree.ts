/** Lists of an installation's own table whose rows stand below each other: read whole, each row with how deep it lies. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { byParent, MAX_DEPTH, pageOfLines, withAncestors } from 'services/contracts/tree';
import { joined, type Condition } from 'services/platform/base/text-search';
import type { Page, PageRequest } from '../platform/queries/paged-list.ts';
import { page, type Order, type Source } from './reading.ts';

/** A table of more rows is no tree that anybody reads: it is shown flat, page by page. */
const MOST = 5_000;
type Lying = { readonly id: number };
type Line<Row extends z.ZodType<Lying>> = z.output<Row> & { readonly depth: number };
type TreeRequest<Row extends z.ZodType<Lying>> = {
  readonly where: readonly Condition[];
  /** Which rows may be shown at all, those above others among them; null: all. */
  readonly among?: FragmentSqlToken | null;
  /** The number of the row above; 0 and null: it stands at the top. */
  readonly above: (row: z.output<Row>) => number | null;
  readonly order: Order;
  readonly paging: PageRequest;
};

const wantedIn = async <Row extends z.ZodType<Lying>>(
  db: CommonQueryMethods,
  { from, alias }: Source<Row>,
  where: readonly Condition[],
): Promise<ReadonlySet<number> | null> => {
  if (where.every((one) => one === null)) return null;
  const key = sql.identifier([alias, 'id']);
  const ids = await db.anyFirst(sql.unsafe`SELECT ${key} FROM ${from} WHERE ${joined(where, 'walking')}`);
  return new Set(ids.map(Number));
};

/** The rows in the order in which a tree is read; whoever has none above him that is there stands at the top. */
const linesOf = <Row extends z.ZodType<Lying>>(
  all: readonly z.output<Row>[],
  wanted: ReadonlySet<number> | null,
  above: TreeRequest<Row>['above'],
): Line<Row>[] => {
  const known = new Set(all.map(({ id }) => id));
  const nodes = all.map((row) => {
    const parent = above(row) ?? 0;
    return { id: row.id, parentId: known.has(parent) ? parent : 0, row };
  });
  const shown = withAncestors(nodes, ({ id }) => wanted?.has(id) ?? true);
  const groups = byParent(shown);
  const below = (parentId: number, depth: number): Line<Row>[] =>
    depth > MAX_DEPTH
      ? []
      : (groups.get(parentId) ?? []).flatMap(({ id, row }) => [{ ...row, depth }, ...below(id, depth + 1)]);
  const lines = below(0, 0);
  const reached = new Set(lines.map(({ id }) => id));
  // Whatever somebody wrote in a circle is shown, too.
  return [...lines, ...shown.filter(({ id }) => !reached.has(id)).map(({ row }) => ({ ...row, depth: 0 }))];
};

export const treePage = async <Row extends z.ZodType<Lying>>(
  db: CommonQueryMethods,
  source: Source<Row>,
  { where, among = null, above, order, paging }: TreeRequest<Row>,
): Promise<Page<Line<Row>>> => {
  const all = await db.any(sql.type(source.row)`
    SELECT ${source.columns} FROM ${source.from} WHERE ${among ?? sql.fragment`true`} ORDER BY ${order.by} LIMIT ${MOST + 1}`);
  if (all.length > MOST) {
    const flat = await page(db, source, { where: [among, ...where], order, paging });
    return { ...flat, list: flat.list.map((row) => ({ ...row, depth: 0 })) };
  }
  const rows = all.map((row): z.output<Row> => row as z.output<Row>);
  return pageOfLines(linesOf<Row>(rows, await wantedIn(db, source, where), above), paging);
};
