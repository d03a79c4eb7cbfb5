/** Reading the tree of all menus, and one of them. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { keysOf } from '../contracts/maintainers.ts';
import { pageOf } from '../contracts/envelope.ts';
import { RecordId } from '../contracts/ids.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { AdminMenu, MenuRow, RoleName, menuLines, menuTree, type MenuLine } from './contract.ts';
import { apiNames } from './menu-apis.ts';
import { MENU_MISSING, SHIPPED } from './menu-admin.ts';
import type { MenuQuery } from './menu-body.ts';
import { historyRoute } from '../platform/row-history.ts';
import { byParent, MAX_DEPTH, pageOfLines, treeLines, withAncestors } from '../contracts/tree.ts';

const MENU_KEYS = keysOf('admin:sysMenu');
const Stored = MenuRow.omit({ shipped: true, sysApi: true }).extend({ id: z.int(), revision: z.int() });
type Stored = z.infer<typeof Stored>;
const COLUMNS = sql.fragment`id, id AS "menuId", parent_id AS "parentId", title, menu_name AS "menuName",
  menu_type AS "menuType", icon, sort, component, path, is_frame AS "isFrame", permission, visible,
  no_cache AS "noCache", api_ids AS apis, created_at AS "createdAt", revision`;
type Apis = Awaited<ReturnType<typeof apiNames>>;
/** `apis` may hold those of many menus, in the order in which they are shown. */
const shownWith = (apis: Apis) => {
  const places = new Map(apis.map((api, place) => [api.id, place]));
  return ({ revision: _revision, id, ...row }: Stored): MenuRow => ({
    ...row,
    sysApi: row.apis
      .flatMap((api) => places.get(api) ?? [])
      .toSorted((one, other) => one - other)
      .flatMap((place) => apis[place] ?? []),
    shipped: SHIPPED.has(id),
  });
};

const holds = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase());
const Mark = z.object({ mark: z.string() });
/** Changes with whatever is written into the table, by whom ever. */
const markOf = (db: CommonQueryMethods): Promise<string> =>
  db.oneFirst(sql.type(Mark)`
    SELECT count(*) || '/' || coalesce(sum(hashtextextended(m::text, 0)), 0) AS mark FROM master.sys_menu AS m`);
/** All menus, read anew when they are others than those that were read last: thousands of rows are long to take apart. */
const remembered = (db: CommonQueryMethods) => {
  let kept: { readonly mark: string; readonly rows: readonly Stored[] } = { mark: '', rows: [] };
  return async (): Promise<readonly Stored[]> => {
    const mark = await markOf(db);
    if (mark === kept.mark) return kept.rows;
    const rows = await db.any(sql.type(Stored)`SELECT ${COLUMNS} FROM master.sys_menu ORDER BY sort, id`);
    // What changed in between is not known by either mark.
    if ((await markOf(db)) === mark) kept = { mark, rows };
    return rows;
  };
};
type Source = { readonly db: CommonQueryMethods; readonly all: () => Promise<readonly Stored[]> };
const tree = async ({ db, all }: Source, query: z.infer<typeof MenuQuery>): Promise<AdminMenu[]> => {
  const rows = withAncestors(
    await all(),
    (row) =>
      holds(row.title, query.title) &&
      holds(row.menuName, query.menuName) &&
      holds(row.path, query.path) &&
      holds(row.permission, query.permission) &&
      (query.menuType === undefined || row.menuType === query.menuType) &&
      (query.visible === undefined || row.visible === query.visible),
  );
  const shown = shownWith(
    await apiNames(
      db,
      rows.flatMap((row) => row.apis),
    ),
  );
  const groups = byParent(rows);
  const below = (parentId: number, depth: number): AdminMenu[] =>
    depth > MAX_DEPTH
      ? []
      : (groups.get(parentId) ?? []).map((row) => ({ ...shown(row), children: below(row.id, depth + 1) }));
  return below(0, 0);
};

const linesOf = (nodes: readonly AdminMenu[]): MenuLine[] =>
  treeLines(nodes).map(({ node: { children: _children, ...row }, depth, parent }) => ({
    ...row,
    id: row.menuId,
    depth,
    parentTitle: parent?.title ?? '',
  }));

const Id = z.object({ id: RecordId });
const treeRoutes = (source: Source): readonly Route[] => [
  route({
    method: 'GET',
    path: menuTree.path,
    summary: '菜单树',
    allow: MENU_KEYS,
    query: menuTree.query,
    data: z.array(menuTree.row),
    handler: async ({ query }) => ({ data: await tree(source, query) }),
  }),
  route({
    method: 'GET',
    path: menuLines.path,
    summary: '菜单列表',
    allow: MENU_KEYS,
    query: menuLines.query,
    data: pageOf(menuLines.row),
    handler: async ({ query }) => ({ data: pageOfLines(linesOf(await tree(source, query)), query) }),
  }),
];
export const menuRoutes = (db: CommonQueryMethods): readonly Route[] => [
  ...treeRoutes({ db, all: remembered(db) }),
  route({
    method: 'GET',
    path: '/menu/:id',
    summary: '查看菜单',
    allow: MENU_KEYS,
    params: Id,
    data: MenuRow,
    handler: async ({ params }) => {
      const row = await db.maybeOne(sql.type(Stored)`SELECT ${COLUMNS} FROM master.sys_menu WHERE id = ${params.id}`);
      if (row === null) return MENU_MISSING;
      return { data: shownWith(await apiNames(db, row.apis))(row), etag: row.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/menu/:id/roles',
    summary: '拥有该菜单的角色',
    allow: MENU_KEYS,
    params: Id,
    data: z.array(RoleName),
    handler: async ({ params }) => ({
      data: [
        ...(await db.any(sql.type(RoleName)`
          SELECT id, id AS "roleId", role_name AS "roleName", status FROM master.sys_role
          WHERE ${params.id} = ANY (menu_ids) OR role_key = 'admin' ORDER BY role_sort, id`)),
      ],
    }),
  }),
  historyRoute(db, { path: '/menu', title: '菜单', table: 'sys_menu', allow: MENU_KEYS }),
];
