/** 顾客日志: what shoppers did with their own record, by the app, by number and at the counter. */
import { columnsOf, listScreen, moment as shownMoment } from 'root-config/ui';
import { SHOPPER_ACTS } from 'services/contracts/shopper-log';
import { shopperLogList, type ShopperLogRow } from 'services/shopper/log/contract';

const OUTCOMES = { 2: { text: '成功', tone: 'success' }, 1: { text: '失败', tone: 'danger' } } as const;
const OPTIONS = [
  { value: '2', label: '成功' },
  { value: '1', label: '失败' },
];
const WORDS: Readonly<Record<string, string>> = SHOPPER_ACTS;
const ACTS = Object.entries(SHOPPER_ACTS).map(([value, label]) => ({ value, label }));
const actOf = ({ act }: ShopperLogRow): string => WORDS[act] ?? act;
/** Nobody yet: he came by the app, and no record is bound. */
const whoOf = ({ customerId, customerName }: ShopperLogRow): string =>
  customerId === null ? '尚未绑定' : customerName || `编号${customerId}`;
const byOf = ({ byName }: ShopperLogRow): string => byName || '顾客本人';
const { text, count, moment, status } = columnsOf(shopperLogList);
const CUSTOMER = {
  kind: 'remote',
  name: 'customerId',
  label: '客户',
  source: {
    path: '/base-customer',
    search: 'nameOrMobile',
    label: (row: Readonly<Record<string, unknown>>) => `${String(row['name'])} ${String(row['mobile'])}`.trim(),
  },
  daily: true,
} as const;

export default listScreen(shopperLogList, {
  title: '顾客日志',
  permission: ['list', 'export'].map((action) => `admin:shopperLog:${action}`),
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的顾客记录。顾客登录、绑定、领取礼品等都记在这里。',
  exportName: '顾客日志',
  filters: [
    CUSTOMER,
    { kind: 'select', name: 'act', label: '操作', options: ACTS, daily: true },
    { kind: 'select', name: 'status', label: '状态', options: OPTIONS, daily: true },
    { kind: 'dates', label: '日期', range: 'none', daily: true },
  ],
  columns: [
    moment('createdAt', '时间', { width: 160, sort: true }),
    text('act', '操作', { width: 120, render: actOf }),
    text('customerName', '客户', { width: 130, render: whoOf }),
    text('mobile', '联系电话', { width: 130 }),
    status('status', '状态', { width: 80, labels: OUTCOMES }),
    text('what', '内容', { width: 300 }),
    text('byName', '办理人', { width: 110, render: byOf }),
    text('shopperMark', '微信标识', { width: 110 }),
    text('ipaddr', 'IP地址', { width: 140 }),
    count('customerId', '客户编号', {
      width: 110,
      render: ({ customerId }) => (customerId === null ? '—' : String(customerId)),
    }),
  ],
  card: (row) => ({
    title: whoOf(row),
    subtitle: shownMoment(row.createdAt),
    facts: [
      ['操作', actOf(row)],
      ['状态', row.status === '2' ? '成功' : '失败'],
      ['内容', row.what],
      ['办理人', byOf(row)],
    ],
  }),
});
