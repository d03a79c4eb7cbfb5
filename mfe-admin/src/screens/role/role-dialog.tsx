/** 新增角色 / 编辑角色 with the menu it may see (S2§2.6, §5), who has it and what was changed in it (R126). */
import { useRecord } from 'root-config/api';
import { withHistory } from '../../sheets/record-history.tsx';
import { FormDialog, STATUS_OPTIONS, SkeletonBox, closing, type FormMode, type ScreenHandle } from 'root-config/ui';
import { mostOf } from 'services/contracts/values';
import { NewRole, RoleRow, roleList } from 'services/system/contract';
import type { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { MenuChoice } from './choice.ts';
import { RoleHolders } from './role-holders.tsx';
import { useTreeNames } from './tree-names.ts';
import { TickTree } from './tick-tree.tsx';

export const ADMIN_ROLE = 'admin';
type Values = z.infer<typeof NewRole> & { readonly id: number };
type Props = {
  readonly row: RoleRow | null;
  readonly mode: FormMode;
  readonly screen: ScreenHandle;
};
/** Its data scope has a dialog of its own. */
const WRITTEN = RoleRow.pick({
  roleId: true,
  roleName: true,
  roleKey: true,
  roleSort: true,
  status: true,
  remark: true,
  menuIds: true,
});

export const RoleDialog = ({ row, mode, screen }: Props) => {
  const { record } = useRecord(`/roleMenuTreeselect/${row?.roleId ?? 0}`, MenuChoice);
  const columns = useTreeNames(row?.roleId ?? 0, record?.menus ?? []);
  if (record === null) return <SkeletonBox height={1} />;
  const source = row === null ? undefined : `${roleList.path}/${row.roleId}`;
  return (
    <FormDialog<Values>
      title={{ add: '新增角色', edit: '编辑角色', view: '查看角色' }[mode]}
      mode={mode}
      width={500}
      path={roleList.path}
      {...(source === undefined
        ? { initial: { roleSort: 0, status: '2', menuIds: [] } }
        : { source, read: withId(WRITTEN, 'roleId') })}
      schema={NewRole}
      body={({ id: _id, ...role }) => role}
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
                        tree={record.menus}
                        ids={values.menuIds ?? []}
                        disabled={shown === 'view'}
                        onChange={(menuIds) => set({ menuIds: [...menuIds] })}
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
