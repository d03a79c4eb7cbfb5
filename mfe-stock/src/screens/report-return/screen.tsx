/** 退货报表: audited returns to suppliers piece by piece, as of any moment; every total opens (S0§2). */
import {
  supplierReturnReportExplain,
  supplierReturnReport,
  type SupplierReturnReportRow,
} from 'projections/reports/supplier-return/contract';
import { columnsOf, count, explainedBy, reportScreen, weight as grams, type Column } from 'root-config/ui';
import { goodsColumns } from '../../goods/goods-columns.ts';
import { everySupplierSource } from '../../sources.ts';

const { text, day, money, weight, carat, count: pieces } = columnsOf(supplierReturnReport);

const SHOWN: readonly Column<SupplierReturnReportRow>[] = [
  text('documentNo', '单据号'),
  day('returnAt', '退货日期', { sort: true }),
  text('barcode', '条码', { width: 116, sort: true }),
  text('name', '首饰名称', { width: 160, sort: true }),
  pieces('returnNum', '退货数量', { total: 'num' }),
  weight('goldWeight', '金重', { sort: true, total: true }),
  money('returnPrice', '退货价', { allow: 'biz:cost:view', total: true }),
  text('supplierName', '供应商', { width: 140 }),
  text('shopName', '分店', { width: 124 }),
  text('type', '首饰类别', { width: 92, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  pieces('num', '库存数量'),
  money('piceCost', '成本', { allow: 'biz:cost:view' }),
  weight('weight', '总重', { total: true }),
  carat('stoneCt', '主石重', { total: true }),
  money('sellPrice', '标价'),
];
const columns = [...SHOWN, ...goodsColumns<SupplierReturnReportRow>(SHOWN.map(({ field }) => field))];

export default reportScreen(supplierReturnReport, {
  title: '退货报表',
  permission: 'biz:bizGoodsReturn:list',
  rowKey: 'key',
  counts: '已审核退货明细',
  empty: '这段时间没有已审核的退货',
  filters: [
    { kind: 'dates', label: '退货日期', daily: true },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'remote', name: 'supplierId', label: '供应商', source: everySupplierSource, daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType' },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'text', name: 'name', label: '首饰名称' },
    { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
    { kind: 'range', from: 'sellPriceFrom', to: 'sellPriceTo', label: '标价', as: 'money' },
  ],
  columns,
  exportName: '首饰退货报表',
  explain: explainedBy(supplierReturnReportExplain.path, SHOWN),
  card: (row) => ({
    title: row.name ?? row.barcode,
    subtitle: row.barcode,
    facts: [
      ['供应商', row.supplierName],
      ['分店', row.shopName],
      ['日期', row.returnAt],
      ['数量', `${count(row.returnNum)} 件`],
      ['金重', grams(row.goldWeight)],
    ],
  }),
});
