/** 用户安全: who signs in how; rows and filters of the console's page. */
import { z } from 'zod';
import { Paging } from '../contracts/envelope.ts';
import { enabled, term } from '../contracts/filters.ts';
import { ApiName, ApiQuery, ApiRow } from './api-body.ts';
import { MenuQuery } from './menu-body.ts';
import { RoleQuery } from './role-body.ts';

export const SafetyRow = z.object({
  id: z.int(),
  username: z.string(),
  nickName: z.string(),
  status: z.string(),
  /** Names of the shops the user is limited to; '' is the whole chain (R13). */
  shops: z.string(),
  /** '2': an authenticator app is in use. */
  secondFactor: z.string(),
  /** Names of the enabled roles that demand one. */
  demandedBy: z.string(),
  /** null: never, or before it was kept. */
  lastSignInAt: z.string().nullable(),
});
export type SafetyRow = z.infer<typeof SafetyRow>;
export const SafetyQuery = z.object({
  ...Paging,
  username: term(100),
  nickName: term(100),
  status: enabled(),
  secondFactor: enabled(),
});
export const userSafetyList = { path: '/user-safety', row: SafetyRow, query: SafetyQuery } as const;

/** `demands`: at the next sign-in its users must have a second factor. */
export const RoleSafety = z.object({ id: z.int(), name: z.string(), demands: z.boolean(), users: z.int() });
export type RoleSafety = z.infer<typeof RoleSafety>;

/** A role as lists and records answer it (S2§3). */
export const RoleRow = z.object({
  id: z.int(),
  roleId: z.int(),
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  status: z.string(),
  /** An entry that has children only where all below it is granted. */
  menuIds: z.array(z.int()),
  deptIds: z.array(z.int()),
  dataScope: z.string(),
  secondFactor: z.string(),
  remark: z.string(),
  createdAt: z.string(),
  /** How many people have it. */
  users: z.int(),
});
export type RoleRow = z.infer<typeof RoleRow>;
/** For whoever chooses roles without maintaining them. */
export const RoleName = RoleRow.pick({ id: true, roleId: true, roleName: true, status: true });
export const roleList = { path: '/role', row: RoleRow, query: RoleQuery } as const;
export const RoleHolder = z.object({
  id: z.int(),
  username: z.string(),
  nickName: z.string(),
  status: z.string(),
  deptName: z.string(),
});

/** A menu, a page or a key as the tree of all of them answers it (S2§3); `apis` are the numbers of its interfaces. */
const MenuRow = z.object({
  menuId: z.int(),
  parentId: z.int(),
  title: z.string(),
  menuName: z.string(),
  menuType: z.string(),
  icon: z.string(),
  sort: z.int(),
  component: z.string(),
  path: z.string(),
  isFrame: z.string(),
  permission: z.string(),
  visible: z.string(),
  noCache: z.boolean(),
  apis: z.array(z.int()),
  sysApi: z.array(ApiName),
  createdAt: z.string(),
  /** Part of the product: it may be hidden, not deleted. */
  shipped: z.boolean(),
});
export type MenuRow = z.infer<typeof MenuRow>;
export type AdminMenu = MenuRow & { children: AdminMenu[] };
export const AdminMenu: z.ZodType<AdminMenu> = z.lazy(() => MenuRow.extend({ children: z.array(AdminMenu) }));
/** The same tree as lines: each with how deep it lies, in the order in which it is read. */
export const MenuLine = MenuRow.extend({ id: z.int(), depth: z.int(), parentTitle: z.string() });
export type MenuLine = z.infer<typeof MenuLine>;
export { MenuRow };
export const menuTree = { path: '/menu', row: AdminMenu, query: MenuQuery } as const;
export const menuLines = { path: '/menu/lines', row: MenuLine, query: MenuQuery.extend(Paging) } as const;
export const apiList = { path: '/sys-api', row: ApiRow, query: ApiQuery } as const;
export { ApiEdit, ApiPlace, ApiRow } from './api-body.ts';
export {
  HANDLED_WORDS,
  HANDLED_KEY,
  LOST_EXPORT_KEY,
  LOST_KEY,
  LostSaveRow,
  lostSaveList,
  type LostSaveQuery,
} from './lost-contract.ts';
export { loginLogList, LoginRow, operationLogList, OperationRow, PLATFORMS, type LogQuery } from './log-contract.ts';
export { MenuEdit, NewMenu } from './menu-body.ts';
export { Grantable, NewRole, ROLE_GRANTABLE } from './role-body.ts';
export { MAIL_TEST_PATH, type MailTrial } from './mail-contract.ts';
export { SMS_TEST_PATH, SmsTrial } from './sms-contract.ts';
export {
  OwnRecord,
  passwordRule,
  USER_ADMIN_KEYS,
  userList,
  UserName,
  UserQuery,
  UserRow,
  type PasswordRule,
} from './user-contract.ts';
export { UserForm } from './user-fields.ts';
export { SessionRow, sessionList } from './session-contract.ts';
export { RIGHTS_PATH, RightsKey, RightsSnapshot, rightsWho, type RightsHolder } from './rights-contract.ts';
export {
  PersonSight,
  SHOP_SETUP_KEY,
  SHOP_SETUP_PATH,
  STEP_TITLES,
  ShopSetup,
  ShopSetups,
  type SetupPerson,
  type SetupStep,
  type ShopSetupRow,
} from './shop-setup/contract.ts';
