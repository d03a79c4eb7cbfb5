import { AUDIT_OPTIONS } from 'services/contracts/audit';
import { checkList, type CheckRow } from 'projections/stock-checks/contract';
import {
  StatusLabel,
  columnsOf,
  count,
  documentActions,
  listScreen,
  shopToday,
  words,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { codesInWords } from '../../codes-in-words.ts';
import { bulkPrintAction, printAction } from '../../print-action.tsx';
import { CheckDialog } from './check-dialog.tsx';

/** Whether the count goes on; what is audited is told beside it. */
const CountLabel = ({ row }: { readonly row: CheckRow }) => (
  <span>{`${row.finished ? '已完成' : '盘点中'}${row.blind ? ' · 盲盘' : ''}`}</span>
);

const { text, count: pieces, day, moment, status } = columnsOf(checkList);

const dialog = (row: CheckRow | null, mode: FormMode, screen: ScreenHandle) => {
  // What was scanned is saved as it is scanned: the list tells it also when the dialog was only closed.
  const close = (): void => {
    screen.close();
    if (mode !== 'view') screen.reload();
  };
  return <CheckDialog row={row} mode={mode} asOf={screen.asOf} onSaved={screen.reload} onClose={close} />;
};
const document = documentActions<CheckRow>({ path: checkList.path, keys: 'biz:bizCheck', open: dialog });

export default listScreen(checkList, {
  title: '首饰盘点',
  permission: 'biz:bizCheck:list',
  empty: '今天还没有盘点。新增一张盘点单，提取库存后扫码',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', daily: true },
    { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle', daily: true },
    { kind: 'dates', label: '盘点日期', daily: true },
    { kind: 'select', name: 'auditFlag', label: '审核状态', options: AUDIT_OPTIONS },
  ],
  columns: [
    text('no', '单据号', { width: 100 }),
    status('auditFlag', '审核'),
    day('checkAt', '盘点日期'),
    pieces('bookNum', '账面数量', { total: true, totalTitle: '账面数量（已审核）' }),
    pieces('factNum', '实盘数量', { total: true, totalTitle: '实盘数量（已审核）' }),
    text('shopName', '分店', { width: 140 }),
    text('type', '首饰类别', { width: 92 }),
    text('style', '首饰款式', { width: 92 }),
    text('finished', '盘点', { width: 108, render: (row) => <CountLabel row={row} /> }),
    text('noFind', '未找到', { width: 160, render: ({ noFind }) => words(codesInWords(noFind)) }),
    text('remark', '备注', { width: 140 }),
    text('auditor', '审核人', { width: 100, hidden: true }),
    text('createdBy', '制单人', { width: 100, hidden: true }),
    moment('createdAt', '制单时间', { hidden: true }),
  ],
  sums: true,
  toolbar: [
    { label: '新增盘点', primary: true, allow: 'biz:bizCheck:add', open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [...document.actions, printAction('check')],
  bulk: [...document.bulk, bulkPrintAction('check')],
  exportName: '首饰盘点',
  card: (row) => ({
    title: row.no,
    subtitle: <StatusLabel value={row.auditFlag} />,
    facts: [
      ['分店', row.shopName],
      ['类别', row.style === '' ? row.type : `${row.type} ${row.style}`],
      ['日期', row.checkAt === shopToday() ? '今天' : row.checkAt],
      ['账面 / 实盘', row.bookNum === null ? '未审核' : `${count(row.bookNum)} / ${count(row.factNum ?? 0)}`],
    ],
  }),
});
