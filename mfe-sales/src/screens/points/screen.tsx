/** 积分设置 (S1§2.10): what a sale earns, and 试算. */
import { pointsRuleList } from 'projections/master-data/contract';
import {
  columnsOf,
  listScreen,
  money as yuan,
  type FormMode,
  type ScreenHandle,
  STATUS_OPTIONS,
  closing,
  removing,
} from 'root-config/ui';
import type { PointsRuleRow } from 'services/master-data/contract';
import { PointsRuleDialog } from './points-dialog.tsx';
import { TryDialog } from './try-dialog.tsx';

const { text, money, count, percent, moment, dict } = columnsOf(pointsRuleList);
const dialog = (row: PointsRuleRow | null, mode: FormMode, screen: ScreenHandle) => (
  <PointsRuleDialog row={row} mode={mode} {...closing(screen)} />
);
const remove = removing(pointsRuleList.path);
/** An empty key is any. */
const any = (value: string): string => value || '不限';

export default listScreen(pointsRuleList, {
  title: '积分设置',
  permission: 'base:basePoints:list',
  latestDay: false,
  empty: '还没有积分规则。新增一条规则，销售审核后客户就能积分。',
  filters: [
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', daily: true },
    { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle', daily: true },
    { kind: 'dict', name: 'fineness', label: '首饰成色', dict: 'goodsFineness', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    count('pointSort', '排序', { width: 70 }),
    text('type', '首饰类别', { width: 110 }),
    text('style', '首饰款式', { width: 110, render: ({ style }) => any(style) }),
    text('fineness', '首饰成色', { width: 110, render: ({ fineness }) => any(fineness) }),
    money('amount', '销售金额', { width: 120 }),
    count('customerPoint', '客户积分', { width: 90 }),
    count('sellerPoint', '销售员积分', { width: 100 }),
    percent('discount', '折扣下限', { width: 90 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('remark', '备注', { width: 200 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    {
      label: '新增规则',
      primary: true,
      allow: 'base:basePoints:add',
      open: (screen) => dialog(null, 'add', screen),
    },
    { label: '试算', reads: true, open: (screen) => <TryDialog onClose={screen.close} /> },
  ],
  actions: [
    { label: '编辑', main: true, allow: 'base:basePoints:edit', open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '删除', danger: true, allow: 'base:basePoints:remove', run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'base:basePoints:remove', run: remove }],
  card: (row) => ({
    title: [row.type, row.style, row.fineness].filter(Boolean).join(' · '),
    subtitle: `每 ${yuan(row.amount)} 积 ${row.customerPoint} 分`,
    facts: [
      ['销售员积分', String(row.sellerPoint)],
      ['折扣下限', `${row.discount}%`],
    ],
  }),
});
