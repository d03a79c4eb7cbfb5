/** Rows that decide about rights as they were at a moment, out of their versions (rights-log.ts). */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import type { RightsTable } from './rights-log.ts';

/** The rows of a table that were there before `until` (alias `v`: row_id, row); `which` narrows them by `r.row_id`. */
export const rowsBefore = (
  table: RightsTable,
  until: string,
  which = sql.fragment`true`,
): FragmentSqlToken => sql.fragment`(
  SELECT o.row_id, o.row FROM (
    SELECT DISTINCT ON (r.row_id) r.row_id, r.row FROM master.rights_version r
    WHERE r.table_name = ${table} AND r.at < ${until}::timestamptz AND ${which} ORDER BY r.row_id, r.id DESC) AS o
  WHERE o.row IS NOT NULL)`;
const ofIds = (ids: readonly number[]): FragmentSqlToken =>
  sql.fragment`r.row_id = ANY (${sql.array([...ids], 'int8')})`;

const Ids = z.array(z.int());
const User = z.object({
  id: z.int(),
  username: z.string(),
  nick_name: z.string(),
  status: z.string(),
  dept_id: z.int().nullable(),
  role_ids: Ids,
  lock_shops: Ids,
});
const Role = z.object({
  id: z.int(),
  role_name: z.string(),
  role_key: z.string(),
  status: z.string(),
  data_scope: z.string(),
  dept_ids: Ids,
  menu_ids: Ids,
});
const Menu = z.object({
  id: z.int(),
  parent_id: z.int(),
  title: z.string(),
  menu_type: z.string(),
  path: z.string(),
  permission: z.string(),
  api_ids: Ids,
  sort: z.int(),
});
const Dept = z.object({ id: z.int(), parent_id: z.int(), dept_name: z.string() });
const Api = z.object({ id: z.int(), action: z.string(), path: z.string(), title: z.string(), type: z.string() });
const Shop = z.object({ id: z.int(), name: z.string() });
export type UserThen = z.infer<typeof User>;
export type RoleThen = z.infer<typeof Role>;
export type MenuThen = z.infer<typeof Menu>;

const SHAPES = { sys_user: User, sys_role: Role, sys_menu: Menu, sys_dept: Dept, sys_api: Api, shop: Shop };
type Shapes = typeof SHAPES;
const Whole = z.object({ id: z.int(), row: z.record(z.string(), z.unknown()) });
/** The rows of a table, or those of `ids`, as they were before `until`; in the order of their numbers. */
export const rowsThen = async <Table extends RightsTable>(
  db: CommonQueryMethods,
  table: Table,
  until: string,
  ids?: readonly number[],
): Promise<z.output<Shapes[Table]>[]> => {
  const rows = await db.any(sql.type(Whole)`
    SELECT v.row_id AS id, v.row FROM ${rowsBefore(table, until, ids === undefined ? undefined : ofIds(ids))} AS v
    ORDER BY v.row_id`);
  return rows.map(({ id, row }) => SHAPES[table].parse({ id, ...row }) as z.output<Shapes[Table]>);
};
