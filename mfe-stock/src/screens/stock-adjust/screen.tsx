import { adjustList, type AdjustRow } from 'projections/stock-adjusts/contract';
import {
  Button,
  Label,
  StatusLabel,
  columnsOf,
  count,
  documentActions,
  listScreen,
  weight as grams,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { CheckView } from '../stock-check/check-view.tsx';
import { AdjustDialog } from './adjust-dialog.tsx';
import { KIND_NAMES, type Kind } from './adjust-rules.ts';

const { text, weight, money, count: pieces, day, moment, status } = columnsOf(adjustList);
const AUDIT = [
  { value: '1', label: '待审核' },
  { value: '2', label: '已审核' },
];
const KINDS = Object.entries(KIND_NAMES).map(([value, label]) => ({ value, label }));
const kindOf = ({ kind }: AdjustRow): Kind => (kind === '1' ? '1' : '2');

const dialog = (row: AdjustRow | null, kind: Kind, mode: FormMode, screen: ScreenHandle) => (
  <AdjustDialog
    kind={kind}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    checkLink={({ id, no }) => (
      <Button variant="link" onClick={() => screen.show(<CheckView id={id} onClose={screen.close} />)}>
        {no}
      </Button>
    )}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const document = documentActions<AdjustRow>({
  path: adjustList.path,
  keys: 'biz:bizStockAdjust',
  open: (row, mode, screen) => dialog(row, kindOf(row), mode, screen),
});
const kindLabel = (row: AdjustRow) => (
  <Label variant={kindOf(row) === '1' ? 'severe' : 'accent'}>{KIND_NAMES[kindOf(row)]}</Label>
);

export default listScreen(adjustList, {
  title: '报损报溢',
  permission: 'biz:bizStockAdjust:list',
  empty: '今天还没有报损报溢。损坏或遗失的首饰在这里报损，盘点差异从已审核的盘点单生成',
  filters: [
    { kind: 'dates', label: '日期', daily: true },
    { kind: 'select', name: 'kind', label: '类型', options: KINDS, daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    text('kindName', '类型', { width: 76, render: kindLabel }),
    status('auditFlag', '审核'),
    day('adjustAt', '日期'),
    // No totals: what was lost and what was found are not to be added.
    pieces('num', '数量'),
    weight('goldWeight', '金重'),
    money('costAmount', '成本金额', { allow: 'biz:cost:view' }),
    text('shopName', '分店', { width: 116 }),
    text('reason', '原因', { width: 200 }),
    text('checkNo', '盘点单', { width: 100 }),
    text('remark', '备注', { width: 140 }),
    pieces('lineCount', '行数', { hidden: true }),
    text('auditor', '审核人', { width: 100, hidden: true }),
    text('createdBy', '制单人', { width: 100, hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    {
      label: '新增报损',
      primary: true,
      allow: 'biz:bizStockAdjust:add',
      open: (screen) => dialog(null, '1', 'add', screen),
    },
    { label: '新增报溢', allow: 'biz:bizStockAdjust:add', open: (screen) => dialog(null, '2', 'add', screen) },
  ],
  actions: document.actions,
  bulk: document.bulk,
  exportName: '报损报溢',
  card: (row) => ({
    title: row.no,
    subtitle: (
      <>
        {kindLabel(row)} <StatusLabel value={row.auditFlag} />
      </>
    ),
    facts: [
      ['分店', row.shopName],
      ['日期', row.adjustAt],
      ['原因', row.reason],
      ['数量', `${count(row.num)} 件`],
      ['金重', grams(row.goldWeight)],
    ],
  }),
});
