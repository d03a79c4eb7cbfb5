/** Whose rows a user sees of tables that keep their maker (R109): columns created_by_id and created_dept_id. */
import { sql, type FragmentSqlToken } from 'slonik';
import type { SessionUser } from '../../contracts/user.ts';

const oneOfIds = (column: FragmentSqlToken, ids: readonly number[]): FragmentSqlToken =>
  sql.fragment`${column} = ANY(${sql.array([...ids], 'int8')})`;

/** Columns that say whose a row is: user and department. */
export type MakerColumns = { readonly by: FragmentSqlToken; readonly dept: FragmentSqlToken };
/** R109: rows that lie in the user's data scope by these columns; null: nothing is asked, for that is all. */
export const scopeOver = ({ by, dept }: MakerColumns, { id, rows }: SessionUser): FragmentSqlToken | null => {
  if (rows === 'all') return null;
  const shown = [
    rows.deptIds.length === 0 ? null : oneOfIds(dept, rows.deptIds),
    rows.before.length === 0 ? null : sql.fragment`(${dept} IS NULL AND ${oneOfIds(by, rows.before)})`,
    rows.own ? sql.fragment`${by} = ${id}` : null,
  ].filter((one) => one !== null);
  return shown.length === 0 ? sql.fragment`false` : sql.fragment`(${sql.join(shown, sql.fragment` OR `)})`;
};

/** As {@link scopeOver}, of rows of `alias` that keep their maker. */
export const inScope = (alias: FragmentSqlToken, user: SessionUser): FragmentSqlToken | null =>
  scopeOver({ by: sql.fragment`${alias}.created_by_id`, dept: sql.fragment`${alias}.created_dept_id` }, user);

/** Tables of the read models that hold each kind of document. */
export type TablesOfKinds = Readonly<Record<string, string>>;
/** As {@link inScope}, of rows that name their document by columns `kind` and `document_id`. */
export const documentInScope = (
  alias: FragmentSqlToken,
  tables: TablesOfKinds,
  user: SessionUser,
): FragmentSqlToken | null => {
  const shown = inScope(sql.fragment`made`, user);
  if (shown === null) return null;
  const each = Object.entries(tables).map(
    ([kind, table]) => sql.fragment`(${alias}.kind = ${sql.literalValue(kind)} AND EXISTS (
      SELECT FROM ${sql.identifier(['live', table])} made WHERE made.id = ${alias}.document_id AND ${shown}))`,
  );
  return sql.fragment`(${sql.join(each, sql.fragment` OR `)})`;
};
