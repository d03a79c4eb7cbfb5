import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { goodsInList, type GoodsInRow } from 'projections/goods-in/contract';
import { GoTo, can, refreshViews, toast } from 'root-config/api';
import {
  columnsOf,
  documentActions,
  listScreen,
  money,
  shopToday,
  weight,
  type Column,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { goodsColumns } from '../../goods/goods-columns.ts';
import { LabelDialog } from '../../labels/labels.tsx';
import { supplierSource } from '../../sources.ts';
import { GoodsDialog } from './lazy-goods-dialog.tsx';
import { GoodsState, stateText } from './goods-state.tsx';
import { ImportWizard } from './import/lazy-wizard.tsx';
import { WhereIs } from './where-is.tsx';

const { path } = goodsInList;
const { text, weight: grams, money: yuan, count, day, moment, status, picture } = columnsOf(goodsInList);

const BILL_TYPES = [
  { value: '1', label: '正常入库' },
  { value: '2', label: '调拨入库' },
  { value: '3', label: '销退入库' },
];
const billWords = (row: GoodsInRow): string => BILL_TYPES.find(({ value }) => value === row.billType)?.label ?? '';

const dialog = (row: GoodsInRow | null, mode: FormMode, screen: ScreenHandle) => (
  <GoodsDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
const document = documentActions<GoodsInRow>({
  path,
  keys: 'biz:bizGoodsIn',
  open: dialog,
  readOnly: (row) => row.billType !== '1',
  readOnlyName: '调拨或销退入库',
  editBlocked: (row) =>
    row.inStorageAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天入库的首饰',
});

const SHOWN: readonly Column<GoodsInRow>[] = [
  text('barcode', '条码', { sort: true }),
  picture('pictures', '图片'),
  text('name', '首饰名称', { width: 190, sort: true }),
  text('state', '状态', { width: 124, render: (row) => <GoodsState row={row} />, whole: stateText }),
  grams('goldWeight', '金重', { sort: true, total: true }),
  count('num', '数量', { total: true }),
  yuan('sellPrice', '标价', { sort: true, total: true }),
  status('auditFlag', '审核'),
  text('type', '首饰类别', { width: 92, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  text('shopName', '分店', { width: 124 }),
  day('inStorageAt', '入库日期', { sort: true }),
  grams('weight', '总重', { hidden: true }),
];
const columns: readonly Column<GoodsInRow>[] = [
  ...SHOWN,
  text('no', '编号', { width: 100, hidden: true }),
  text('billType', '单据类型', { width: 96, hidden: true, render: billWords }),
  text('supplierName', '供应商', { hidden: true }),
  text('batchNo', '批次号', { width: 120, hidden: true }),
  count('onHand', '现有', { hidden: true }),
  count('held', '占用', { hidden: true }),
  ...goodsColumns<GoodsInRow>(SHOWN.map(({ field }) => field)),
  text('printTemplate', '标签模板', { hidden: true }),
  text('auditor', '审核人', { width: 100, hidden: true }),
  text('createdBy', '录入人', { width: 100, hidden: true }),
  moment('createdAt', '录入时间', { hidden: true }),
];

export default listScreen(goodsInList, {
  title: '首饰入库',
  permission: 'biz:bizGoodsIn:list',
  empty: '今天还没有入库。扫码或新增一件',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', daily: true, clearsDates: true, clears: ['billType'] },
    { kind: 'select', name: 'billType', label: '单据类型', options: BILL_TYPES, start: '1', daily: true },
    { kind: 'dates', label: '入库日期', daily: true },
    {
      kind: 'remote',
      name: 'supplierId',
      label: '供应商',
      allow: 'base:baseSupplier:list',
      source: supplierSource,
    },
    { kind: 'text', name: 'batchNo', label: '批次号' },
    { kind: 'text', name: 'cerif', label: '证书号', clearsDates: true, clears: ['billType'] },
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType' },
    { kind: 'text', name: 'name', label: '首饰名称' },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
    { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
    { kind: 'range', from: 'sellPriceFrom', to: 'sellPriceTo', label: '标价', as: 'money' },
    { kind: 'dict', name: 'goldContent', label: '含金量', dict: 'goldContent' },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
    { kind: 'select', name: 'needsLabel', label: '标签', options: [{ value: '1', label: '待换标签' }] },
  ],
  columns,
  sums: true,
  above: ({ rows }, screen) => <WhereIs screen={screen} shown={rows} />,
  toolbar: [
    { label: '新增入库', primary: true, allow: 'biz:bizGoodsIn:add', open: (screen) => dialog(null, 'add', screen) },
    {
      label: '从Excel导入',
      allow: 'biz:bizGoodsIn:import',
      open: (screen) => <ImportWizard onDone={() => void refreshViews([path])} onClose={screen.close} />,
    },
    {
      label: '批量打印',
      allow: 'biz:bizGoodsIn:print',
      reads: true,
      run: () => toast.error('请至少选择一行打印！'),
    },
    {
      label: '设计打印模板',
      wide: true,
      allow: 'biz:bizGoodsIn:printDesign',
      reads: true,
      open: () => <GoTo to="/new-page?design=1&kind=label" />,
    },
  ],
  actions: document.actions,
  bulk: [
    {
      label: '批量打印',
      allow: 'biz:bizGoodsIn:print',
      reads: true,
      open: (rows, screen) => <LabelDialog labels={rows} ids={rows.map(({ id }) => id)} onClose={screen.close} />,
    },
    ...document.bulk,
  ],
  exportName: '首饰入库',
  gallery: true,
  card: (row) => ({
    title: (
      <>
        {row.name}
        <br />
        <span style={{ fontWeight: 400, color: 'var(--fgColor-muted)' }}>{row.barcode}</span>
      </>
    ),
    subtitle: <GoodsState row={row} />,
    picture: row.pictures === '[]' ? undefined : row.pictures,
    facts: [
      ['金重', weight(row.goldWeight)],
      ['标价', money(row.sellPrice)],
      ['成色', row.fineness],
      ['分店', row.shopName],
    ],
  }),
});
