/** What a signed-in user asks about and does to themselves: rights, menu, profile, password. */
import { createHash } from 'node:crypto';
import { sql } from 'slonik';
import type { DatabasePool } from 'slonik';
import { z } from 'zod';
import { choice } from '../contracts/filters.ts';
import { LISTS, rawText } from '../contracts/values.ts';
import { isRefusal, refuseField } from '../contracts/refusal.ts';
import type { Refusal } from '../contracts/refusal.ts';
import { route } from '../contracts/route.ts';
import type { Actor, Call, Route } from '../contracts/route.ts';
import type { SessionUser } from '../contracts/user.ts';
import { SECRET_SETTINGS } from '../contracts/secret-settings.ts';
import { STORAGE_KEY, storageOf } from '../contracts/storage.ts';
import type { WordDesk } from '../contracts/word.ts';
import { hashPassword } from '../platform/auth/password.ts';
import { stillProved, type Sessions } from '../platform/auth/sessions.ts';
import type { Throttle } from '../platform/auth/throttle.ts';
import { updateRow } from '../platform/rows/master.ts';
import { consoleTree, menuTree, MenuNode } from './menu-tree.ts';
import { NewPassword } from './new-password.ts';
import { provePassword } from './own-password.ts';
import { leastLength, problemOfOwn } from './password-policy.ts';
import { settingOf } from './setting.ts';
import { OwnRecord } from './user-contract.ts';
import { USERS } from './tables.ts';
import { GONE } from './own-profile.ts';

const SIGNED_IN = { everyone: 'signed-in' } as const;
const PasswordChange = z.object({
  oldPassword: rawText(200, { error: '旧密码不能为空', long: '旧密码错误' }).min(1, '旧密码不能为空'),
  newPassword: NewPassword,
  /** Words that were given in his name and not by him (R131): the password that gave them ends here. */
  disowns: z
    .array(rawText(60))
    .max(LISTS.choices)
    .nullish()
    .transform((words) => words ?? []),
});

export type OwnAccountDeps = {
  readonly db: DatabasePool;
  readonly sessions: Sessions;
  readonly throttle: Throttle;
  readonly printServicePort: number;
  readonly words: Pick<WordDesk, 'disown'>;
};

/** Only what a browser needs to load pictures: never the keys of the storage. */
const publicOxs = async (db: DatabasePool): Promise<{ IsOxs: boolean; FrontUrl: string }> => {
  const storage = storageOf(await settingOf(db, STORAGE_KEY));
  const isOn = storage?.IsOxs === true;
  return { IsOxs: isOn, FrontUrl: isOn ? storage.FrontUrl : '' };
};

const Profile = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  phone: z.string(),
  email: z.string(),
  sex: z.string(),
  avatar: z.string(),
  remark: z.string(),
  deptId: z.int().nullable(),
  deptName: z.string(),
  createdAt: z.string(),
  roles: z.array(z.string()),
});
const profileOf = (db: DatabasePool, userId: number) =>
  db.maybeOne(sql.type(Profile)`
    SELECT u.id AS "userId", u.username, u.nick_name AS "nickName", u.phone, u.email, u.sex, u.avatar, u.remark,
      u.dept_id AS "deptId", coalesce(d.dept_name, '') AS "deptName", u.created_at AS "createdAt",
      ARRAY(SELECT r.role_name FROM master.sys_role r WHERE r.id = ANY (u.role_ids) ORDER BY r.role_sort) AS roles
    FROM master.sys_user u LEFT JOIN master.sys_dept d ON d.id = u.dept_id WHERE u.id = ${userId}`);

const Own = OwnRecord.shape.user.omit({ dept: true }).extend({
  deptName: z.string(),
  roles: OwnRecord.shape.roles,
  posts: OwnRecord.shape.posts,
});
const ownRecord = async (db: DatabasePool, userId: number): Promise<OwnRecord | null> => {
  const found = await db.maybeOne(sql.type(Own)`
    SELECT u.id AS "userId", u.username, u.nick_name AS "nickName", u.phone, u.email, u.sex, u.avatar,
      u.created_at AS "createdAt", u.role_ids AS "roleIds", array_remove(ARRAY[u.post_id], NULL) AS "postIds",
      coalesce(d.dept_name, '') AS "deptName",
      coalesce((SELECT jsonb_agg(jsonb_build_object('roleId', r.id, 'roleName', r.role_name) ORDER BY r.role_sort)
        FROM master.sys_role r WHERE r.id = ANY (u.role_ids)), '[]') AS roles,
      coalesce((SELECT jsonb_agg(jsonb_build_object('postId', p.id, 'postName', p.post_name))
        FROM master.sys_post p WHERE p.id = u.post_id), '[]'::jsonb) AS posts
    FROM master.sys_user u LEFT JOIN master.sys_dept d ON d.id = u.dept_id WHERE u.id = ${userId}`);
  if (found === null) return null;
  const { deptName, roles, posts, ...user } = found;
  return { user: { ...user, dept: { deptName } }, roles, posts };
};

const Info = z.object({
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  buttons: z.array(z.string()),
  name: z.string(),
  userName: z.string(),
  userId: z.int(),
  deptId: z.int().nullable(),
  avatar: z.string(),
  introduction: z.string(),
  roleIds: z.array(z.int()),
  lockShops: z.array(z.int()),
  oxs: z.object({ IsOxs: z.boolean(), FrontUrl: z.string() }),
  mustChangePassword: z.boolean(),
  /** Shortest password this user may choose. */
  passwordMinLength: z.int(),
});

