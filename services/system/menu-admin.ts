/** Maintaining menus: the super administrator's alone (R107). What the product ships is hidden, never deleted (R111). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { Ids } from '../contracts/envelope.ts';
import { RecordId } from '../contracts/ids.ts';
import { isRefusal, refuse, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { listOfNames } from '../contracts/success.ts';
import { route } from '../contracts/route.ts';
import { LOCKS } from '../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../platform/locks/lock-until-commit.ts';
import type { Actor, Answer, Call, Route } from '../contracts/route.ts';
import type { Sessions } from '../platform/auth/sessions.ts';
import { deleteLocked, insertRow, lockRow, updateRow } from '../platform/rows/master.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { lockSeen, writeRevised } from '../platform/rows/revised-row.ts';
import { boundApis } from './menu-apis.ts';
import { menuColumns, MenuEdit, NewMenu } from './menu-body.ts';
import { MENU_SEEDS } from './seeds/menus.ts';
import { sessionUser, SUPER_ROLE } from './session-user.ts';
import { MENUS, ROLES } from './tables.ts';
import { branchOf, MAX_DEPTH } from '../contracts/tree.ts';

export type MenuAdminDeps = { readonly db: DatabasePool; readonly sessions: Pick<Sessions, 'forget'> };
type MenuAnswer = Answer<number> | Refusal;
export const SHIPPED: ReadonlySet<number> = new Set(MENU_SEEDS.map(({ id }) => id));
export const MENU_MISSING = refuse('not-found', 'menu.missing', '菜单不存在或已删除');
const SUPER_ONLY = refuse('forbidden', 'menu.super_only', '只有系统管理员可以修改菜单');

/** Two who move menus at once could close a circle that neither sees: one after the other. */
const begin = async (tx: CommonQueryMethods, { user }: Actor): Promise<Refusal | null> => {
  await lockUntilCommit(tx, LOCKS.menuTree);
  const now = await sessionUser(tx, user.id);
  return now?.roleKeys.includes(SUPER_ROLE) === true ? null : SUPER_ONLY;
};

const MenuNode = z.object({ id: z.int(), parentId: z.int(), menuType: z.string() });
const placesOf = (tx: CommonQueryMethods) =>
  tx.any(sql.type(MenuNode)`SELECT id, parent_id AS "parentId", menu_type AS "menuType" FROM master.sys_menu`);
type MenuNode = z.infer<typeof MenuNode>;

const atParent = (message: string): Refusal => refuseField('menu.parent', 'parentId', message);
const levelOf = (places: ReadonlyMap<number, MenuNode>, id: number): number => {
  let level = 0;
  for (let at = places.get(id); at !== undefined && level <= MAX_DEPTH; at = places.get(at.parentId)) level += 1;
  return level;
};
const heightOf = (places: readonly MenuNode[], id: number): number => {
  let level = [id];
  let height = 0;
  for (; level.length > 0 && height <= MAX_DEPTH; height += 1) {
    const above = new Set(level);
    level = places.filter(({ parentId }) => above.has(parentId)).map((place) => place.id);
  }
  return height;
};
type MenuPosition = { readonly id: number; readonly parentId: number; readonly menuType: string };
/** Why a menu cannot stand there. */
const refusePlace = (places: readonly MenuNode[], { id, parentId, menuType }: MenuPosition): Refusal | null => {
  const byId = new Map(places.map((place) => [place.id, place]));
  const parent = byId.get(parentId);
  if (parentId !== 0 && parent === undefined) return atParent('上级菜单不存在');
  if (parent?.menuType === 'F') return atParent('按钮下面不能再有菜单');
  if (branchOf(places, id).has(parentId)) return atParent('上级菜单不能是自己或自己的下级');
  const hasChildren = places.some((place) => place.parentId === id);
  if (menuType === 'F' && hasChildren) return refuseField('menu.type', 'menuType', '有下级的菜单不能改为按钮');
  const depth = levelOf(byId, parentId) + Math.max(1, heightOf(places, id));
  return depth > MAX_DEPTH ? atParent(`菜单最多${MAX_DEPTH}层`) : null;
};

