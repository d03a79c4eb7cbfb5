/** 复制角色: the server copies what it may and who it shows, under another name and key. */
import { client } from 'root-config/api';
import { FormDialog, closing, type ScreenHandle } from 'root-config/ui';
import type { RoleRow } from 'services/system/contract';

type Values = { readonly roleName: string; readonly roleKey: string };
export const CopyDialog = ({ row, screen }: { readonly row: RoleRow; readonly screen: ScreenHandle }) => (
  <FormDialog<Values>
    title={`复制角色“${row.roleName}”`}
    mode="add"
    width={500}
    save={(values, { key }) =>
      client.post('/role/copy', { roleId: row.roleId, ...values }, { headers: { 'Idempotency-Key': key } })
    }
    sections={[
      {
        columns: 1,
        fields: [
          { kind: 'text', name: 'roleName', label: '角色名称', required: true, maxLength: 50 },
          { kind: 'text', name: 'roleKey', label: '权限字符', required: true, maxLength: 50 },
        ],
      },
    ]}
    {...closing(screen)}
  />
);
