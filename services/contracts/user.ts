import { refuse } from './refusal.ts';

/**
 * Whose rows a user sees and touches (R109): all, or the union of what his enabled roles show. `before`: people of these
 * departments when departments began to be kept in the rows.
 */
export type RowScope =
  | 'all'
  | { readonly own: boolean; readonly deptIds: readonly number[]; readonly before: readonly number[] };
export const NO_ROWS: RowScope = { own: false, deptIds: [], before: [] };

/** The signed-in user as rules see it. */
export type SessionUser = {
  readonly id: number;
  readonly username: string;
  readonly nickName: string;
  readonly deptId: number | null;
  readonly roleIds: readonly number[];
  readonly roleKeys: readonly string[];
  /** Permission keys; holds '*:*:*' for the super administrator. */
  readonly permissions: ReadonlySet<string>;
  /** Routes that menus of his roles bring beside their keys, as `GET /api/v1/role/:id` (R122). */
  readonly routes?: ReadonlySet<string>;
  /** Changes with the menus that his roles show him. */
  readonly menuMark?: string;
  /** Shops the user is limited to (R13); empty means the whole chain. */
  readonly lockShops: readonly number[];
  /** The lock names every shop that is enabled, so it is none where the chain's settings are written (R146). */
  readonly lockIsAll?: boolean;
  readonly rows: RowScope;
  /** A password that someone else set must be changed first (R35). */
  readonly mustChangePassword: boolean;
};

/** Without any right: not signed in, or a name that stands for work which goes on by itself. */
export const NOBODY: SessionUser = {
  id: 0,
  username: '',
  nickName: '',
  deptId: null,
  roleIds: [],
  roleKeys: [],
  permissions: new Set(),
  lockShops: [],
  rows: NO_ROWS,
  mustChangePassword: false,
};

/** Who did what, when; copied into the metadata of every event and into the change log of master rows. */
export type Actor = {
  readonly user: SessionUser;
  readonly now: Date;
  readonly key: string;
  readonly requestId: string;
};

export const ALL_PERMISSIONS = '*:*:*';
export const can = (user: SessionUser, permission: string): boolean =>
  user.permissions.has(ALL_PERMISSIONS) || user.permissions.has(permission);
/** null = every shop; else the only shops this user may read or write (R13). */
export const shopScope = (user: SessionUser): readonly number[] | null =>
  user.lockShops.length === 0 ? null : user.lockShops;
/** The shop that a fact about these shops belongs to; null where it is about several, or all. */
export const onlyShop = (shopIds: readonly number[]): number | null =>
  shopIds.length === 1 ? (shopIds[0] ?? null) : null;
export const seesShop = (user: SessionUser, shopId: number): boolean =>
  user.lockShops.length === 0 || user.lockShops.includes(shopId);
/** Of the whole chain: what counts for every shop is written by these alone (R146). */
export const isOfChain = (user: Pick<SessionUser, 'lockShops' | 'lockIsAll'>): boolean =>
  user.lockShops.length === 0 || user.lockIsAll === true;
export const CHAIN_ONLY = refuse('forbidden', 'auth.chain_only', '此项对全部分店生效，只有不限分店的用户才能操作');
export const OTHER_SCOPE = refuse('forbidden', 'auth.other_scope', '该数据不在你的数据权限范围内');
/** Who made a row, and his department then: null without one, absent where it was not kept yet. */
export type Maker = { readonly userId: number; readonly deptId?: number | null | undefined };
export const seesRow = ({ id, rows }: Pick<SessionUser, 'id' | 'rows'>, { userId, deptId }: Maker): boolean => {
  if (rows === 'all') return true;
  if (rows.own && userId === id) return true;
  return deptId === undefined ? rows.before.includes(userId) : deptId !== null && rows.deptIds.includes(deptId);
};
/** Cost fields leave the server only with this right (R13). */
export const seesCost = (user: SessionUser): boolean => can(user, 'biz:cost:view');
/** How customers and shoppers are reached is masked without this right (R114). */
export const seesPersons = (user: SessionUser): boolean => can(user, 'base:baseCustomer:pii');
export const anyDate = (user: SessionUser): boolean => can(user, 'biz:date:any');
export const editAnyDay = (user: SessionUser): boolean => can(user, 'biz:date:edit');