const create = async (
  { db, sessions }: MenuAdminDeps,
  call: Call<unknown, unknown, z.infer<typeof NewMenu>>,
): Promise<MenuAnswer> => {
  const id = await call.newId();
  const saved = await db.transaction(async (tx): Promise<MenuAnswer> => {
    const refusal = await begin(tx, call);
    if (refusal !== null) return refusal;
    if ((await lockRow(tx, MENUS, id)) !== null) return { data: id, msg: '新增成功', etag: 0 };
    const place = { id, parentId: call.body.parentId ?? 0, menuType: call.body.menuType };
    const misplaced = refusePlace(await placesOf(tx), place);
    if (misplaced !== null) return misplaced;
    const apis = await boundApis(tx, call.body);
    if (isRefusal(apis)) return apis;
    await insertRow(tx, MENUS, { id, ...menuColumns(call.body, apis), created_at: call.now.toISOString() }, call);
    return { data: id, msg: '新增成功', etag: 0 };
  });
  sessions.forget();
  return saved;
};

type EditCall = Call<{ id: number }, unknown, z.infer<typeof MenuEdit>>;
const edit = async ({ db, sessions }: MenuAdminDeps, call: EditCall): Promise<MenuAnswer> => {
  const { id } = call.params;
  const saved = await db.transaction(async (tx): Promise<MenuAnswer> => {
    const refusal = await begin(tx, call);
    if (refusal !== null) return refusal;
    const before = await lockSeen(tx, MENUS, { id, ifMatch: call.ifMatch, missing: MENU_MISSING });
    if (isRefusal(before)) return before;
    const { parentId, menuType } = call.body;
    const place = {
      id,
      parentId: parentId ?? Number(before['parent_id']),
      menuType: menuType ?? (before['menu_type'] as string),
    };
    const misplaced = refusePlace(await placesOf(tx), place);
    if (misplaced !== null) return misplaced;
    const apis = await boundApis(tx, call.body);
    if (isRefusal(apis)) return apis;
    const etag = await writeRevised(tx, MENUS, { before, changes: menuColumns(call.body, apis) }, call);
    return { data: id, msg: '修改成功', etag };
  });
  sessions.forget();
  return saved;
};

const Role = z.object({ id: z.int(), menuIds: z.array(z.int()) });
/** Roles forget the menus that go. */
const leaveRoles = async (tx: CommonQueryMethods, gone: ReadonlySet<number>, by: Actor): Promise<void> => {
  const roles = await tx.any(sql.type(Role)`
    SELECT id, menu_ids AS "menuIds" FROM master.sys_role
    WHERE menu_ids && ${sql.array([...gone], 'int8')} ORDER BY id FOR UPDATE`);
  for (const { id, menuIds } of roles)
    await updateRow(tx, ROLES, { id, menu_ids: menuIds.filter((menu) => !gone.has(menu)) }, by);
};
const remove = async ({ db, sessions }: MenuAdminDeps, ids: readonly number[], by: Actor) => {
  const removed = await db.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    const refusal = await begin(tx, by);
    if (refusal !== null) return refusal;
    const places = await placesOf(tx);
    if (ids.some((id) => !places.some((place) => place.id === id))) return MENU_MISSING;
    const gone = new Set(ids.flatMap((id) => [...branchOf(places, id)]));
    const rows: MasterRow[] = [];
    for (const id of [...gone].toSorted((one, other) => one - other)) {
      const row = await lockRow(tx, MENUS, id);
      if (row !== null) rows.push(row);
    }
    const shipped = rows.filter((row) => SHIPPED.has(Number(row['id'])));
    if (shipped.length > 0) {
      const names = shipped.map(({ title }) => `“${title as string}”`);
      const named = listOfNames(names, '项');
      return refuse('conflict', 'menu.shipped', `系统自带的菜单${named}不能删除，可以改为隐藏`);
    }
    await leaveRoles(tx, gone, by);
    for (const row of rows) await deleteLocked(tx, MENUS, row, by);
    return { data: null, msg: '删除成功' };
  });
  sessions.forget();
  return removed;
};

export const menuAdminRoutes = (deps: MenuAdminDeps): readonly Route[] => [
  route({
    method: 'POST',
    path: '/menu',
    summary: '新增菜单',
    allow: 'admin:sysMenu:add',
    body: NewMenu,
    data: z.int(),
    handler: (call) => create(deps, call),
  }),
  route({
    method: 'PUT',
    path: '/menu/:id',
    summary: '修改菜单',
    allow: 'admin:sysMenu:edit',
    params: z.object({ id: RecordId }),
    body: MenuEdit,
    data: z.int(),
    handler: (call) => edit(deps, call),
  }),
  route({
    method: 'DELETE',
    path: '/menu',
    summary: '删除菜单',
    allow: 'admin:sysMenu:remove',
    body: Ids,
    data: z.null(),
    handler: (call) => remove(deps, call.body.ids, call),
  }),
];
