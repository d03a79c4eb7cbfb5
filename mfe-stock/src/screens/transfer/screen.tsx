import { transferList, type TransferRow } from 'projections/transfers/contract';
import { can } from 'root-config/api';
import {
  StatusLabel,
  columnsOf,
  count,
  documentActions,
  listScreen,
  shopToday,
  weight as grams,
  type FormMode,
  type Option,
  type ScreenHandle,
} from 'root-config/ui';
import { screenWithShops } from '../../transfer-shops.tsx';
import { bulkPrintAction, printAction } from '../../print-action.tsx';
import { TransferDialog } from './transfer-dialog.tsx';

const { text, weight, money, count: pieces, day, moment, status } = columnsOf(transferList);
const AUDIT = [
  { value: '1', label: '待审核' },
  { value: '2', label: '已审核' },
];

const dialog = (row: TransferRow | null, mode: FormMode, screen: ScreenHandle) => (
  <TransferDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={screen.close} />
);
const document = documentActions<TransferRow>({
  path: transferList.path,
  keys: 'biz:bizAllocate',
  viewKey: 'biz:bizAllocate:view',
  open: dialog,
  editBlocked: (row) => (row.allocateAt === shopToday() || can('biz:date:edit') ? undefined : '只能编辑当天的调拨单'),
});

/** Both filters offer every shop: a shop also looks for what comes in from others. */
const screenFor = (shops: readonly Option[]) =>
  listScreen(transferList, {
    title: '首饰调拨',
    permission: 'biz:bizAllocate:list',
    empty: '今天还没有调拨。新增一张调拨单，扫码录入首饰',
    filters: [
      { kind: 'dates', label: '调拨日期', daily: true },
      { kind: 'select', name: 'outShopId', label: '调出分店', options: shops, daily: true },
      { kind: 'select', name: 'inShopId', label: '调入分店', options: shops, daily: true },
      { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
      { kind: 'day', name: 'allocateAt', label: '调拨当天' },
      { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT },
    ],
    columns: [
      text('no', '单据号', { width: 100 }),
      status('auditFlag', '审核'),
      day('allocateAt', '调拨日期'),
      pieces('num', '数量', { total: true }),
      weight('goldWeight', '金重', { total: true }),
      money('inAmount', '调入金额', { total: true, allow: 'biz:cost:view' }),
      text('outShopName', '调出分店', { width: 150 }),
      text('inShopName', '调入分店', { width: 150 }),
      text('remark', '备注', { width: 200 }),
      pieces('lineCount', '行数', { hidden: true }),
      text('auditor', '审核人', { width: 100, hidden: true }),
      text('createdBy', '制单人', { width: 100, hidden: true }),
      moment('createdAt', '制单时间', { hidden: true }),
    ],
    sums: true,
    toolbar: [
      { label: '新增调拨', primary: true, allow: 'biz:bizAllocate:add', open: (screen) => dialog(null, 'add', screen) },
    ],
    actions: [...document.actions, printAction('allocate')],
    bulk: [...document.bulk, bulkPrintAction('allocate')],
    exportName: '首饰调拨',
    card: (row) => ({
      title: row.no,
      subtitle: <StatusLabel value={row.auditFlag} />,
      facts: [
        ['调出', row.outShopName],
        ['调入', row.inShopName],
        ['日期', row.allocateAt],
        ['数量', `${count(row.num)} 件`],
        ['金重', grams(row.goldWeight)],
      ],
    }),
  });

export default screenWithShops(screenFor);
