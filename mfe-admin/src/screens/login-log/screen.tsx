/** 登录日志 (S2§2.15): who signed in or tried to, from where and with what. */
import {
  Dialog,
  StatusLabel,
  columnsOf,
  listScreen,
  logDeleteText,
  moment as shownMoment,
  removing,
} from 'root-config/ui';
import { Fragment } from 'react';
import { PLATFORMS, loginLogList, type LoginRow } from 'services/system/contract';

const KEY = 'admin:sysLoginLog';
const OUTCOMES = { 2: { text: '成功', tone: 'success' }, 1: { text: '失败', tone: 'danger' } } as const;
const OPTIONS = [
  { value: '2', label: '成功' },
  { value: '1', label: '失败' },
];
const { text, count, moment, status } = columnsOf(loginLogList);
const platformOf = ({ platform }: LoginRow): string => PLATFORMS[platform] ?? platform;
/** All there is to know of one (S2§2.15); a sign-in from outside has no place. */
const factsOf = (row: LoginRow) =>
  (
    [
      ['IP地址', row.ipaddr],
      ['位置', row.loginLocation],
      ['浏览器', row.browser],
      ['系统', row.os],
      ['平台', platformOf(row)],
    ] as const
  ).filter(([, value]) => value !== '');
const hoverOf = (row: LoginRow): string =>
  factsOf(row)
    .map(([label, value]) => `${label}：${value}`)
    .join('\n');
/** Also over the words themselves, wherever the pointer is. */
const hovered = (words: (row: LoginRow) => string) => (row: LoginRow) => (
  <span title={hoverOf(row)}>{words(row) || '—'}</span>
);
const Details = ({ row, onClose }: { readonly row: LoginRow; readonly onClose: () => void }) => (
  <Dialog title="登录日志详情" width="large" onClose={onClose}>
    <p>
      {row.username || '（没有用户名）'}，{shownMoment(row.loginTime)}{' '}
      <StatusLabel value={row.status} labels={OUTCOMES} />
    </p>
    <dl css={{ display: 'grid', gridTemplateColumns: 'max-content 1fr', gap: '6px 16px', margin: 0 }}>
      {[['说明', row.msg] as const, ...factsOf(row)].map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd css={{ margin: 0 }}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  </Dialog>
);
const remove = removing(loginLogList.path, [], logDeleteText);

export default listScreen(loginLogList, {
  title: '登录日志',
  permission: ['list', 'remove'].map((action) => `${KEY}:${action}`),
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的登录记录。',
  exportName: '登录日志',
  filters: [
    { kind: 'text', name: 'username', label: '用户名', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: OPTIONS, daily: true },
    { kind: 'text', name: 'ipaddr', label: 'IP地址', daily: true },
    { kind: 'dates', label: '登录时间', range: 'none', daily: true },
  ],
  columns: [
    count('id', '编号', { width: 100, render: ({ id }) => String(id) }),
    text('username', '用户名', { width: 130, render: hovered(({ username }) => username) }),
    status('status', '状态', { width: 80, labels: OUTCOMES }),
    text('msg', '说明', { width: 220, render: hovered(({ msg }) => msg) }),
    text('ipaddr', 'IP地址', { width: 150, render: hovered(({ ipaddr }) => ipaddr) }),
    text('browser', '浏览器', { width: 130, render: hovered(({ browser }) => browser) }),
    text('os', '系统', { width: 120, render: hovered(({ os }) => os) }),
    text('platform', '平台', { width: 100, render: hovered(platformOf) }),
    moment('createdAt', '登录时间', { width: 160, sort: true }),
  ],
  actions: [
    { label: '详情', main: true, reads: true, open: (row, screen) => <Details row={row} onClose={screen.close} /> },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
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
