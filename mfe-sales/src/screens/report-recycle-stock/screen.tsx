/** 旧料库存: the lots of old material that shops have, as of any moment; every total opens (S1§2.12). */
import {
  RECYCLE_STOCK_KEYS,
  SOURCES,
  recycleStockExplain,
  recycleStockReport,
  type RecycleStockRow,
} from 'projections/reports/recycle-stock/contract';
import { columnsOf, explainedBy, reportScreen, weight as weightText, type Column } from 'root-config/ui';
import { ReportPicture } from '../../report/lazy-picture.tsx';
import { RecycleOutDialog } from '../recycle-out/recycle-out-dialog.tsx';

const { text, day, money, weight, count } = columnsOf(recycleStockReport);
const columns: readonly Column<RecycleStockRow>[] = [
  text('lotNo', '旧料编号', { width: 100 }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  text('type', '类别', { width: 84, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  weight('leftWeight', '剩余重量', { total: true, sort: true }),
  weight('leftNetWeight', '剩余净重', { total: true }),
  weight('held', '占用重量'),
  money('leftPrice', '剩余金额', { allow: 'biz:cost:view', total: true }),
  count('ageDays', '库龄(天)'),
  text('shopName', '分店', { width: 120 }),
  text('source', '来源', { width: 88 }),
  text('documentNo', '单据号', { width: 100 }),
  day('inAt', '入库日期', { sort: true }),
  weight('weight', '入库重量'),
  weight('netWeight', '入库净重'),
  money('price', '入库金额', { allow: 'biz:cost:view' }),
  text('name', '名称', { width: 120 }),
];
const STOCK = [
  { value: 'onHand', label: '在库' },
  { value: 'all', label: '全部（含已出库）' },
];

/** Lots of one shop leave together. */
const whyNotOut = (rows: readonly RecycleStockRow[]): string | undefined => {
  if (new Set(rows.map(({ shopId }) => shopId)).size > 1) return '请选择同一分店的旧料';
  const gone = rows.filter((row) => freeOf(row) <= 0);
  return gone.length === 0 ? undefined : `${gone.map(({ lotNo }) => lotNo).join('、')}已出库或已被占用`;
};
const freeOf = ({ leftWeight, held }: RecycleStockRow): number => Math.round((leftWeight - held) * 1000) / 1000;
const exitOf = (rows: readonly RecycleStockRow[]) => ({
  ...(rows[0] !== undefined && { shopId: rows[0].shopId }),
  lotList: rows.map((row) => {
    const { lotId, lotNo, fineness, type, style, name } = row;
    return { lotId, lotNo, fineness, type, style, name, free: freeOf(row), weightOut: freeOf(row) };
  }),
});

export default reportScreen(recycleStockReport, {
  title: '旧料库存',
  permission: RECYCLE_STOCK_KEYS,
  rowKey: 'lotId',
  empty: '没有符合条件的旧料；换个筛选条件，或看看已出库的',
  latestDay: false,
  counts: '旧料',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness', daily: true },
    { kind: 'text', name: 'barcode', label: '旧料编号', daily: true, clearsDates: true },
    { kind: 'dict', name: 'type', label: '类别', dict: 'goodsType' },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'text', name: 'name', label: '名称' },
    { kind: 'select', name: 'source', label: '来源', options: SOURCES },
    { kind: 'dates', label: '入库日期', range: 'none' },
    { kind: 'select', name: 'stock', label: '库存', options: STOCK },
  ],
  columns,
  exportName: '旧料库存',
  bulk: [
    {
      label: '出库',
      allow: 'biz:bizRecycleOut:add',
      blocked: whyNotOut,
      open: (rows, screen) => (
        <RecycleOutDialog row={null} mode="add" start={exitOf(rows)} onSaved={screen.reload} onClose={screen.close} />
      ),
    },
  ],
  explain: explainedBy(recycleStockExplain.path, columns),
  above: (_data, screen) => (
    <ReportPicture path={`${recycleStockReport.path}/chart`} title="旧料库存" query={screen.query} asOf={screen.asOf} />
  ),
  card: (row) => ({
    title: `${row.fineness} ${row.style}`,
    subtitle: row.lotNo,
    facts: [
      ['分店', row.shopName],
      ['剩余', weightText(row.leftWeight)],
      ['库龄', `${row.ageDays} 天`],
      ['来源', `${row.source} ${row.documentNo}`],
    ],
  }),
});
