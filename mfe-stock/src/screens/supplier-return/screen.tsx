import { supplierReturnList, type SupplierReturnRow } from 'projections/supplier-returns/contract';
import {
  Label,
  StatusLabel,
  columnsOf,
  count,
  documentActions,
  listScreen,
  shopToday,
  weight as grams,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { everySupplierSource } from '../../sources.ts';
import { bulkPrintAction, printAction } from '../../print-action.tsx';
import { ReturnDialog } from './return-dialog.tsx';

const { text, weight, money, count: pieces, day, moment, status } = columnsOf(supplierReturnList);
const AUDIT = [
  { value: '1', label: '待审核' },
  { value: '2', label: '已审核' },
];

const dialog = (row: SupplierReturnRow | null, mode: FormMode, screen: ScreenHandle) => (
  <ReturnDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
/** Edited on its own day only, whoever asks (S0§4, R5). */
const document = documentActions<SupplierReturnRow>({
  path: supplierReturnList.path,
  keys: 'biz:bizGoodsReturn',
  open: dialog,
  editBlocked: (row) => (row.returnAt === shopToday() ? undefined : '只能编辑当天的退货单'),
});
const supplierOf = ({ supplierName, mixedSuppliers }: SupplierReturnRow) => (
  <>
    {supplierName === '' ? '未选择' : supplierName}
    {mixedSuppliers ? <Label variant="attention">含其他供应商</Label> : null}
  </>
);

export default listScreen(supplierReturnList, {
  title: '退货供应商',
  permission: 'biz:bizGoodsReturn:list',
  empty: '今天还没有退货。新增一张退货单，扫码录入首饰',
  filters: [
    { kind: 'dates', label: '退货日期', daily: true },
    { kind: 'remote', name: 'supplierId', label: '供应商', source: everySupplierSource, daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    status('auditFlag', '审核'),
    day('returnAt', '退货日期'),
    pieces('num', '数量', { total: true }),
    weight('goldWeight', '金重', { total: true }),
    money('returnAmount', '退货金额', { total: true, allow: 'biz:cost:view' }),
    text('supplierName', '供应商', { width: 180, render: supplierOf }),
    text('shopName', '分店', { width: 140 }),
    text('remark', '备注', { width: 160 }),
    pieces('lineCount', '行数', { hidden: true }),
    text('auditor', '审核人', { width: 100, hidden: true }),
    text('createdBy', '制单人', { width: 100, hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    {
      label: '新增退货',
      primary: true,
      allow: 'biz:bizGoodsReturn:add',
      open: (screen) => dialog(null, 'add', screen),
    },
  ],
  actions: [...document.actions, printAction('goodsReturn')],
  bulk: [...document.bulk, bulkPrintAction('goodsReturn')],
  exportName: '首饰退货',
  card: (row) => ({
    title: row.no,
    subtitle: <StatusLabel value={row.auditFlag} />,
    facts: [
      ['供应商', supplierOf(row)],
      ['分店', row.shopName],
      ['日期', row.returnAt],
      ['数量', `${count(row.num)} 件`],
      ['金重', grams(row.goldWeight)],
    ],
  }),
});
