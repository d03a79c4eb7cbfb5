/** 新增角色 / 编辑角色 with the menu it may see (S2§2.6, §5), who has it and what was changed in it (R126). */
import { useRecord } from 'root-config/api';
import { withHistory } from '../../sheets/record-history.tsx';
import { FormDialog, STATUS_OPTIONS, SkeletonBox, closing, type FormMode, type ScreenHandle } from 'root-config/ui';
import { mostOf } from 'services/contracts/values';
import { Grantable, NewRole, ROLE_GRANTABLE, RoleRow, roleList } from 'services/system/contract';
import type { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { DeptChoice, MenuChoice } from './choice.ts';
import { RoleHolders } from './role-holders.tsx';
import { departmentsOf, scopeFields, type ScopeValues } from './scope-fields.tsx';
import { useTreeNames } from './tree-names.ts';
import { TickTree } from './tick-tree.tsx';
import { within, type Choice } from './ticks.ts';

export const ADMIN_ROLE = 'admin';
type Values = Omit<z.infer<typeof NewRole>, 'dataScope' | 'deptIds'> & ScopeValues & { readonly id: number };
type Props = {
  readonly row: RoleRow | null;
  readonly mode: FormMode;
  readonly screen: ScreenHandle;
};
/** The data scope of one that exists has a dialog of its own. */
const WRITTEN = RoleRow.pick({
  roleId: true,
  roleName: true,
  roleKey: true,
  roleSort: true,
  status: true,
  remark: true,
  menuIds: true,
});

/** What one may give, and what the role has already: nobody ticks what is refused afterwards. */
const offered = (menus: readonly Choice[], { menuIds }: Grantable, has: readonly number[]): readonly Choice[] =>
  menuIds === null ? menus : within(menus, new Set([...menuIds, ...has]));
/** As it is sent: of pages only those that are somebody's to give, though all of what is shown below them is ticked. */
const given = (ids: readonly number[], { menuIds }: Grantable, has: readonly number[]): number[] =>
  menuIds === null ? [...ids] : ids.filter((id) => menuIds.includes(id) || has.includes(id));

const bodyOf = ({ id: _id, dataScope, deptIds, ...role }: Values, isNew: boolean) =>
  isNew ? { ...role, dataScope, deptIds: departmentsOf({ dataScope, deptIds }) } : role;

const useOffer = (roleId: number) => {
  const menus = useRecord(`/roleMenuTreeselect/${roleId}`, MenuChoice).record;
  const depts = useRecord(`/roleDeptTreeselect/${roleId}`, DeptChoice).record?.depts;
  const grantable = useRecord(ROLE_GRANTABLE, Grantable).record;
  return menus === null || depts === undefined || grantable === null ? null : { ...menus, depts, grantable };
};

export const RoleDialog = ({ row, mode, screen }: Props) => {
  const offer = useOffer(row?.roleId ?? 0);
  const columns = useTreeNames(row?.roleId ?? 0, offer?.menus ?? []);
  if (offer === null) return <SkeletonBox height={1} />;
  const source = row === null ? undefined : `${roleList.path}/${row.roleId}`;
  const menus = offered(offer.menus, offer.grantable, offer.checkedKeys);
  return (
    <FormDialog<Values>
      title={{ add: '新增角色', edit: '编辑角色', view: '查看角色' }[mode]}
      mode={mode}
      width={500}
      path={roleList.path}
      {...(source === undefined
        ? { initial: { roleSort: 0, status: '2', menuIds: [], deptIds: [] } }
        : { source, read: withId(WRITTEN, 'roleId') })}
      schema={NewRole}
      body={(values) => bodyOf(values, row === null)}
      sections={[
        ...withHistory<Values>(
          [
            {
              columns: 2,
              fields: [
                {
                  kind: 'text',
                  name: 'roleName',
                  label: '角色名称',
                  required: true,
                  maxLength: 50,
                  disabled: row !== null,
                },
                {
                  kind: 'text',
                  name: 'roleKey',
                  label: '权限字符',
                  required: true,
                  maxLength: 50,
                  disabled: row !== null,
                },
                { kind: 'count', name: 'roleSort', label: '角色顺序', required: true, max: mostOf('sort') },
                { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
                ...(row === null ? scopeFields<Values>(offer, null) : []),
                {
                  kind: 'custom',
                  name: 'menuIds',
                  label: '菜单权限',
                  span: 2,
                  render: ({ values, mode: shown, set }) =>
                    values.roleKey === ADMIN_ROLE && row !== null ? (
                      <span>系统超级管理员无需此操作</span>
                    ) : (
                      <TickTree
                        label="菜单权限"
                        search="查找页面或权限"
                        tree={menus}
                        ids={values.menuIds ?? []}
                        disabled={shown === 'view'}
                        onChange={(menuIds) => set({ menuIds: given(menuIds, offer.grantable, offer.checkedKeys) })}
                      />
                    ),
                },
                { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, span: 2 },
              ],
            },
          ],
          { path: source, tab: '角色', columns },
        ),
        ...(row === null ? [] : [{ tab: '拥有的用户', render: () => <RoleHolders roleId={row.roleId} /> }]),
      ]}
      {...closing(screen)}
    />
  );
};
