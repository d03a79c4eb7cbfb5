import { customerList } from 'projections/master-data/contract';
import {
  askReason,
  runCommand,
  columnsOf,
  listScreen,
  count as countText,
  money as yuan,
  type FormMode,
  type ScreenHandle,
  STATUS_OPTIONS,
  closing,
  removing,
} from 'root-config/ui';
import { CONSENT_PURPOSES, type CustomerRow } from 'services/master-data/contract';
import { CustomerDialog } from './customer-dialog.tsx';
import { CustomerPage } from './customer-page.tsx';
import { MergeDialog } from './merge-dialog.tsx';
import { WechatDialog, isBindable } from './wechat.tsx';

const { text, money, count, moment, dict } = columnsOf(customerList);

const dialog = (row: CustomerRow | null, mode: FormMode, screen: ScreenHandle) => (
  <CustomerDialog row={row} mode={mode} {...closing(screen)} />
);
/** Neither whoever walks in nor somebody who was erased. */
const isPerson = ({ walkIn, mobile }: CustomerRow): boolean => !walkIn && mobile !== '';
/** The person goes; bills, points and grams stay (R67). */
const erase = async ({ id, name }: CustomerRow): Promise<boolean> => {
  const reason = await askReason({
    title: '注销客户',
    text: `“${name}”的姓名、电话和其他资料将被清除，不能恢复；单据、积分和金额保留，显示为“已注销”。`,
    label: '原因',
    required: '请填写注销原因',
  });
  if (reason === undefined) return false;
  return runCommand({
    method: 'POST',
    path: `${customerList.path}/${id}/erase`,
    body: { reason },
    views: [customerList.path],
  });
};
const remove = removing(customerList.path);

export default listScreen(customerList, {
  title: '客户',
  permission: 'base:baseCustomer:list',
  latestDay: false,
  empty: '还没有客户。新增一位客户，销售时就能选到。',
  filters: [
    {
      kind: 'text',
      name: 'nameOrMobile',
      label: '姓名或电话',
      placeholder: '姓名、电话、首字母',
      daily: true,
    },
    { kind: 'text', name: 'name', label: '客户名称' },
    { kind: 'text', name: 'mobile', label: '联系电话' },
    { kind: 'text', name: 'birthday', label: '生日', placeholder: '05-20' },
    { kind: 'select', name: 'agreedTo', label: '已同意', options: [...CONSENT_PURPOSES] },
    { kind: 'select', name: 'erasure', label: '注销申请', options: [{ value: '1', label: '等待处理' }] },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('name', '客户名称', { width: 140 }),
    text('mobile', '联系电话', { width: 150 }),
    text('vip', '会员卡号', { width: 130 }),
    text('contract', '客户等级', { width: 100 }),
    money('amount', '累计消费', { width: 130 }),
    count('usablePoints', '可用积分', { width: 100 }),
    count('usedPoints', '已用积分', { width: 100, hidden: true }),
    count('heldPoints', '占用积分', { width: 100, hidden: true }),
    count('amountPoints', '累计积分', { width: 100, hidden: true }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('contracter', '联系人', { width: 110, hidden: true }),
    text('birthday', '生日', { width: 110, hidden: true }),
    text('weichat', '微信', { width: 120, hidden: true }),
    text('qq', 'QQ', { width: 110, hidden: true }),
    text('consents', '授权同意', { width: 180 }),
    moment('boundAt', '微信绑定时间', { width: 160 }),
    text('addr', '地址', { width: 220 }),
    text('remark', '备注', { width: 200 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    {
      label: '新增客户',
      primary: true,
      allow: 'base:baseCustomer:add',
      open: (screen) => dialog(null, 'add', screen),
    },
  ],
  actions: [
    { label: '详情', reads: true, open: (row, screen) => <CustomerPage id={row.id} onClose={screen.close} /> },
    {
      label: '编辑',
      main: true,
      allow: 'base:baseCustomer:edit',
      when: isPerson,
      open: (row, screen) => dialog(row, 'edit', screen),
    },
    {
      label: '微信绑定',
      allow: 'base:baseCustomer:bind',
      when: isBindable,
      open: (row, screen) => <WechatDialog id={row.id} onClose={screen.close} />,
    },
    {
      label: '合并',
      allow: 'base:baseCustomer:merge',
      when: ({ walkIn, status }) => !walkIn && status === '2',
      open: (row, screen) => <MergeDialog keep={row} {...closing(screen)} />,
    },
    {
      label: '注销',
      danger: true,
      allow: 'base:baseCustomer:erase',
      when: isPerson,
      run: erase,
    },
    {
      label: '删除',
      danger: true,
      allow: 'base:baseCustomer:remove',
      when: isPerson,
      run: (row) => remove([row]),
    },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'base:baseCustomer:remove', run: remove }],
  card: (row) => ({
    title: row.name,
    subtitle: row.mobile,
    facts: [
      ['等级', row.contract],
      ['会员卡号', row.vip],
      ['累计消费', yuan(row.amount)],
      ['可用积分', countText(row.usablePoints)],
      ['授权同意', row.consents],
      ['微信', row.boundAt === null ? '' : '已绑定'],
    ],
  }),
});
