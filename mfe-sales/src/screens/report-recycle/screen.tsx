/** 回收明细: what customers handed in, in orders and by itself, as of any moment; every total opens (S1§2.12). */
import { BILL_TYPES, sellRecycleReport, type SellRecycleRow } from 'projections/reports/sell-recycle/contract';
import {
  columnsOf,
  explainedBy,
  money as moneyText,
  reportScreen,
  weight as weightText,
  type Column,
} from 'root-config/ui';
import { ReportPicture } from '../../report/lazy-picture.tsx';
import { DAYS_SHOP_CUSTOMER, FINENESS, STYLE, TYPE } from '../../report/filters.ts';

const { text, day, money, weight, carat, count, percent } = columnsOf(sellRecycleReport);
const columns: readonly Column<SellRecycleRow>[] = [
  text('orderNo', '单据号', { width: 96 }),
  text('billType', '类型', { width: 84 }),
  day('sellAt', '日期', { sort: true }),
  text('customerName', '客户', { width: 84 }),
  text('fineness', '成色', { width: 84, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  text('type', '类别', { width: 76, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 76, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  weight('weight', '重量', { total: true }),
  weight('netWeight', '净重', { total: true, sort: true }),
  money('cost', '单价(元/g)'),
  money('price', '金额', { total: true, sort: true }),
  text('shopName', '分店', { width: 110 }),
  percent('lossRatio', '折净率'),
  money('workFee', '工费'),
  text('barcode', '旧料编号', { width: 96 }),
  text('name', '名称', { width: 110 }),
  text('remark', '备注', { width: 130 }),
  text('stone', '主石', { hidden: true }),
  carat('stoneCt', '主石重', { total: true, hidden: true }),
  count('stoneP', '主石粒数', { hidden: true }),
  text('second', '副石', { hidden: true }),
  carat('secondCt', '副石重', { total: true, hidden: true }),
  count('secondP', '副石粒数', { hidden: true }),
];

export default reportScreen(sellRecycleReport, {
  title: '回收明细',
  permission: 'report:reportSellRecycle:list',
  rowKey: 'lotId',
  empty: '这段时间没有已审核的旧料回收',
  counts: '旧料',
  filters: [
    ...DAYS_SHOP_CUSTOMER,
    { ...FINENESS, daily: true },
    { kind: 'text', name: 'barcode', label: '旧料编号', clearsDates: true },
    TYPE,
    STYLE,
    { kind: 'text', name: 'name', label: '名称' },
    {
      kind: 'select',
      name: 'billType',
      label: '类型',
      options: BILL_TYPES.map((value) => ({ value, label: value })),
    },
  ],
  columns,
  exportName: '首饰回收明细',
  explain: explainedBy(sellRecycleReport.explain.path, columns),
  above: (_data, screen) => (
    <ReportPicture path={`${sellRecycleReport.path}/chart`} title="回收明细" query={screen.query} asOf={screen.asOf} />
  ),
  card: (row) => ({
    title: `${row.fineness} ${row.style}`,
    subtitle: `${row.orderNo}　${row.sellAt}`,
    facts: [
      ['客户', row.customerName],
      ['净重', weightText(row.netWeight)],
      ['金额', moneyText(row.price)],
      ['分店', row.shopName],
    ],
  }),
});
