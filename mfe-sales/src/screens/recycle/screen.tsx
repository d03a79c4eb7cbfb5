/** 独立回收单 (S1§2.4). */
import { recycleList, type RecycleRow } from 'projections/recycles/contract';
import { can } from 'root-config/api';
import {
  DocumentStatus,
  columnsOf,
  documentActions,
  listScreen,
  money as moneyText,
  shopToday,
  weight as weightText,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { RecycleDialog } from './recycle-dialog.tsx';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';

const { text, money, weight, count, day, moment, status, shop } = columnsOf(recycleList);
const dialog = (row: RecycleRow | null, mode: FormMode, screen: ScreenHandle) => (
  <RecycleDialog
    key={row === null ? 'new' : `${mode}:${row.id}`}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const { actions, bulk } = documentActions<RecycleRow>({
  path: recycleList.path,
  keys: 'biz:bizAloneRecycle',
  open: dialog,
  viewKey: 'biz:bizAloneRecycle:edit',
  editBlocked: (row) =>
    row.recycleAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天的回收单，请联系总经理',
});

export default listScreen(recycleList, {
  title: '旧料回收',
  permission: 'biz:bizAloneRecycle:list',
  empty: '今天还没有回收。新增一张回收单，称重、填单价，金额自动算出',
  exportName: '旧料回收',
  filters: [
    { kind: 'dates', label: '回收日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    {
      kind: 'remote',
      name: 'customerId',
      label: '客户',
      daily: true,
      source: {
        path: '/base-customer',
        search: 'nameOrMobile',
        pageSize: 20,
        label: (row) => [row['name'], row['mobile']].filter((part) => typeof part === 'string').join(' '),
      },
    },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness', daily: true },
    { kind: 'dict', name: 'type', label: '类别', dict: 'goodsType' },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  ],
  columns: [
    text('no', '单据号'),
    status('auditFlag', '审核状态', { render: (row) => <DocumentStatus row={row} /> }),
    day('recycleAt', '回收日期'),
    text('customerName', '客户', { width: 110 }),
    count('lineCount', '行数', { width: 64 }),
    weight('weight', '重量', { total: true }),
    weight('goldWeight', '净重', { total: true }),
    money('oldFee', '旧料金额', { total: true }),
    text('paidBy', '支付方式', { width: 150, whole: ({ paidBy }) => paidBy }),
    text('seller', '回收员', { width: 88 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 140 }),
    text('remark', '备注', { width: 160 }),
    text('auditor', '审核人', { width: 90 }),
    text('createdBy', '制单人', { hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    {
      label: '新增回收单',
      primary: true,
      allow: 'biz:bizAloneRecycle:add',
      open: (screen) => dialog(null, 'add', screen),
    },
  ],
  actions: [...actions, ...printActions('recycle')],
  bulk: [...bulk, ...bulkPrintActions('recycle')],
  card: (row) => ({
    title: row.customerName === '' ? row.no : row.customerName,
    subtitle: <DocumentStatus row={row} />,
    facts: [
      ['单据号', row.no],
      ['日期', row.recycleAt],
      ['分店', row.shopName],
      ['回收员', row.seller],
      ['净重', weightText(row.goldWeight)],
      ['金额', moneyText(row.oldFee)],
    ],
  }),
});
