/** What a person sees who signs in now: pages, shops, rows, costs, out of the rights as every call resolves them. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, type Refusal } from '../../contracts/refusal.ts';
import { OTHER_SCOPE, can, seesCost, seesPersons, shopScope, type SessionUser } from '../../contracts/user.ts';
import { seesPerson } from '../../platform/base/person-scope.ts';
import { limitShops } from '../../platform/auth/shop-limit.ts';
import { menuTree, type MenuNode } from '../menu-tree.ts';
import { refuseEntry } from '../session-answer.ts';
import { SUPER_ROLE, sessionUser } from '../session-user.ts';
import type { PersonSight } from './contract.ts';

const Row = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  status: z.string(),
  deptId: z.int().nullable(),
  deptName: z.string(),
  lockShops: z.array(z.int()),
});
const MISSING = refuse('not-found', 'user.missing', '用户不存在或已删除');
/** Whoever is limited to some shops is told of people who may come into one of them. */
const visible = async (db: CommonQueryMethods, userId: number, viewer: SessionUser) => {
  const row = await db.maybeOne(sql.type(Row)`
    SELECT u.id AS "userId", u.username, u.nick_name AS "nickName", u.status, u.dept_id AS "deptId",
      coalesce((SELECT d.dept_name FROM master.sys_dept d WHERE d.id = u.dept_id), '') AS "deptName",
      u.lock_shops AS "lockShops"
    FROM master.sys_user u WHERE u.id = ${userId}::bigint`);
  if (row === null) return MISSING;
  if (!seesPerson(viewer, { id: row.userId, deptId: row.deptId })) return OTHER_SCOPE;
  const own = shopScope(viewer);
  const apart = own !== null && row.lockShops.length > 0 && !row.lockShops.some((id) => own.includes(id));
  return apart ? (limitShops(viewer, row.lockShops) ?? row) : row;
};

const Named = z.object({ name: z.string() });
const shopNames = (db: CommonQueryMethods, ids: readonly number[]) =>
  db.anyFirst(sql.type(Named)`
    SELECT name FROM master.shop WHERE id = ANY (${sql.array([...ids], 'int8')}) ORDER BY id`);
const departmentNames = (db: CommonQueryMethods, ids: readonly number[]) =>
  db.any(sql.type(Named)`
    SELECT dept_name AS name FROM master.sys_dept WHERE id = ANY (${sql.array([...ids], 'int8')}) ORDER BY sort, id`);
const rowsOf = async (db: CommonQueryMethods, rows: SessionUser['rows']): Promise<PersonSight['rows']> =>
  rows === 'all'
    ? { all: true, own: false, departments: [] }
    : { all: false, own: rows.own, departments: [...(await departmentNames(db, rows.deptIds))] };

/** What is below a hidden entry is hidden with it. */
const pagesIn = (nodes: readonly MenuNode[]): readonly string[] =>
  nodes
    .filter(({ visible: shown }) => shown === '0')
    .flatMap(({ menuType, path, title, children }) => [
      ...(menuType === 'C' && path !== '' ? [title] : []),
      ...pagesIn(children),
    ]);
/** As the menu at the side shows them, in its order. */
const areasOf = (tree: readonly MenuNode[]): PersonSight['areas'] =>
  tree
    .filter(({ visible: shown }) => shown === '0')
    .map((node) => ({ area: node.menuType === 'M' ? node.title : '', pages: [...pagesIn([node])] }))
    .filter(({ pages }) => pages.length > 0);

/** What is worth knowing before the first day. */
const DUTIES: readonly (readonly [key: string, word: string])[] = [
  ['biz:bizSell:add', '开销售单'],
  ['biz:bizSell:audit', '审核销售单'],
  ['biz:bizSell:approve', '给别人授权'],
  ['biz:bizGoodsIn:add', '入库'],
  ['biz:bizShift:add', '交班'],
  ['biz:bizShift:till', '登记收银台'],
];
/** Nothing of whoever cannot sign in. */
const NOTHING = {
  all: false,
  rows: { all: false, own: false, departments: [] },
  seesCost: false,
  seesPersons: false,
  mustChangePassword: false,
  may: [],
  areas: [],
} satisfies Partial<PersonSight>;
const rightsOf = async (db: CommonQueryMethods, user: SessionUser) => ({
  all: user.roleKeys.includes(SUPER_ROLE),
  rows: await rowsOf(db, user.rows),
  seesCost: seesCost(user),
  seesPersons: seesPersons(user),
  mustChangePassword: user.mustChangePassword,
  may: DUTIES.filter(([key]) => can(user, key)).map(([, word]) => word),
  areas: areasOf(await menuTree(db, user)),
});

/** Of whom the asker may be told; a 404 or 403 else. */
export const sightOf = async (
  db: CommonQueryMethods,
  userId: number,
  viewer: SessionUser,
): Promise<PersonSight | Refusal> => {
  const row = await visible(db, userId, viewer);
  if (isRefusal(row)) return row;
  const { status, lockShops, deptId: _dept, ...who } = row;
  const user = await sessionUser(db, userId);
  const refused = refuseEntry({ status, hasRole: user !== null });
  const shops = [...(await shopNames(db, lockShops))];
  const rights = user === null ? NOTHING : await rightsOf(db, user);
  return { ...who, outside: refused?.message ?? '', shops, ...rights };
};
