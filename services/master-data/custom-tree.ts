/** Rules of an installation's own table whose rows stand below each other: none below itself, none gone that has some below. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuseField, type Refusal } from '../contracts/refusal.ts';
import { MAX_DEPTH } from '../contracts/tree.ts';
import type { MasterRow, MasterTable } from '../platform/rows/master.ts';
import type { Attempt } from './resource.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';

type Tree = {
  readonly table: MasterTable & { readonly schema: string };
  /** Column with the id of the row above; 0 and empty: it stands at the top. */
  readonly parent: string;
  /** As it travels. */
  readonly field: string;
};
const Above = z.object({ id: z.int(), depth: z.int() });
const Below = z.object({ count: z.int() });
type Body = Readonly<Record<string, unknown>>;

/** Two that are moved below each other at once wait for one another. */
const lockTree = (tx: CommonQueryMethods, { schema, name }: Tree['table']) =>
  lockUntilCommit(tx, LOCKS.customTree, `${schema}.${name}`);
const whyNotBelow = async (tx: CommonQueryMethods, tree: Tree, above: number, own: number): Promise<Refusal | null> => {
  const table = sql.identifier([tree.table.schema, tree.table.name]);
  const parent = sql.identifier([tree.parent]);
  const chain = await tx.any(sql.type(Above)`
    WITH RECURSIVE up AS (
      SELECT t.id, t.${parent} AS parent, 1 AS depth FROM ${table} AS t WHERE t.id = ${above}
      UNION ALL SELECT t.id, t.${parent}, up.depth + 1 FROM up JOIN ${table} AS t ON t.id = up.parent
      WHERE up.depth <= ${MAX_DEPTH})
    SELECT id, depth FROM up`);
  const no = (message: string): Refusal => refuseField('custom.tree', tree.field, message);
  if (chain.length === 0) return no('上级不存在或已删除');
  if (chain.some(({ id }) => id === own)) return no('不能放在自己或自己的下级之下');
  return chain.length >= MAX_DEPTH ? no(`最多${MAX_DEPTH}级`) : null;
};

export const treeRules = (tree: Tree) => {
  const judge = async ({ tx, before, body }: Attempt<Body>): Promise<Refusal | null> => {
    const above = Number(body[tree.field] ?? 0);
    if (above === 0) return null;
    await lockTree(tx, tree.table);
    return whyNotBelow(tx, tree, above, Number(before?.['id'] ?? 0));
  };
  return {
    onCreate: judge,
    onEdit: judge,
    keep: async (tx: CommonQueryMethods, row: MasterRow): Promise<string | null> => {
      await lockTree(tx, tree.table);
      const { count } = await tx.one(sql.type(Below)`
        SELECT count(*)::int AS count FROM ${sql.identifier([tree.table.schema, tree.table.name])}
        WHERE ${sql.identifier([tree.parent])} = ${Number(row['id'])}`);
      return count === 0 ? null : `还有${count}个下级，不能删除`;
    },
  };
};
