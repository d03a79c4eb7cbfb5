/** Users on the wire: filters, rows, what whoever may not maintain them sees (S2§2.2, §3; wire "Users"). */
import { z } from 'zod';
import { TenRows } from '../contracts/envelope.ts';
import { filterRecord, given, order, term } from '../contracts/filters.ts';
import { RecordId } from '../contracts/ids.ts';
import { LISTS, patternText } from '../contracts/values.ts';

const text = term(100);
const direction = order().catch(undefined);
const BRANCH = /^\/(\d{1,15})\/$/;
const choiceOfDept = z
  .preprocess(
    (value) => (value === '' ? undefined : value),
    z.union([RecordId, patternText(BRANCH, '部门不正确')]).optional(),
  )
  .optional();
export const UserQuery = z.object({
  ...TenRows,
  username: text,
  nickName: text,
  phone: text,
  status: text,
  seller: text,
  /** With `seller`: of this shop, or of the whole chain. */
  shopId: filterRecord(),
  /** `7` is that department, `/7/` with all below it. */
  deptId: choiceOfDept,
  userIdOrder: direction,
  usernameOrder: direction,
  nickNameOrder: direction,
  phoneOrder: direction,
  statusOrder: direction,
  createdAtOrder: direction,
});
export type UserQuery = z.infer<typeof UserQuery>;

export const UserName = z.object({ id: z.int(), userId: z.int(), username: z.string(), nickName: z.string() });
export const UserRow = UserName.extend({
  deptId: z.int().nullable(),
  phone: z.string(),
  email: z.string(),
  sex: z.string(),
  avatar: z.string(),
  status: z.string(),
  remark: z.string(),
  postId: z.int().nullable(),
  postIds: z.array(z.int()),
  roleId: z.int().nullable(),
  roleIds: z.array(z.int()),
  lockShops: z.array(z.int()),
  createdAt: z.string(),
  dept: z.object({ deptName: z.string() }),
});
export type UserRow = z.infer<typeof UserRow>;
export const userList = { path: '/sys-user', row: UserRow, query: UserQuery } as const;
/** How long a password must be of whoever has these roles, and what it would be of whoever sees costs or grants rights. */
export const PasswordRule = z.object({ least: z.int(), strongLeast: z.int(), longest: z.int() });
export type PasswordRule = z.infer<typeof PasswordRule>;
export const passwordRule = {
  path: '/user/pwd/rule',
  row: PasswordRule,
  query: z.object({
    roleIds: given(
      z.preprocess(
        (value) => (Array.isArray(value) ? value : [value]),
        z.array(RecordId).max(LISTS.choices, `最多${LISTS.choices}项`),
      ),
    ),
  }),
} as const;
export const USER_ADMIN_KEYS = ['list', 'add', 'edit', 'remove', 'resetPassword', 'import', 'export'].map(
  (action) => `admin:sysUser:${action}`,
);

/** The own record as a console reads it, to the letter. */
export const OwnRecord = z.object({
  user: z.object({
    userId: z.int(),
    username: z.string(),
    nickName: z.string(),
    phone: z.string(),
    email: z.string(),
    sex: z.string(),
    avatar: z.string(),
    createdAt: z.string(),
    roleIds: z.array(z.int()),
    postIds: z.array(z.int()),
    dept: z.object({ deptName: z.string() }),
  }),
  roles: z.array(z.object({ roleId: z.int(), roleName: z.string() })),
  posts: z.array(z.object({ postId: z.int(), postName: z.string() })),
});
export type OwnRecord = z.infer<typeof OwnRecord>;
