/** 租户 (S2§2.10, R128): a register, with those whose day of reminding has come on top. */
import { tenantList } from 'projections/master-data/contract';
import { useRecord } from 'root-config/api';
import {
  FormDialog,
  STATUS_OPTIONS,
  closing,
  columnsOf,
  listScreen,
  money as moneyText,
  removing,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { TenantBody, TenantReminder, type TenantRow } from 'services/master-data/contract';
import { z } from 'zod';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'admin:bizTenant';
const { text, day, money, moment, dict } = columnsOf(tenantList);
const MONEY = { service_fee_fen: { label: '服务费', nameOf: (fen: string) => moneyText(Number(fen) / 100) } };

const dialog = (row: TenantRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<TenantBody & { id: number }>
    title={{ add: '新增租户', edit: '编辑租户', view: '查看租户' }[mode]}
    mode={mode}
    width={500}
    path={tenantList.path}
    {...(row === null ? { initial: { status: '2' } } : { source: `${tenantList.path}/${row.id}`, initial: row })}
    schema={TenantBody}
    sections={withHistory(
      [
        {
          columns: 2,
          fields: [
            { kind: 'text', name: 'name', label: '名称', maxLength: 100 },
            { kind: 'text', name: 'code', label: '编码', maxLength: 50 },
            { kind: 'text', name: 'url', label: '地址', maxLength: 200, span: 2 },
            { kind: 'day', name: 'startDate', label: '开始日期', limited: false },
            { kind: 'day', name: 'endDate', label: '结束日期', limited: false },
            { kind: 'day', name: 'remindDate', label: '提醒日期', limited: false, hint: '到这一天起在本页提醒' },
            { kind: 'money', name: 'serviceFee', label: '服务费', unit: '元' },
            { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
          ],
        },
      ],
      { path: row === null ? undefined : `${tenantList.path}/${row.id}`, tab: '租户', columns: MONEY },
    )}
    {...closing(screen)}
  />
);
const remove = removing(tenantList.path);

const Reminders = () => {
  const { record } = useRecord(`${tenantList.path}/reminders`, z.array(TenantReminder));
  if (record === null || record.length === 0) return null;
  const words = record.map(({ name, endDate }) => `${name || '未命名'}（${endDate ?? '未填结束日期'}）`);
  return <p role="status">服务即将到期或已到期：{words.join('、')}。</p>;
};

export default listScreen(tenantList, {
  title: '租户',
  permission: ['list', 'add', 'edit', 'remove'].map((action) => `${KEY}:${action}`),
  latestDay: false,
  empty: '还没有租户。新增租户，登记服务期限和费用，到期前会提醒。',
  exportName: '租户',
  filters: [
    { kind: 'text', name: 'name', label: '名称', daily: true },
    { kind: 'text', name: 'code', label: '编码', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('name', '名称', { width: 200 }),
    text('code', '编码', { width: 120 }),
    text('url', '地址', { width: 200 }),
    day('startDate', '开始日期'),
    day('endDate', '结束日期'),
    day('remindDate', '提醒日期'),
    money('serviceFee', '服务费(元)'),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  above: () => <Reminders />,
  toolbar: [{ label: '新增租户', primary: true, allow: `${KEY}:add`, open: (screen) => dialog(null, 'add', screen) }],
  actions: [
    { label: '编辑', main: true, allow: `${KEY}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: row.name || '未命名',
    subtitle: row.code,
    facts: [
      ['结束日期', row.endDate ?? '—'],
      ['提醒日期', row.remindDate ?? '—'],
      ['服务费', row.serviceFee === null ? '—' : moneyText(row.serviceFee)],
    ],
  }),
});
