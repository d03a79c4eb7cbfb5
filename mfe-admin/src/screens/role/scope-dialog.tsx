/** 数据权限: whose rows the people of a role see (S2§4, R109). */
import { client, useRecord } from 'root-config/api';
import { FormDialog, SkeletonBox, closing, type ScreenHandle } from 'root-config/ui';
import { DATA_SCOPE_WORDS } from 'services/contracts/data-scopes';
import { optionsOf } from 'services/contracts/options';
import { RoleRow, roleList } from 'services/system/contract';
import { DeptChoice } from './choice.ts';
import { TickTree } from './tick-tree.tsx';

const CHOSEN = '2';
type Values = {
  readonly id: number;
  readonly roleName: string;
  readonly dataScope: string;
  readonly deptIds: readonly number[];
};
const read = (data: unknown): Values => {
  const { roleId, roleName, dataScope, deptIds } = RoleRow.parse(data);
  return { id: roleId, roleName, dataScope, deptIds };
};

export const ScopeDialog = ({ row, screen }: { readonly row: RoleRow; readonly screen: ScreenHandle }) => {
  const { record } = useRecord(`/roleDeptTreeselect/${row.roleId}`, DeptChoice);
  if (record === null) return <SkeletonBox height={1} />;
  return (
    <FormDialog<Values>
      title="数据权限"
      mode="edit"
      width={500}
      source={`${roleList.path}/${row.roleId}`}
      read={read}
      save={({ id, dataScope, deptIds }, { key }) =>
        client.put(
          '/roledatascope',
          { roleId: id, dataScope, deptIds: dataScope === CHOSEN ? deptIds : [] },
          { headers: { 'Idempotency-Key': key } },
        )
      }
      sections={[
        {
          columns: 1,
          fields: [
            { kind: 'text', name: 'roleName', label: '角色名称', disabled: true },
            {
              kind: 'select',
              name: 'dataScope',
              label: '数据范围',
              options: optionsOf(DATA_SCOPE_WORDS),
              required: '请选择数据范围',
            },
            {
              kind: 'custom',
              name: 'deptIds',
              label: '部门',
              hidden: ({ dataScope }) => dataScope !== CHOSEN,
              render: ({ values, set }) => (
                <TickTree
                  label="部门"
                  tree={record.depts}
                  ids={values.deptIds ?? []}
                  disabled={false}
                  onChange={(deptIds) => set({ deptIds })}
                />
              ),
            },
          ],
        },
      ]}
      {...closing(screen)}
    />
  );
};
