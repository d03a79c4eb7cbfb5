/** Who could do what at the end of a day (R126). */
import { z } from 'zod';
import { Paging } from '../contracts/envelope.ts';
import { filterDay, filterRecord, filterShop, term } from '../contracts/filters.ts';

const Named = z.object({ id: z.int(), name: z.string() });
const Role = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleKey: z.string(),
  status: z.string(),
  dataScope: z.string(),
});
const Key = z.object({ permission: z.string(), title: z.string() });
/** `removed` and `added` of what is a list; what was and what is of all else. */
const Change = z.object({
  id: z.int(),
  at: z.string(),
  by: z.string(),
  /** 用户 张三 */
  record: z.string(),
  label: z.string(),
  removed: z.string(),
  added: z.string(),
});
export const RightsSnapshot = z.object({
  day: z.string(),
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  status: z.string(),
  deptName: z.string(),
  /** False: nobody could sign in as this user, who was disabled or had no enabled role. */
  enters: z.boolean(),
  /** The super administrator: everything, whatever stands below. */
  all: z.boolean(),
  roles: z.array(Role),
  /** Shops he was limited to; empty is the whole chain. */
  shops: z.array(Named),
  scope: z.object({ all: z.boolean(), own: z.boolean(), departments: z.array(Named) }),
  /** Directories (M) and pages (C), each page below its directory. */
  menus: z.array(z.object({ menuId: z.int(), menuType: z.string(), title: z.string(), path: z.string() })),
  keys: z.array(Key),
  apis: z.array(z.object({ action: z.string(), path: z.string(), title: z.string() })),
  changes: z.array(Change),
});
export type RightsSnapshot = z.infer<typeof RightsSnapshot>;
/** Without a day: today, as it is now. */
export const SnapshotQuery = z.object({ userId: filterRecord(), day: filterDay() });

export const RightsHolder = z.object({
  userId: z.int(),
  username: z.string(),
  nickName: z.string(),
  deptName: z.string(),
  /** Roles that bring it. */
  roles: z.string(),
  /** '' is the whole chain. */
  shops: z.string(),
});
export type RightsHolder = z.infer<typeof RightsHolder>;
export const WhoQuery = z.object({ ...Paging, permission: term(100), shopId: filterShop(), day: filterDay() });
export const RightsKey = z.object({ value: z.string(), label: z.string() });
export const RIGHTS_PATH = '/rights-snapshot';
export const rightsWho = { path: `${RIGHTS_PATH}/who`, row: RightsHolder, query: WhoQuery } as const;
