/** Reading roles: the list, one record, the trees of its dialogs, who has it. */
import { sql } from 'slonik';
import type { CommonQueryMethods, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { pageOf, Paging } from '../contracts/envelope.ts';
import { inMenuOrder } from '../contracts/menu-headings.ts';
import { RecordId } from '../contracts/ids.ts';
import { route } from '../contracts/route.ts';
import type { Route } from '../contracts/route.ts';
import { addressNumber } from '../contracts/values.ts';
import { can } from '../contracts/user.ts';
import { personInScope } from '../platform/base/person-scope.ts';
import { judge } from '../platform/base/text-search.ts';
import { Grantable, ROLE_GRANTABLE, RoleHolder, roleList, RoleName, RoleRow } from './contract.ts';
import { ROLE_MISSING } from './role-admin.ts';
import { grantableBy } from './role-ceiling.ts';
import { historyRoute } from '../platform/rows/row-history.ts';
import { labelTree, LabelNode, tickedIn, tickedOf } from '../contracts/tree.ts';
import type { RoleQuery } from './role-body.ts';

const ROLE_KEYS = ['list', 'add', 'update', 'remove', 'export'].map((action) => `admin:sysRole:${action}`);
/** Whoever gives roles to people chooses from their names. */
const PICKS = ['admin:sysUser:add', 'admin:sysUser:edit'];

const COLUMNS = sql.fragment`r.id, r.id AS "roleId", r.role_name AS "roleName", r.role_key AS "roleKey",
  r.role_sort AS "roleSort", r.status, r.menu_ids AS "menuIds", r.dept_ids AS "deptIds", r.data_scope AS "dataScope",
  r.second_factor AS "secondFactor", r.remark, r.created_at AS "createdAt", r.revision,
  (SELECT count(*)::int FROM master.sys_user u WHERE u.role_ids @> ARRAY[r.id]) AS users`;
const StoredRole = RoleRow.extend({ revision: z.int() });
type StoredRole = z.infer<typeof StoredRole>;

const DeptLeaf = z.object({ id: z.int(), parentId: z.int(), label: z.string() });
const MenuLeaf = DeptLeaf.extend({ path: z.string() });
const menusOf = async (db: CommonQueryMethods) =>
  inMenuOrder(
    await db.any(sql.type(MenuLeaf)`
      SELECT id, parent_id AS "parentId", title AS label, path FROM master.sys_menu ORDER BY sort, id`),
  );
const deptsOf = (db: CommonQueryMethods) =>
  db.any(sql.type(DeptLeaf)`
    SELECT id, parent_id AS "parentId", dept_name AS label FROM master.sys_dept ORDER BY sort, id`);
type Ticks = ReturnType<typeof tickedIn>;
const shown = ({ revision: _revision, ...row }: StoredRole, menus: Ticks, depts: Ticks): z.infer<typeof RoleRow> => ({
  ...row,
  menuIds: menus(row.menuIds),
  deptIds: depts(row.deptIds),
});
/** Both trees, as they tick what a role has. */
const ticksOf = async (db: CommonQueryMethods): Promise<readonly [Ticks, Ticks]> => [
  tickedIn(await menusOf(db)),
  tickedIn(await deptsOf(db)),
];

const ORDERS = {
  roleIdOrder: 'id',
  roleNameOrder: 'role_name',
  roleKeyOrder: 'role_key',
  roleSortOrder: 'role_sort',
  statusOrder: 'status',
  createdAtOrder: 'created_at',
} as const;
const orderOf = (query: RoleQuery): FragmentSqlToken => {
  for (const [name, column] of Object.entries(ORDERS)) {
    const asked = query[name as keyof typeof ORDERS];
    if (asked === undefined) continue;
    const way = asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
    return sql.fragment`${sql.identifier(['r', column])} ${way}, r.id ${way}`;
  }
  return sql.fragment`r.role_sort, r.id`;
};
/** Roles are few: a text is looked for in each of them. */
const contains = (column: string, value: string | undefined): FragmentSqlToken | null =>
  value === undefined || value === ''
    ? null
    : sql.fragment`position(lower(${value}) IN lower(${sql.identifier(['r', column])})) > 0`;

const list = async (db: CommonQueryMethods, query: RoleQuery, full: boolean) => {
  const { pageIndex, pageSize } = query;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.sys_role AS r`,
    alias: 'r',
    conditions: [
      contains('role_name', query.roleName),
      contains('role_key', query.roleKey),
      query.status === undefined ? null : sql.fragment`r.status = ${query.status}`,
    ],
  });
  const order = orderOf(query);
  const rows = await db.any(sql.type(StoredRole)`
    SELECT ${COLUMNS} FROM master.sys_role r WHERE ${where} ORDER BY ${order}
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  const answered = full
    ? await ticksOf(db).then(([menus, depts]) => rows.map((row) => shown(row, menus, depts)))
    : rows.map(({ id, roleId, roleName, status }) => ({ id, roleId, roleName, status }));
  return { list: answered, ...counted, pageIndex, pageSize };
};

const RoleId = z.object({ id: RecordId });
/** 0 is the role that is being made. */
const MaybeRole = z.object({ id: z.union([z.literal('0').transform(() => 0), addressNumber('id')]) });
const Granted = z.object({ ids: z.array(z.int()) });
const grantedOf = async (db: CommonQueryMethods, id: number, column: 'menu_ids' | 'dept_ids') =>
  id === 0
    ? []
    : db.maybeOneFirst(sql.type(Granted)`
        SELECT ${sql.identifier([column])} AS ids FROM master.sys_role WHERE id = ${id}`);

const Ticked = z.array(z.int());
type Tree = { readonly path: string; readonly summary: string; readonly name: 'menus' | 'depts' };
const treeRoute = (db: CommonQueryMethods, { path, summary, name }: Tree): Route =>
  route({
    method: 'GET',
    path,
    summary,
    allow: ROLE_KEYS,
    params: MaybeRole,
    data: z.object({ [name]: z.array(LabelNode), checkedKeys: Ticked }),
    handler: async ({ params }) => {
      const granted = await grantedOf(db, params.id, name === 'menus' ? 'menu_ids' : 'dept_ids');
      if (granted === null) return ROLE_MISSING;
      const rows = await (name === 'menus' ? menusOf(db) : deptsOf(db));
      return { data: { [name]: labelTree(rows), checkedKeys: tickedOf(rows, granted) } };
    },
  });

/** Of the people that the user sees (R109). */
const holdersRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/role/:id/users',
    summary: '拥有该角色的用户',
    allow: ROLE_KEYS,
    params: RoleId,
    query: z.object(Paging),
    data: pageOf(RoleHolder),
    handler: async ({ params, query: { pageIndex, pageSize }, user }) => {
      const holds = sql.fragment`u.role_ids @> ARRAY[${params.id}::bigint]`;
      const { where: found, ...counted } = await judge(db, {
        from: sql.fragment`master.sys_user AS u`,
        alias: 'u',
        conditions: [holds, personInScope(sql.fragment`u`, user)],
      });
      const rows = await db.any(sql.type(RoleHolder)`
        SELECT u.id, u.username, u.nick_name AS "nickName", u.status, coalesce(d.dept_name, '') AS "deptName"
        FROM master.sys_user u LEFT JOIN master.sys_dept d ON d.id = u.dept_id
        WHERE ${found} ORDER BY u.id LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
      return { data: { list: [...rows], ...counted, pageIndex, pageSize } };
    },
  });

const grantableRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: ROLE_GRANTABLE,
    summary: '可以授予角色的权限',
    allow: ROLE_KEYS,
    data: Grantable,
    handler: async ({ user }) => ({ data: await grantableBy(db, { user }) }),
  });

export const roleRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: roleList.path,
    summary: '角色列表',
    allow: [...ROLE_KEYS, ...PICKS],
    query: roleList.query,
    data: pageOf(z.union([RoleRow, RoleName])),
    handler: async ({ query, user }) => ({
      data: await list(
        db,
        query,
        ROLE_KEYS.some((key) => can(user, key)),
      ),
    }),
  }),
  route({
    method: 'GET',
    path: '/role/:id',
    summary: '查看角色',
    allow: ROLE_KEYS,
    params: RoleId,
    data: RoleRow,
    handler: async ({ params }) => {
      const row = await db.maybeOne(
        sql.type(StoredRole)`SELECT ${COLUMNS} FROM master.sys_role r WHERE r.id = ${params.id}`,
      );
      if (row === null) return ROLE_MISSING;
      return { data: shown(row, ...(await ticksOf(db))), etag: row.revision };
    },
  }),
  grantableRoute(db),
  treeRoute(db, { path: '/roleMenuTreeselect/:id', summary: '角色的菜单树', name: 'menus' }),
  treeRoute(db, { path: '/menu/role/:id', summary: '角色的菜单', name: 'menus' }),
  treeRoute(db, { path: '/roleDeptTreeselect/:id', summary: '角色的部门树', name: 'depts' }),
  holdersRoute(db),
  historyRoute(db, { path: '/role', title: '角色', table: 'sys_role', allow: ROLE_KEYS }),
];
