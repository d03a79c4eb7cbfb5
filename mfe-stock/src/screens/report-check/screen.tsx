/** 盘点报表: lines of audited checks, books beside the count (S0§2). */
import { goodsCheckExplain, goodsCheckReport, type GoodsCheckRow } from 'projections/reports/goods-check/contract';
import {
  Label,
  columnsOf,
  count,
  explainedBy,
  reportScreen,
  weight as grams,
  words,
  type Column,
} from 'root-config/ui';
import { codesInWords } from '../../codes-in-words.ts';
import { goodsColumns } from '../../goods/goods-columns.ts';

const { text, day, weight, carat, money, count: pieces } = columnsOf(goodsCheckReport);
const ONLY = [{ value: 'different', label: '只看有差异' }];
const toneOf = ({ bookNum, diffNum }: GoodsCheckRow): 'danger' | 'success' | 'attention' | 'severe' => {
  if (bookNum === 0) return 'danger';
  if (diffNum === 0) return 'success';
  return diffNum > 0 ? 'attention' : 'severe';
};

const SHOWN: readonly Column<GoodsCheckRow>[] = [
  text('no', '单据号'),
  day('checkAt', '盘点日期'),
  text('barcode', '条码', { width: 116 }),
  text('name', '首饰名称', { width: 160 }),
  pieces('bookNum', '账面数量', {
    total: true,
    render: (row) => <Label variant={toneOf(row)}>{count(row.bookNum)}</Label>,
  }),
  pieces('factNum', '实盘数量', { total: true }),
  pieces('diffNum', '差异'),
  weight('goldWeight', '金重', { total: true }),
  money('sellPrice', '标价'),
  text('shopName', '分店', { width: 124 }),
  text('type', '首饰类别', { width: 92, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  weight('weight', '总重', { total: true }),
  carat('stoneCt', '主石重', { total: true }),
  text('noFind', '未找到', { width: 140, render: ({ noFind }) => words(codesInWords(noFind)) }),
  text('remark', '备注', { width: 120 }),
];
const columns = [...SHOWN, ...goodsColumns<GoodsCheckRow>(SHOWN.map(({ field }) => field))];

export default reportScreen(goodsCheckReport, {
  title: '盘点报表',
  permission: 'biz:bizGoodsCheck:list',
  rowKey: 'key',
  counts: '已审核盘点明细',
  empty: '这段时间没有已审核的盘点',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', daily: true },
    { kind: 'dates', label: '盘点日期', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', clearsDates: true, daily: true },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
    { kind: 'text', name: 'name', label: '首饰名称' },
    { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
    { kind: 'range', from: 'sellPriceFrom', to: 'sellPriceTo', label: '标价', as: 'money' },
    { kind: 'select', name: 'only', label: '差异', options: ONLY },
  ],
  columns,
  exportName: '首饰盘点报表',
  explain: explainedBy(goodsCheckExplain.path, SHOWN),
  card: (row) => ({
    title: row.name ?? row.barcode,
    subtitle: row.barcode,
    picture: row.pictures === '[]' ? undefined : row.pictures,
    facts: [
      ['分店', row.shopName],
      ['日期', row.checkAt],
      [
        '账面',
        <Label key="book" variant={toneOf(row)}>
          {count(row.bookNum)}
        </Label>,
      ],
      ['实盘', count(row.factNum)],
      ['金重', grams(row.goldWeight)],
    ],
  }),
});
