/** 角色 (S2§2.6): what its people may see and do, and whose rows. */
import { can } from 'root-config/api';
import { STATUS_OPTIONS, columnsOf, listScreen, removing, type ScreenHandle } from 'root-config/ui';
import { DATA_SCOPE_WORDS } from 'services/contracts/data-scopes';
import { roleList, type RoleRow } from 'services/system/contract';
import { StatusSwitch } from '../../sheets/status-switch.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { ADMIN_ROLE, RoleDialog } from './role-dialog.tsx';
import { ScopeDialog } from './scope-dialog.tsx';

const KEY = 'admin:sysRole';
const { text, count, moment } = columnsOf(roleList);
const isAdmin = ({ roleKey }: RoleRow): string | undefined =>
  roleKey === ADMIN_ROLE ? '系统超级管理员无需此操作' : undefined;
const scopeName = (scope: string): string => DATA_SCOPE_WORDS[scope as keyof typeof DATA_SCOPE_WORDS] ?? scope;

const Status = ({ row }: { readonly row: RoleRow }) => (
  <StatusSwitch
    id={row.roleId}
    name={row.roleName}
    kind="角色"
    status={row.status}
    disabled={isAdmin(row) !== undefined || !can(`${KEY}:update`)}
    path="/role-status"
    named={{ roleId: row.roleId }}
    view={roleList.path}
  />
);
const removeRows = removing(roleList.path);
const add = (screen: ScreenHandle) => <RoleDialog row={null} mode="add" screen={screen} />;

export default listScreen(roleList, {
  title: '角色',
  permission: ['list', 'add', 'update', 'remove'].map((action) => `${KEY}:${action}`),
  rowKey: 'roleId',
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的角色。',
  exportName: '角色',
  filters: [
    { kind: 'text', name: 'roleName', label: '角色名称', daily: true },
    { kind: 'text', name: 'roleKey', label: '权限字符', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    count('roleId', '角色编号', { width: 100, sort: true, render: ({ roleId }) => String(roleId) }),
    text('roleName', '角色名称', { width: 150, sort: true }),
    text('roleKey', '权限字符', { width: 140 }),
    count('roleSort', '顺序', { width: 80, sort: true }),
    text('dataScope', '数据范围', { width: 150, render: ({ dataScope }) => scopeName(dataScope) }),
    count('users', '用户(人)', { width: 90 }),
    text('status', '状态', { width: 120, render: (row) => <Status row={row} /> }),
    moment('createdAt', '创建时间', { width: 160, sort: true }),
  ],
  toolbar: [{ label: '新增角色', primary: true, allow: `${KEY}:add`, open: add }],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${KEY}:update`,
      blocked: isAdmin,
      open: (row, screen) => <RoleDialog row={row} mode="edit" screen={screen} />,
    },
    {
      label: '数据权限',
      allow: `${KEY}:update`,
      blocked: isAdmin,
      open: (row, screen) => <ScopeDialog row={row} screen={screen} />,
    },
    {
      label: '复制',
      allow: `${KEY}:add`,
      blocked: isAdmin,
      open: (row, screen) => <CopyDialog row={row} screen={screen} />,
    },
    {
      label: '查看',
      reads: true,
      open: (row, screen) => <RoleDialog row={row} mode="view" screen={screen} />,
    },
    {
      label: '删除',
      danger: true,
      allow: `${KEY}:remove`,
      when: (row) => isAdmin(row) === undefined,
      run: ({ roleId }) => removeRows([{ id: roleId }]),
    },
  ],
  card: (row) => ({
    title: row.roleName,
    subtitle: row.roleKey,
    facts: [
      ['数据范围', scopeName(row.dataScope)],
      ['用户', `${row.users} 人`],
      ['状态', <Status key="status" row={row} />],
    ],
  }),
});
