/** What a user may see: of the shops (R13), and of them whose rows (R109). */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { refuse, type Refusal } from 'services/contracts/refusal';
import { OTHER_SCOPE, seesShop, shopScope, type SessionUser } from 'services/contracts/user';
import { inScope } from 'services/platform/base/maker-scope';
import { equals, oneOfIds, type Condition } from './where-clauses.ts';

export const NOT_FOUND = refuse('not-found', 'record.not_found', '数据不存在或已删除');
export const OTHER_SHOP = refuse('forbidden', 'shop.not_yours', '你没有该分店的权限');

/** The asked shop, else the user's shops; a 403 when the asked one is not among them. */
export const shopFilter = (
  column: FragmentSqlToken,
  user: SessionUser,
  asked: number | undefined,
): readonly Condition[] | Refusal => {
  if (asked === undefined) return [oneOfIds(column, shopScope(user))];
  return seesShop(user, asked) ? [equals(column, asked)] : OTHER_SHOP;
};

/** A user of either shop sees what went from one to the other; a 403 when neither of the asked ones is theirs. */
export const eitherShop = (
  { from, to }: { readonly from: FragmentSqlToken; readonly to: FragmentSqlToken },
  user: SessionUser,
  asked: readonly (number | undefined)[],
): Condition | Refusal => {
  const own = shopScope(user);
  if (own === null) return null;
  const named = asked.filter((id) => id !== undefined);
  if (named.length > 0 && !named.some((id) => seesShop(user, id))) return OTHER_SHOP;
  return sql.fragment`(${oneOfIds(from, own)!} OR ${oneOfIds(to, own)!})`;
};

const Counted = z.object({ count: z.int() });
/** A table with the columns of maker-columns.ts, and the key of its rows: `live.sales`, `id`. */
export type OwnedRows = { readonly table: FragmentSqlToken; readonly key: FragmentSqlToken };
/** Sales own their repairs, returned pieces and every line of reports. */
export const SALES: OwnedRows = { table: sql.fragment`live.sales`, key: sql.fragment`id` };

/** As {@link inScope}, of rows that only name their document in `column`. */
export const ofScope = (column: FragmentSqlToken, { table, key }: OwnedRows, user: SessionUser): Condition => {
  const shown = inScope(sql.fragment`made`, user);
  return shown === null ? null : sql.fragment`${column} IN (SELECT made.${key} FROM ${table} made WHERE ${shown})`;
};
/** As {@link inScope}, of rows as they are or of versions of them: whose a row is never changes. */
export const inScopeAt = (
  asOf: number | undefined,
  alias: FragmentSqlToken,
  owned: OwnedRows,
  user: SessionUser,
): Condition => (asOf === undefined ? inScope(alias, user) : ofScope(sql.fragment`${alias}.${owned.key}`, owned, user));
/** These records, which are there and of his shops: a 403 where one of them is out of the user's data scope. */
export const scopeOfAll = async (
  db: CommonQueryMethods,
  { table, key }: OwnedRows,
  { ids, user }: { readonly ids: readonly number[]; readonly user: SessionUser },
): Promise<Refusal | null> => {
  const shown = inScope(sql.fragment`made`, user);
  if (shown === null) return null;
  const found = await db.oneFirst(sql.type(Counted)`
    SELECT count(*)::int AS count FROM ${table} made WHERE made.${key} = ANY(${sql.array([...ids], 'int8')}) AND ${shown}`);
  return found === new Set(ids).size ? null : OTHER_SCOPE;
};
export const scopeRefusal = (
  db: CommonQueryMethods,
  owned: OwnedRows,
  { id, user }: { readonly id: number; readonly user: SessionUser },
): Promise<Refusal | null> => scopeOfAll(db, owned, { ids: [id], user });
