/** 数据权限: whose rows the people of a role see (S2§4, R109). */
import { client, useRecord } from 'root-config/api';
import { FormDialog, SkeletonBox, closing, type ScreenHandle } from 'root-config/ui';
import { Grantable, ROLE_GRANTABLE, RoleRow, roleList } from 'services/system/contract';
import { DeptChoice } from './choice.ts';
import { departmentsOf, scopeFields, type ScopeValues } from './scope-fields.tsx';

type Values = ScopeValues & { readonly id: number; readonly roleName: string };
const read = (data: unknown): Values => {
  const { roleId, roleName, dataScope, deptIds } = RoleRow.parse(data);
  return { id: roleId, roleName, dataScope, deptIds };
};

export const ScopeDialog = ({ row, screen }: { readonly row: RoleRow; readonly screen: ScreenHandle }) => {
  const { record } = useRecord(`/roleDeptTreeselect/${row.roleId}`, DeptChoice);
  const grantable = useRecord(ROLE_GRANTABLE, Grantable).record;
  if (record === null || grantable === null) return <SkeletonBox height={1} />;
  return (
    <FormDialog<Values>
      title="数据权限"
      mode="edit"
      width={500}
      source={`${roleList.path}/${row.roleId}`}
      read={read}
      save={(values, { key }) =>
        client.put(
          '/roledatascope',
          { roleId: values.id, dataScope: values.dataScope, deptIds: departmentsOf(values) },
          { headers: { 'Idempotency-Key': key } },
        )
      }
      sections={[
        {
          columns: 2,
          fields: [
            { kind: 'text', name: 'roleName', label: '角色名称', disabled: true, span: 2 },
            ...scopeFields<Values>({ grantable, depts: record.depts }, row),
          ],
        },
      ]}
      {...closing(screen)}
    />
  );
};
