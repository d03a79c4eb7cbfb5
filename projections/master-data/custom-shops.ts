/** Rows of an installation's own table that belong to a shop (R13): whoever is locked to shops sees those of his own, and those of none. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { Refusal } from 'services/contracts/refusal';
import { seesShop, shopScope, type SessionUser } from 'services/contracts/user';
import { OTHER_SHOP } from '../platform/queries/scope.ts';

/** null: of every shop. Of several shops (from and to) a row is each one's. */
export const inOwnShops = (table: string, columns: readonly string[], user: SessionUser): FragmentSqlToken | null => {
  const shops = shopScope(user);
  if (shops === null) return null;
  const names = columns.map((name) => sql.identifier([table, name]));
  const own = sql.array([...shops], 'int8');
  return sql.fragment`(num_nonnulls(${sql.join(names, sql.fragment`, `)}) = 0 OR ${sql.join(
    names.map((name) => sql.fragment`coalesce(${name} = ANY (${own}), false)`),
    sql.fragment` OR `,
  )})`;
};
/** A filter that names another one. */
export const otherShop = (asked: number | undefined, user: SessionUser): Refusal | null =>
  asked === undefined || seesShop(user, asked) ? null : OTHER_SHOP;
/** Two limits of one row. */
export const both = (one: FragmentSqlToken | null, other: FragmentSqlToken | null): FragmentSqlToken | null =>
  one === null || other === null ? (one ?? other) : sql.fragment`${one} AND ${other}`;
