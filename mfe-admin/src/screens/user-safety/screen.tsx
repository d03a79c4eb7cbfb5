/** 用户安全: who signs in with a second step, who must, and the way back for whoever lost the telephone. */
import { sessionStore } from 'root-config/api';
import {
  askReason,
  columnsOf,
  listScreen,
  moment as shownMoment,
  runCommand,
  type ScreenHandle,
  STATUS_OPTIONS,
} from 'root-config/ui';
import { userSafetyList, type SafetyRow } from 'services/system/contract';
import { RoleDemands } from './role-demands.tsx';

const SECOND = [
  { value: '2', label: '已启用' },
  { value: '1', label: '未启用' },
];
const SECOND_LABELS = {
  1: { text: '未启用', tone: 'neutral' },
  2: { text: '已启用', tone: 'success' },
} as const;
const INSTALLER = 1;
const { text, moment, dict, status } = columnsOf(userSafetyList);

const reset = async ({ id, username }: SafetyRow): Promise<unknown> => {
  const reason = await askReason({
    title: '重置两步验证',
    text: `“${username}”将退出登录，身份验证器和恢复码随即失效，之后凭密码登录。请先确认是本人。`,
    label: '重置原因',
    required: '请填写重置原因',
  });
  if (reason === undefined) return false;
  const body = { userId: id, reason };
  return runCommand({ method: 'PUT', path: '/user/second-factor/reset', body, views: [userSafetyList.path] });
};
const whyNot = ({ id, secondFactor }: SafetyRow): string | undefined => {
  if (id === INSTALLER) return '系统管理员账号只能在服务器上用命令重置';
  if (id === sessionStore.get().user?.userId) return '不能重置自己的两步验证';
  return secondFactor === '2' ? undefined : '两步验证没有启用';
};
const demands = (screen: ScreenHandle) => <RoleDemands onClose={screen.close} onChanged={screen.reload} />;

export default listScreen(userSafetyList, {
  title: '用户安全',
  permission: 'admin:userSafety:list',
  latestDay: false,
  empty: '没有符合条件的用户。',
  filters: [
    { kind: 'text', name: 'username', label: '登录名称', daily: true },
    { kind: 'text', name: 'nickName', label: '用户名称', daily: true },
    { kind: 'select', name: 'secondFactor', label: '两步验证', options: SECOND, daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('username', '登录名称', { width: 140 }),
    text('nickName', '用户名称', { width: 120 }),
    text('shops', '可用分店', { width: 200, render: ({ shops }) => shops || '全部分店' }),
    status('secondFactor', '两步验证', { width: 100, labels: SECOND_LABELS }),
    text('demandedBy', '要求的角色', { width: 160 }),
    moment('lastSignInAt', '最近登录', { width: 160 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
  ],
  toolbar: [{ label: '角色要求', reads: true, open: demands }],
  actions: [{ label: '重置两步验证', danger: true, allow: 'admin:sysUser:resetPassword', blocked: whyNot, run: reset }],
  card: ({ username, nickName, shops, secondFactor, demandedBy, lastSignInAt }) => ({
    title: username,
    subtitle: nickName,
    facts: [
      ['可用分店', shops || '全部分店'],
      ['两步验证', secondFactor === '2' ? '已启用' : '未启用'],
      ['要求的角色', demandedBy || '—'],
      ['最近登录', shownMoment(lastSignInAt)],
    ],
  }),
});
