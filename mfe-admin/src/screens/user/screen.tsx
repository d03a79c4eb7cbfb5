/** 用户 (S2§2.2): who works here, where, with which roles. */
import { can, sessionStore } from 'root-config/api';
import { STATUS_OPTIONS, columnsOf, listScreen, removing, type ScreenHandle } from 'root-config/ui';
import { USER_ADMIN_KEYS, userList, type UserRow } from 'services/system/contract';
import { StatusSwitch } from '../../sheets/status-switch.tsx';
import { Departments } from './departments.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ResetDialog } from './reset-dialog.tsx';
import { UserDialog } from './user-dialog.tsx';

const KEY = 'admin:sysUser';
const INSTALLER = 1;
const { count, text, moment } = columnsOf(userList);
const isInstaller = ({ userId }: UserRow): string | undefined =>
  userId === INSTALLER ? '系统管理员账号在个人中心里修改' : undefined;
const isOneself = ({ userId }: UserRow): boolean => userId === sessionStore.get().user?.userId;

const Status = ({ row }: { readonly row: UserRow }) => (
  <StatusSwitch
    id={row.userId}
    name={row.username}
    kind="用户"
    status={row.status}
    disabled={row.userId === INSTALLER || isOneself(row) || !can(`${KEY}:edit`)}
    path="/user/status"
    named={{ userId: row.userId }}
    view={userList.path}
  />
);
const removeRows = removing(userList.path);
const remove = (rows: readonly UserRow[]) => removeRows(rows.map(({ userId }) => ({ id: userId })));
const deptName = ({ dept }: UserRow): string => dept.deptName || '—';

export default listScreen(userList, {
  title: '用户',
  permission: USER_ADMIN_KEYS,
  rowKey: 'userId',
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的用户。',
  exportName: '用户',
  filters: [
    { kind: 'text', name: 'username', label: '登录名称', daily: true },
    { kind: 'text', name: 'phone', label: '手机号码', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
    { kind: 'text', name: 'nickName', label: '用户名称' },
  ],
  above: (_data, screen) => <Departments screen={screen} />,
  columns: [
    count('userId', '编号', { width: 80, sort: true, render: ({ userId }) => String(userId) }),
    text('username', '登录名称', { width: 130, sort: true }),
    text('nickName', '用户名称', { width: 120, sort: true }),
    text('deptId', '部门', { width: 170, render: deptName }),
    text('phone', '手机号码', { width: 150, sort: true }),
    // Its words and the switch beside them are never cut.
    text('status', '状态', { width: 120, render: (row) => <Status row={row} />, whole: () => '正常　　　　　' }),
    moment('createdAt', '创建时间', { width: 160, sort: true }),
  ],
  toolbar: [
    {
      label: '新增用户',
      primary: true,
      allow: `${KEY}:add`,
      open: (screen: ScreenHandle) => <UserDialog row={null} mode="add" screen={screen} />,
    },
    { label: '导入', allow: `${KEY}:import`, open: (screen: ScreenHandle) => <ImportDialog screen={screen} /> },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${KEY}:edit`,
      blocked: isInstaller,
      open: (row, screen) => <UserDialog row={row} mode="edit" screen={screen} />,
    },
    {
      label: '重置密码',
      allow: `${KEY}:resetPassword`,
      when: ({ userId }) => userId !== INSTALLER,
      open: (row, screen) => <ResetDialog row={row} screen={screen} />,
    },
    {
      label: '删除',
      danger: true,
      allow: `${KEY}:remove`,
      when: (row) => row.userId !== INSTALLER && !isOneself(row),
      run: (row) => remove([row]),
    },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: row.nickName,
    subtitle: row.username,
    facts: [
      ['部门', deptName(row)],
      ['手机号码', row.phone || '—'],
      ['状态', <Status key="status" row={row} />],
    ],
  }),
});