/** A console draws a broken picture where there is none; an address that holds `http` it takes as it stands, and puts `?…` behind it. */
const NO_PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" fill="#c5ccd6"/>' +
    '<circle cx="12" cy="9" r="4" fill="#fff"/><path d="M4 22a8 8 0 0 1 16 0z" fill="#fff"/></svg>',
)}#`;
const info = async ({ db }: OwnAccountDeps, { user }: Actor): Promise<z.infer<typeof Info> | null> => {
  const profile = await profileOf(db, user.id);
  if (profile === null) return null;
  const permissions = [...user.permissions].sort();
  return {
    roles: [...user.roleKeys],
    permissions,
    buttons: permissions,
    name: user.nickName,
    userName: user.username,
    userId: user.id,
    deptId: user.deptId,
    avatar: profile.avatar === '' ? NO_PICTURE : profile.avatar,
    introduction: profile.remark,
    roleIds: [...user.roleIds],
    lockShops: [...user.lockShops],
    oxs: await publicOxs(db),
    mustChangePassword: user.mustChangePassword,
    passwordMinLength: await leastLength(db, user.permissions),
  };
};

type ChangeCall = Call<unknown, unknown, z.infer<typeof PasswordChange>>;
const changePassword = async (
  deps: OwnAccountDeps,
  call: ChangeCall,
): Promise<Refusal | { data: null; msg: string }> => {
  const { user, body } = call;
  const said = { password: body.oldPassword, field: 'oldPassword', wrong: '旧密码错误' };
  const proved = await provePassword(deps, said, call);
  if (isRefusal(proved)) return proved;
  if (body.newPassword === body.oldPassword) {
    return refuseField('auth.same_password', 'newPassword', '新密码不能与旧密码相同');
  }
  const candidate = { password: body.newPassword, username: user.username, keys: user.permissions };
  const problem = await problemOfOwn(deps.db, candidate);
  if (problem !== null) return refuseField('auth.weak_password', 'newPassword', problem);
  const row = { id: user.id, password_hash: await hashPassword(body.newPassword), must_change_password: false };
  // Somebody may have set another one meanwhile, against just this change.
  const changed = await deps.db.transaction(
    async (tx) => (await stillProved(tx, user.id, proved)) && (await updateRow(tx, USERS, row, call)) !== null,
  );
  if (!changed) return refuseField('auth.changed', 'oldPassword', '密码刚被修改，请重新登录');
  await deps.sessions.revokeUser(user.id, user);
  for (const word of body.disowns) await deps.words.disown(word, call);
  return { data: null, msg: '密码修改成功' };
};

/** Kept with what was read of the user: every open page asks again and again. */
const marks = new WeakMap<SessionUser, string>();
/** Another one when anything changed of what a user may or sees in his menu. */
const markOf = (user: SessionUser): string => {
  const known = marks.get(user);
  if (known !== undefined) return known;
  const { permissions, routes = new Set(), menuMark = '', lockShops, roleIds, nickName, rows } = user;
  const said = [[...permissions].toSorted(), [...routes].toSorted(), menuMark, lockShops, roleIds, nickName, rows];
  const mark = createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
  marks.set(user, mark);
  return mark;
};

/** What the console asks when it opens. */
const sessionRoutes = (deps: OwnAccountDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/getinfo',
    summary: '当前用户',
    allow: SIGNED_IN,
    data: Info,
    handler: async (call) => {
      const data = await info(deps, call);
      return data === null ? GONE : { data };
    },
  }),
  route({
    method: 'GET',
    path: '/session-mark',
    summary: '权限标记',
    allow: SIGNED_IN,
    data: z.object({ mark: z.string() }),
    handler: async ({ user }) => ({ data: { mark: markOf(user) } }),
  }),
  route({
    method: 'GET',
    path: '/menurole',
    summary: '当前用户的菜单',
    allow: SIGNED_IN,
    query: z.object({ client: choice(['house']) }),
    data: z.array(MenuNode),
    handler: async ({ user, query }) => ({
      data: await (query.client === 'house' ? menuTree : consoleTree)(deps.db, user),
    }),
  }),
];

const profileRoutes = (deps: OwnAccountDeps): readonly Route[] => [
  route({
    method: 'GET',
    path: '/user/profile',
    summary: '个人资料',
    allow: SIGNED_IN,
    data: OwnRecord,
    handler: async ({ user }) => {
      const data = await ownRecord(deps.db, user.id);
      return data === null ? GONE : { data };
    },
  }),
  route({
    method: 'PUT',
    path: '/user/pwd/set',
    summary: '修改密码',
    allow: SIGNED_IN,
    body: PasswordChange,
    data: z.null(),
    handler: (call) => changePassword(deps, call),
  }),
];

const publicSettingsRoute = (deps: OwnAccountDeps): Route =>
  route({
    method: 'GET',
    path: '/app-config',
    summary: '公开设置',
    allow: { everyone: 'public' },
    data: z.record(z.string(), z.string()),
    handler: async () => {
      const rows = await deps.db.any(sql.type(z.object({ key: z.string(), value: z.string() }))`
        SELECT config_key AS key, config_value AS value FROM master.config WHERE is_frontend = '1' AND config_key <> ALL (${sql.array([...SECRET_SETTINGS], 'text')}) ORDER BY config_key`);
      const own = { print_service_port: String(deps.printServicePort) };
      return { data: { ...Object.fromEntries(rows.map(({ key, value }) => [key, value])), ...own } };
    },
  });

export const ownAccountRoutes = (deps: OwnAccountDeps): readonly Route[] => [
  ...sessionRoutes(deps),
  ...profileRoutes(deps),
  publicSettingsRoute(deps),
];
