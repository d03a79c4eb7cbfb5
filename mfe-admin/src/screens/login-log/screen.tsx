/** 登录日志 (S2§2.15): who signed in or tried to, from where and with what. */
import { columnsOf, listScreen, moment as shownMoment, removing } from 'root-config/ui';
import { loginLogList, type LoginRow } from 'services/system/contract';

const KEY = 'admin:sysLoginLog';
const OUTCOMES = { 2: { text: '成功', tone: 'success' }, 1: { text: '失败', tone: 'danger' } } as const;
const OPTIONS = [
  { value: '2', label: '成功' },
  { value: '1', label: '失败' },
];
const { text, moment, status } = columnsOf(loginLogList);
/** All there is to know of one, for whoever rests on its address. */
const details = ({ ipaddr, loginLocation, browser, os, platform }: LoginRow): string =>
  [
    ['IP', ipaddr],
    ['位置', loginLocation],
    ['浏览器', browser],
    ['系统', os],
    ['平台', platform],
  ]
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}：${value}`)
    .join('\n');
const remove = removing(loginLogList.path);

export default listScreen(loginLogList, {
  title: '登录日志',
  permission: [`${KEY}:list`, `${KEY}:remove`],
  pageSize: 10,
  latestDay: false,
  empty: '这段时间没有登录记录。',
  filters: [
    { kind: 'text', name: 'username', label: '用户名', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: OPTIONS, daily: true },
    { kind: 'text', name: 'ipaddr', label: 'IP地址', daily: true },
    { kind: 'dates', label: '登录时间', range: 'none', limited: false, daily: true },
  ],
  columns: [
    text('username', '用户名', { width: 130 }),
    status('status', '状态', { width: 80, labels: OUTCOMES }),
    text('msg', '说明', { width: 220 }),
    text('ipaddr', 'IP地址', { width: 150, render: (row) => <span title={details(row)}>{row.ipaddr}</span> }),
    text('browser', '浏览器', { width: 130 }),
    text('os', '系统', { width: 120 }),
    text('platform', '平台', { width: 100 }),
    moment('loginTime', '登录时间', { width: 160 }),
  ],
  actions: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) }],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: row.username,
    subtitle: shownMoment(row.loginTime),
    facts: [
      ['状态', row.status === '2' ? '成功' : '失败'],
      ['说明', row.msg],
      ['IP地址', row.ipaddr],
      ['浏览器', row.browser || '—'],
    ],
  }),
});
