/** Roles on the wire (S2§2.6, §3, §5; R101, R102, R109). */
import { z } from 'zod';
import { Paging } from '../../contracts/envelope.ts';
import { choice, enabled, order, term } from '../../contracts/filters.ts';
import { RecordId } from '../../contracts/ids.ts';
import { patternText, requiredText, wireText, wireWhole } from '../../contracts/values.ts';

const Status = z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)], { error: '状态不正确' }).transform(String);
/** 1 all, 2 chosen departments, 3 own department, 4 own and below, 5 own rows. */
export const SCOPES = ['1', '2', '3', '4', '5'] as const;
const Scope = z
  .union([z.enum(SCOPES), z.literal([1, 2, 3, 4, 5])], { error: '请选择数据范围' })
  .transform((value) => String(value) as (typeof SCOPES)[number]);
const MOST_MENUS = 5_000;
const idList = z.array(RecordId).max(MOST_MENUS, `最多${MOST_MENUS}项`);
const KEY_WORDS = '权限字符只能是字母开头的字母、数字、下划线，最多50位';

const RoleFields = z.object({
  roleName: requiredText('角色名称不能为空', 50),
  roleKey: requiredText('权限字符不能为空', 50).pipe(patternText(/^[A-Za-z]\w{0,49}$/, KEY_WORDS)),
  roleSort: wireWhole('sort', '角色顺序不能为空'),
  status: Status.optional(),
  menuIds: idList.optional(),
  deptIds: idList.optional(),
  dataScope: Scope.optional(),
  remark: wireText(500).optional(),
});
export const RoleBody = RoleFields;
export type RoleBody = z.infer<typeof RoleBody>;
/** What is absent stays as it is. */
export const RoleEdit = RoleFields.partial();
export type RoleEdit = z.infer<typeof RoleEdit>;
export const RoleStatusBody = z.object({ roleId: RecordId, status: Status });
export const RoleScopeBody = z.object({ roleId: RecordId, dataScope: Scope, deptIds: idList.optional() });

export const RoleRow = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  status: z.string(),
  dataScope: z.string(),
  remark: z.string(),
  /** '2': its people must sign in with a second factor (R112). */
  secondFactor: z.string(),
  /** Whom it was given. */
  users: z.int(),
  createdAt: z.string(),
});
export type RoleRow = z.infer<typeof RoleRow>;
/** An entry with children is named only where all below it is granted (R101). */
export const RoleRecord = RoleRow.extend({ menuIds: z.array(z.int()), deptIds: z.array(z.int()) });
export type RoleRecord = z.infer<typeof RoleRecord>;

const direction = order().catch(undefined);
export const RoleQuery = z.object({
  ...Paging,
  pageSize: Paging.pageSize.unwrap().default(10),
  roleName: term(100),
  roleKey: term(100),
  status: enabled(),
  dataScope: choice(SCOPES),
  roleIdOrder: direction,
  roleNameOrder: direction,
  roleSortOrder: direction,
  createdAtOrder: direction,
});
export type RoleQuery = z.infer<typeof RoleQuery>;
export const roleList = { path: '/role', row: RoleRow, query: RoleQuery } as const;

type Choice = { readonly id: number; readonly label: string; readonly children: readonly Choice[] };
export const Choice: z.ZodType<Choice> = z.lazy(() =>
  z.object({ id: z.int(), label: z.string(), children: z.array(Choice) }),
);
export const MenuChoice = z.object({ menus: z.array(Choice), checkedKeys: z.array(z.int()) });
export const DeptChoice = z.object({ depts: z.array(Choice), checkedKeys: z.array(z.int()) });
