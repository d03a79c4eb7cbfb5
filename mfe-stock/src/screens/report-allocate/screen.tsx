/** 调拨报表: audited transfers piece by piece, as of any moment; every total opens (S0§2). */
import {
  goodsAllocateExplain,
  goodsAllocateReport,
  type GoodsAllocateRow,
} from 'projections/reports/goods-allocate/contract';
import { columnsOf, count, explainedBy, reportScreen, weight as grams, type Column } from 'root-config/ui';
import { goodsColumns } from '../../goods/goods-columns.ts';
import { screenWithShops } from '../../transfer-shops.tsx';

const { text, day, money, weight, carat, count: pieces } = columnsOf(goodsAllocateReport);

const SHOWN: readonly Column<GoodsAllocateRow>[] = [
  text('documentNo', '单据号'),
  day('allocateAt', '调拨日期', { sort: true }),
  text('barcode', '条码', { width: 116, sort: true }),
  text('name', '首饰名称', { width: 160, sort: true }),
  pieces('inNum', '调入数量', { total: 'num' }),
  weight('goldWeight', '金重', { sort: true, total: true }),
  money('inPrice', '调入价', { allow: 'biz:cost:view', total: true }),
  text('outShopName', '调出分店', { width: 110 }),
  text('inShopName', '调入分店', { width: 110 }),
  text('type', '首饰类别', { width: 92, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  pieces('outNum', '库存数量'),
  weight('weight', '总重', { total: true }),
  carat('stoneCt', '主石重', { total: true }),
];
const columns = [...SHOWN, ...goodsColumns<GoodsAllocateRow>(SHOWN.map(({ field }) => field))];

export default screenWithShops((shops) =>
  reportScreen(goodsAllocateReport, {
    title: '调拨报表',
    permission: 'biz:bizGoodsAllocate:list',
    rowKey: 'key',
    counts: '已审核调拨明细',
    empty: '这段时间没有已审核的调拨',
    filters: [
      { kind: 'dates', label: '调拨日期', daily: true },
      { kind: 'select', name: 'outShopId', label: '调出分店', options: shops, daily: true },
      { kind: 'select', name: 'inShopId', label: '调入分店', options: shops, daily: true },
      { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
      { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType' },
      { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
      { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
      { kind: 'text', name: 'name', label: '首饰名称' },
      { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
      { kind: 'range', from: 'sellPriceFrom', to: 'sellPriceTo', label: '标价', as: 'money' },
    ],
    columns,
    exportName: '首饰调拨报表',
    explain: explainedBy(goodsAllocateExplain.path, SHOWN),
    card: (row) => ({
      title: row.name ?? row.barcode,
      subtitle: row.barcode,
      facts: [
        ['调出', row.outShopName],
        ['调入', row.inShopName],
        ['日期', row.allocateAt],
        ['数量', `${count(row.inNum)} 件`],
        ['金重', grams(row.goldWeight)],
      ],
    }),
  }),
);
