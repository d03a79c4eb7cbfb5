/** 在线会话: who is signed in where, and the end of it (R115). */
import { columnsOf, confirm, listScreen, moment as shownMoment, runCommand } from 'root-config/ui';
import { sessionList, type SessionRow } from 'services/system/contract';

const { text, moment } = columnsOf(sessionList);
const END = 'admin:sysUser:resetPassword';
const end = async (rows: readonly SessionRow[]): Promise<unknown> => {
  const names = [...new Set(rows.map(({ username }) => username))].join('、');
  const asked = {
    text: `确认要结束“${names}”的${rows.length}个会话吗？对方须重新登录。`,
    ok: '结束会话',
    danger: true,
  };
  if (!(await confirm(asked))) return false;
  const body = { ids: rows.map(({ id }) => id) };
  return runCommand({ method: 'DELETE', path: sessionList.path, body, views: [sessionList.path] });
};
const isCurrent = ({ current }: SessionRow): string | undefined => (current ? '这是你现在的会话' : undefined);
const kept = ({ rememberMe }: SessionRow): string => (rememberMe === '1' ? '30天' : '12小时');

export default listScreen(sessionList, {
  title: '在线会话',
  permission: [END, 'admin:sysSession:list'],
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的会话。',
  filters: [
    { kind: 'text', name: 'username', label: '登录名称', daily: true },
    { kind: 'text', name: 'ipaddr', label: 'IP地址', daily: true },
  ],
  columns: [
    text('username', '登录名称', { width: 130 }),
    text('nickName', '用户名称', { width: 120 }),
    text('ipaddr', 'IP地址', { width: 140 }),
    text('browser', '浏览器', { width: 160 }),
    text('os', '系统', { width: 130 }),
    text('rememberMe', '保持登录', { width: 90, render: kept }),
    moment('startedAt', '登录时间', { width: 160 }),
    moment('endsAt', '到期时间', { width: 160 }),
  ],
  actions: [{ label: '结束会话', danger: true, allow: END, blocked: isCurrent, run: (row) => end([row]) }],
  bulk: [
    {
      label: '结束会话',
      danger: true,
      allow: END,
      blocked: (rows) => (rows.some(({ current }) => current) ? '其中有你现在的会话' : undefined),
      run: end,
    },
  ],
  card: (row) => ({
    title: row.username,
    subtitle: row.nickName,
    facts: [
      ['IP地址', row.ipaddr],
      ['浏览器', row.browser || '—'],
      ['登录时间', shownMoment(row.startedAt)],
    ],
  }),
});
