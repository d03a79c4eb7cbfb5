/** What a body says of a role (S2§5), its columns, and how it is answered. */
import { z } from 'zod';
import { TenRows } from '../contracts/envelope.ts';
import { enabled, order, term } from '../contracts/filters.ts';
import { clearName } from '../contracts/plain-name.ts';
import { LISTS, chosenId, patternText, requiredText, wireText, wireWhole } from '../contracts/values.ts';
import { RecordId } from '../contracts/ids.ts';
import { DATA_SCOPES } from './data-scope.ts';

/** Menus and departments of one role. */
const idList = z.array(chosenId('id')).max(LISTS.documentLines);
const Scope = z
  .union([z.enum(DATA_SCOPES), z.literal([1, 2, 3, 4, 5])], { error: '请选择数据权限范围' })
  .transform(String);
const Status = z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)], { error: '状态不正确' }).transform(String);
const KEY = /^[A-Za-z][\w-]{0,49}$/;
const SecondFactor = z.union([z.enum(['1', '2']), z.literal(1), z.literal(2)]).transform(String);
const more = {
  status: Status.optional(),
  menuIds: idList.optional(),
  deptIds: idList.optional(),
  dataScope: Scope.or(z.literal('')).nullish(),
  secondFactor: SecondFactor.optional(),
  remark: wireText(200).nullish(),
};
const roleName = requiredText('角色名称不能为空', 50);
const roleKey = clearName('权限字符不能为空', 50).pipe(
  patternText(KEY, '权限字符以字母开头，只含字母、数字、下划线和短横线'),
);
const roleSort = wireWhole('sort', '角色顺序不能为空');
export const NewRole = z.object({ roleName, roleKey, roleSort, ...more });
/** What is absent stays as it is; name and key are locked (S2§5). */
export const RoleEdit = z.object({ roleSort: roleSort.optional(), ...more });
export const RoleCopy = z.object({ roleId: RecordId, roleName, roleKey });
export const RoleStatus = z.object({ roleId: RecordId, status: Status });
export const RoleScope = z.object({ roleId: RecordId, dataScope: Scope, deptIds: idList.nullish() });
/** What somebody may put into a role, for a dialog to offer nothing else (R107); null is everything. */
export const Grantable = z.object({
  menuIds: z.array(z.int()).nullable(),
  dataScopes: z.array(z.enum(DATA_SCOPES)),
  deptIds: z.array(z.int()).nullable(),
});
export type Grantable = z.infer<typeof Grantable>;
export const ROLE_GRANTABLE = '/role-grantable';
export const RoleId = z.object({ id: RecordId });

const direction = order().catch(undefined);
export const RoleQuery = z.object({
  ...TenRows,
  roleName: term(100),
  roleKey: term(100),
  status: enabled(),
  roleIdOrder: direction,
  roleNameOrder: direction,
  roleKeyOrder: direction,
  roleSortOrder: direction,
  statusOrder: direction,
  createdAtOrder: direction,
});
export type RoleQuery = z.infer<typeof RoleQuery>;

const given = <Columns extends object>(columns: Columns): Columns =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value != null && value !== '')) as Columns;
export const roleColumns = (body: z.infer<typeof RoleEdit>) => ({
  ...given({
    role_sort: body.roleSort,
    status: body.status,
    menu_ids: body.menuIds === undefined ? undefined : [...new Set(body.menuIds)],
    dept_ids: body.deptIds === undefined ? undefined : [...new Set(body.deptIds)],
    data_scope: body.dataScope,
    second_factor: body.secondFactor,
  }),
  ...(body.remark == null ? {} : { remark: body.remark }),
});
