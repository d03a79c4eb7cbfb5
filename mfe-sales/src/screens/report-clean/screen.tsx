/** 清洗明细: what was mended or cleaned on audited orders, as of any moment; every total opens (S1§2.12). */
import { CLEAN_STATES, sellCleanReport, type SellCleanRow } from 'projections/reports/sell-clean/contract';
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

const { text, day, money, weight, carat, count } = columnsOf(sellCleanReport);
const columns: readonly Column<SellCleanRow>[] = [
  text('orderNo', '单据号', { width: 96 }),
  text('barcode', '维修单号', { width: 128 }),
  day('sellAt', '日期', { sort: true }),
  text('customerName', '客户', { width: 84 }),
  text('type', '类别', { width: 76, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 84, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  weight('weight', '重量', { total: true, sort: true }),
  money('price', '金额', { total: true, sort: true }),
  text('remark', '维修要求', { width: 140 }),
  text('state', '进度', { width: 76 }),
  day('takeAt', '取件日期'),
  text('takeBy', '取件人', { width: 84 }),
  text('shopName', '分店', { width: 124 }),
  text('stone', '主石', { width: 84 }),
  carat('stoneCt', '主石重', { total: true }),
  count('stoneP', '主石粒数', { total: true }),
  text('second', '副石', { width: 84 }),
  carat('secondCt', '副石重', { total: true }),
  count('secondP', '副石粒数', { total: true }),
];

export default reportScreen(sellCleanReport, {
  title: '清洗明细',
  permission: 'report:reportSellClean:list',
  empty: '这段时间没有已审核的维修清洗',
  counts: '维修清洗',
  filters: [
    ...DAYS_SHOP_CUSTOMER,
    {
      kind: 'select',
      name: 'state',
      label: '进度',
      daily: true,
      options: CLEAN_STATES.map((value) => ({ value, label: value })),
    },
    { kind: 'text', name: 'barcode', label: '维修单号', clearsDates: true },
    TYPE,
    STYLE,
    FINENESS,
  ],
  columns,
  exportName: '清洗明细',
  explain: explainedBy(sellCleanReport.explain.path, columns),
  above: (_data, screen) => (
    <ReportPicture path={`${sellCleanReport.path}/chart`} title="清洗明细" query={screen.query} asOf={screen.asOf} />
  ),
  card: (row) => ({
    title: `${row.type} ${row.style}`,
    subtitle: `${row.orderNo}　${row.sellAt}`,
    facts: [
      ['客户', row.customerName],
      ['重量', weightText(row.weight)],
      ['金额', moneyText(row.price)],
      ['进度', row.state],
      ['分店', row.shopName],
    ],
  }),
});
