/** 旧料出库: lots that go to the factory, the melt, the workshop or a buyer, and what comes back (R45, R89). */
import { OUT_KINDS, OUT_STATES, recycleOutList, type RecycleOutRow } from 'projections/recycle-outs/contract';
import {
  DocumentStatus,
  Label,
  columnsOf,
  documentActions,
  listScreen,
  showIn,
  weight as weightText,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { BackDialog } from './back-dialog.tsx';
import { RecycleOutDialog } from './recycle-out-dialog.tsx';
import { bulkPrintActions, printActions } from '../../print/papers.tsx';

const KEYS = 'biz:bizRecycleOut';
const AWAITED = '待回料';
const { text, money, weight, count, day, moment, status, shop } = columnsOf(recycleOutList);
const dialog = (row: RecycleOutRow | null, mode: FormMode, screen: ScreenHandle) => (
  <RecycleOutDialog
    key={row === null ? 'new' : `${mode}:${row.id}`}
    row={row}
    mode={mode}
    asOf={screen.asOf}
    onSaved={screen.reload}
    onClose={screen.close}
  />
);
const { actions, bulk } = documentActions<RecycleOutRow>({
  path: recycleOutList.path,
  keys: KEYS,
  open: dialog,
});
const [view, ...others] = actions;
/** The longest word first: the column is as wide as the first words. */
const LAST = '反审核';
const inOrder = [...others.filter(({ label }) => label === LAST), ...others.filter(({ label }) => label !== LAST)];
/** Nothing came back yet, or never will. */
const whenBack = (field: 'weightBack' | 'loss') => (row: RecycleOutRow) =>
  row.backAt === null ? '—' : showIn(field, 'weight', row, row[field]);

export default listScreen(recycleOutList, {
  title: '旧料出库',
  permission: `${KEYS}:list`,
  empty: '没有符合条件的旧料出库。新增一张出库单，扫旧料编号或从列表选择；返厂、熔料的回来后点“回料”',
  exportName: '旧料出库',
  filters: [
    { kind: 'dates', label: '出库日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'select', name: 'state', label: '进度', options: OUT_STATES, daily: true },
    { kind: 'select', name: 'kind', label: '出库类型', options: OUT_KINDS, daily: true },
    { kind: 'text', name: 'party', label: '去向' },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    status('auditFlag', '审核状态', { render: (row) => <DocumentStatus row={row} /> }),
    text('state', '进度', {
      width: 84,
      render: (row) => (row.state === AWAITED ? <Label variant="attention">{row.state}</Label> : row.state),
    }),
    day('outAt', '出库日期'),
    text('kindName', '出库类型', { width: 84 }),
    text('party', '去向', { width: 140 }),
    count('lineCount', '行数', { width: 64 }),
    weight('weightOut', '出库重量', { total: true }),
    day('backAt', '回料日期'),
    weight('weightBack', '回料重量', { total: true, render: whenBack('weightBack') }),
    weight('loss', '损耗', { total: true, render: whenBack('loss') }),
    text('backLotNo', '回料编号', { width: 100 }),
    money('price', '出售金额', { total: true }),
    money('cost', '出库成本', { allow: 'biz:cost:view' }),
    shop('shopId', '分店', { nameField: 'shopName', width: 140 }),
    text('remark', '备注', { width: 160 }),
    text('backFineness', '回料成色', { hidden: true }),
    text('auditor', '审核人', { hidden: true }),
    text('createdBy', '制单人', { hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    { label: '新增旧料出库', primary: true, allow: `${KEYS}:add`, open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [
    ...(view === undefined ? [] : [view]),
    {
      label: '回料',
      allow: `${KEYS}:back`,
      when: ({ state }) => state === AWAITED,
      open: (row, screen) => (
        <BackDialog key={`back:${row.id}`} row={row} onSaved={screen.reload} onClose={screen.close} />
      ),
    },
    ...inOrder,
    ...printActions('recycleOut'),
  ],
  bulk: [...bulk, ...bulkPrintActions('recycleOut')],
  card: (row) => ({
    title: `${row.kindName} ${row.party}`,
    subtitle: <DocumentStatus row={row} />,
    facts: [
      ['单据号', row.no],
      ['日期', row.outAt],
      ['分店', row.shopName],
      ['进度', row.state],
      ['出库', weightText(row.weightOut)],
      ['回料', row.backAt === null ? '—' : `${weightText(row.weightBack)}，损耗 ${weightText(row.loss)}`],
    ],
  }),
});
