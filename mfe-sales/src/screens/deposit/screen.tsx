/** 定金储值 (R79). */
import { depositList, type DepositRow } from 'projections/deposits/contract';
import { can } from 'root-config/api';
import {
  DocumentStatus,
  columnsOf,
  documentActions,
  listScreen,
  money as moneyText,
  shopToday,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { ACCOUNTS } from 'services/balance/contract';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { DEPOSIT_KINDS } from 'services/deposit/contract';
import { customerSource } from '../../recycle/customer-field.tsx';
import { DepositDialog } from './deposit-dialog.tsx';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';

const KEYS = 'biz:bizDeposit';
const { text, money, day, moment, status, shop } = columnsOf(depositList);
const dialog = (row: DepositRow | null, mode: FormMode, screen: ScreenHandle) => (
  <DepositDialog
    key={row === null ? 'new' : `${mode}:${row.id}`}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const { actions, bulk } = documentActions<DepositRow>({
  path: depositList.path,
  keys: KEYS,
  open: dialog,
  editBlocked: (row) =>
    row.depositAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天的定金储值单，请联系总经理',
});

export default listScreen(depositList, {
  title: '定金储值',
  permission: `${KEYS}:list`,
  empty: '还没有定金和储值。点“新增定金储值”，选好客户和金额，保存后立即入账，销售单里就能用它付款。',
  exportName: '定金储值',
  filters: [
    { kind: 'dates', label: '日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'remote', name: 'customerId', label: '客户', daily: true, source: customerSource },
    { kind: 'select', name: 'account', label: '账户', options: ACCOUNTS.map((value) => ({ value, label: value })) },
    { kind: 'select', name: 'kind', label: '收退', options: [...DEPOSIT_KINDS] },
    { kind: 'text', name: 'goodsBarcode', label: '预订条码', clearsDates: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    status('auditFlag', '审核', { render: (row) => <DocumentStatus row={row} /> }),
    day('depositAt', '日期'),
    text('customerName', '客户', { width: 110 }),
    text('account', '账户', { width: 76 }),
    money('inFee', '收款', { total: true }),
    money('outFee', '退款', { total: true }),
    text('paidBy', '支付方式', { width: 150, whole: ({ paidBy }) => paidBy }),
    text('goodsBarcode', '预订条码', { width: 120 }),
    text('deliverAt', '预计交货', { width: 100 }),
    text('seller', '经办人', { width: 88 }),
    shop('shopId', '分店', { nameField: 'shopName', width: 130 }),
    text('till', '收银台', { hidden: true }),
    text('remark', '备注', { width: 150 }),
    text('auditor', '审核人', { hidden: true }),
    text('createdBy', '制单人', { hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    { label: '新增定金储值', primary: true, allow: `${KEYS}:add`, open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [...actions, ...printActions('deposit')],
  bulk: [...bulk, ...bulkPrintActions('deposit')],
  card: (row) => ({
    title: row.customerName === '' ? row.no : row.customerName,
    subtitle: <DocumentStatus row={row} />,
    facts: [
      ['单据号', row.no],
      ['日期', row.depositAt],
      ['分店', row.shopName],
      [`${row.account}${row.kindName}`, moneyText(row.amount)],
      ['支付', row.paidBy],
    ],
  }),
});
