/** 角色 (S2§2.6): what its people may see and do, and whose rows. */
import { can } from 'root-config/api';
import {
  STATUS_OPTIONS,
  ToggleSwitch,
  VisuallyHidden,
  columnsOf,
  confirm,
  listScreen,
  removing,
  runCommand,
  type ScreenHandle,
} from 'root-config/ui';
import { roleList, type RoleRow } from 'services/system/contract';
import { CopyDialog } from './copy-dialog.tsx';
import { ADMIN_ROLE, RoleDialog } from './role-dialog.tsx';
import { SCOPES, ScopeDialog } from './scope-dialog.tsx';

const KEY = 'admin:sysRole';
const ENABLED = '2';
const { text, count, moment } = columnsOf(roleList);
const isAdmin = ({ roleKey }: RoleRow): string | undefined =>
  roleKey === ADMIN_ROLE ? '系统超级管理员无需此操作' : undefined;
const scopeName = (scope: string): string => SCOPES.find(({ value }) => value === scope)?.label ?? scope;

/** Whoever says no finds the switch as it was: it shows the row. */
const toggle = async ({ roleId, roleName, status }: RoleRow): Promise<void> => {
  const doing = status === ENABLED ? '停用' : '启用';
  if (!(await confirm({ text: `确认要${doing}“${roleName}”角色吗？`, ok: doing, danger: status === ENABLED }))) return;
  const body = { roleId, status: status === ENABLED ? '1' : ENABLED };
  await runCommand({ method: 'PUT', path: '/role-status', body, views: [roleList.path] });
};
const Status = ({ row }: { readonly row: RoleRow }) => (
  <>
    <VisuallyHidden id={`role-${row.roleId}`}>{row.roleName}的状态</VisuallyHidden>
    <ToggleSwitch
      size="small"
      aria-labelledby={`role-${row.roleId}`}
      buttonLabelOn="正常"
      buttonLabelOff="停用"
      checked={row.status === ENABLED}
      disabled={isAdmin(row) !== undefined || !can(`${KEY}:update`)}
      onClick={() => void toggle(row)}
    />
  </>
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
