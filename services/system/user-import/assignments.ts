/** Departments, posts, roles and shops by the names that people write into a table. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RowProblem } from '../../platform/table-files/refuse-rows.ts';
import { ALL_SHOPS, labelOf, namesIn, type SheetRow } from './sheet.ts';

const NamedRow = z.object({ id: z.int(), name: z.string() });
const Department = NamedRow.extend({ parentId: z.int() });
type NamedRow = z.infer<typeof NamedRow>;
/** Ids by name; a name that several have is none of them. */
type IdsByName = ReadonlyMap<string, readonly number[]>;
export type Assignments = {
  readonly departments: IdsByName;
  readonly posts: IdsByName;
  readonly roles: IdsByName;
  readonly shops: IdsByName;
};

const byName = (rows: readonly NamedRow[]): Map<string, readonly number[]> => {
  const found = new Map<string, readonly number[]>();
  for (const { id, name } of rows) found.set(name, [...(found.get(name) ?? []), id]);
  return found;
};
/** A department by its own name, and by the way to it: 总部/华东/上海. */
const departmentsOf = (rows: readonly z.infer<typeof Department>[]): IdsByName => {
  const ids = new Map(rows.map((row) => [row.id, row]));
  const wayOf = (id: number, deep = 0): string => {
    const row = ids.get(id);
    if (row === undefined || deep > rows.length) return '';
    const above = wayOf(row.parentId, deep + 1);
    return above === '' ? row.name : `${above}/${row.name}`;
  };
  const named = byName(rows);
  for (const row of rows) if (ids.has(row.parentId)) named.set(wayOf(row.id), [row.id]);
  return named;
};

/** What can be chosen today: a disabled place takes nobody in. Few rows each, read once an import. */
export const placesOf = async (db: CommonQueryMethods): Promise<Assignments> => {
  const departments = await db.any(sql.type(Department)`
    SELECT id, dept_name AS name, parent_id AS "parentId" FROM master.sys_dept WHERE status = '2'`);
  const posts = await db.any(sql.type(NamedRow)`SELECT id, post_name AS name FROM master.sys_post WHERE status = '2'`);
  const roles = await db.any(sql.type(NamedRow)`SELECT id, role_name AS name FROM master.sys_role WHERE status = '2'`);
  const shops = await db.any(sql.type(NamedRow)`SELECT id, name FROM master.shop WHERE status = '2'`);
  return {
    departments: departmentsOf(departments),
    posts: byName(posts),
    roles: byName(roles),
    shops: byName(shops),
  };
};

export type PersonAssignment = {
  readonly deptId?: number;
  readonly postId?: number;
  readonly roleIds?: number[];
  readonly lockShops?: number[];
};
/** Where a row puts its person; a blank cell says nothing. */
export const placeRow = (
  { row, cells }: SheetRow,
  places: Assignments,
): { readonly placed: PersonAssignment; readonly problems: readonly RowProblem[] } => {
  const problems: RowProblem[] = [];
  const find = (column: 'dept' | 'post' | 'roles' | 'shops', name: string, among: IdsByName): number[] => {
    const ids = among.get(name) ?? [];
    const [id] = ids;
    if (id !== undefined && ids.length === 1) return [id];
    const label = labelOf(column);
    const message = ids.length === 0 ? `${label}“${name}”不存在或已停用` : `有${ids.length}个“${name}”，请写全路径`;
    problems.push({ row, field: label, message });
    return [];
  };
  const one = (column: 'dept' | 'post', among: IdsByName) =>
    cells[column] === '' ? [] : find(column, cells[column], among);
  const several = (column: 'roles' | 'shops', among: IdsByName) =>
    namesIn(cells[column]).flatMap((name) => find(column, name, among));
  const isWhole = cells.shops === ALL_SHOPS;
  const [deptId] = one('dept', places.departments);
  const [postId] = one('post', places.posts);
  const roleIds = several('roles', places.roles);
  const lockShops = isWhole ? [] : several('shops', places.shops);
  const placed = {
    ...(deptId !== undefined && { deptId }),
    ...(postId !== undefined && { postId }),
    ...(namesIn(cells.roles).length > 0 && { roleIds }),
    ...(namesIn(cells.shops).length > 0 && { lockShops }),
  };
  return { placed, problems };
};
