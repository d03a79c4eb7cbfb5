/** Reading the tree of all menus, and one of them. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { keysOf } from '../contracts/maintainers.ts';
import { pageOf } from '../contracts/envelope.ts';
import { inMenuOrder } from '../contracts/menu-headings.ts';
import { RecordId } from '../contracts/ids.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { AdminMenu, MenuRow, RoleName, menuLines, menuTree, type MenuLine } from './contract.ts';
import { apiNames } from './menu-apis.ts';
import { MENU_MISSING, SHIPPED } from './menu-admin.ts';
import type { MenuQuery } from './menu-body.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { byParent, MAX_DEPTH, pageOfLines, treeLines, withAncestors } from '../contracts/tree.ts';

const MENU_KEYS = keysOf('admin:sysMenu');
const StoredMenu = MenuRow.omit({ shipped: true, sysApi: true }).extend({ id: z.int(), revision: z.int() });
type StoredMenu = z.infer<typeof StoredMenu>;
const COLUMNS = sql.fragment`id, id AS "menuId", parent_id AS "parentId", title, menu_name AS "menuName",
  menu_type AS "menuType", icon, sort, component, path, is_frame AS "isFrame", permission, visible,
  no_cache AS "noCache", api_ids AS apis, created_at AS "createdAt", revision`;
type Apis = Awaited<ReturnType<typeof apiNames>>;
/** `apis` may hold those of many menus, in the order in which they are shown. */
const shownWith = (apis: Apis) => {
  const places = new Map(apis.map((api, place) => [api.id, place]));
  return ({ revision: _revision, id, ...row }: StoredMenu): MenuRow => ({
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
/** A row that is written lies elsewhere or has another writer: cheaper than what stands in thousands of rows. */
const versions = (table: 'sys_menu' | 'sys_api') => sql.fragment`(
  SELECT count(*) || '/' || coalesce(sum(hashtidextended(ctid, xmin::text::int8)), 0) FROM ${sql.identifier(['master', table])})`;
/** Changes with whatever is written into the tables, by whom ever. */
const markOf = (db: CommonQueryMethods): Promise<string> =>
  db.oneFirst(sql.type(Mark)`SELECT ${versions('sys_menu')} || ' ' || ${versions('sys_api')} AS mark`);

/** All menus, and the tree of them: both are given again as they are. */
type Menus = {
  readonly rows: readonly StoredMenu[];
  readonly shown: (row: StoredMenu) => MenuRow;
  readonly tree: AdminMenu[];
};
const treeOf = (rows: readonly StoredMenu[], shown: Menus['shown']): AdminMenu[] => {
  const groups = byParent(rows);
  const below = (parentId: number, depth: number): AdminMenu[] =>
    depth > MAX_DEPTH
      ? []
      : (groups.get(parentId) ?? []).map((row) => ({ ...shown(row), children: below(row.id, depth + 1) }));
  return below(0, 0);
};
const readMenus = async (db: CommonQueryMethods): Promise<Menus> => {
  const rows = inMenuOrder(
    await db.any(sql.type(StoredMenu)`SELECT ${COLUMNS} FROM master.sys_menu ORDER BY sort, id`),
  );
  const apis = new Set(rows.flatMap((row) => row.apis));
  const shown = shownWith(await apiNames(db, [...apis]));
  return { rows, shown, tree: treeOf(rows, shown) };
};
type Source = () => Promise<Menus>;
/** Read anew when they are others than those that were read last: thousands of rows are long to take apart. */
const remembered = (db: CommonQueryMethods): Source => {
  let kept: { readonly mark: string; readonly menus: Menus } | undefined;
  return async () => {
    const mark = await markOf(db);
    if (mark === kept?.mark) return kept.menus;
    const menus = await readMenus(db);
    // What changed in between is not known by either mark.
    if ((await markOf(db)) === mark) kept = { mark, menus };
    return menus;
  };
};
const tree = async (all: Source, query: z.infer<typeof MenuQuery>): Promise<AdminMenu[]> => {
  const { rows, shown, tree: whole } = await all();
  const wanted = withAncestors(
    rows,
    (row) =>
      holds(row.title, query.title) &&
      holds(row.menuName, query.menuName) &&
      holds(row.path, query.path) &&
      holds(row.permission, query.permission) &&
      (query.menuType === undefined || row.menuType === query.menuType) &&
      (query.visible === undefined || row.visible === query.visible),
  );
  return wanted.length === rows.length ? whole : treeOf(wanted, shown);
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
    handler: async ({ query }) => ({ data: await tree(source, query), kept: true }),
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
  ...treeRoutes(remembered(db)),
  route({
    method: 'GET',
    path: '/menu/:id',
    summary: '查看菜单',
    allow: MENU_KEYS,
    params: Id,
    data: MenuRow,
    handler: async ({ params }) => {
      const row = await db.maybeOne(
        sql.type(StoredMenu)`SELECT ${COLUMNS} FROM master.sys_menu WHERE id = ${params.id}`,
      );
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
