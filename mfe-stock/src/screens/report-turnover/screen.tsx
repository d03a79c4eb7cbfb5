/** 库存周转: what each shop has, how long it has been lying there, as of any moment; every total opens (S0§2). */
import {
  goodsTurnoverExplain,
  goodsTurnoverReport,
  type GoodsTurnoverRow,
} from 'projections/reports/goods-turnover/contract';
import { columnsOf, count, explainedBy, money, reportScreen, type Column } from 'root-config/ui';
import { goodsColumns } from '../../goods/goods-columns.ts';
import { LabelDialog } from '../../labels/labels.tsx';

const { text, money: yuan, weight, carat, count: pieces, moment, picture } = columnsOf(goodsTurnoverReport);
const STOCK = [
  { value: 'onHand', label: '在库' },
  { value: 'all', label: '全部（含已出库）' },
];

const SHOWN: readonly Column<GoodsTurnoverRow>[] = [
  text('barcode', '条码', { sort: true }),
  picture('pictures', '图片'),
  text('name', '首饰名称', { width: 180, sort: true }),
  pieces('num', '库存数量', { total: true }),
  weight('goldWeight', '金重', { sort: true, total: true }),
  yuan('sellPrice', '标价', { sort: true, total: true }),
  pieces('ageDays', '库龄(天)', { sort: true }),
  yuan('piceCost', '成本', { allow: 'biz:cost:view', total: true }),
  text('shopName', '分店', { width: 124 }),
  text('type', '首饰类别', { width: 92, filter: { param: 'typeArr', dict: 'goodsType' } }),
  text('style', '款式', { width: 84, filter: { param: 'styleArr', dict: 'goodsStyle' } }),
  text('fineness', '成色', { width: 92, filter: { param: 'finenessArr', dict: 'goodsFineness' } }),
  weight('weight', '总重', { total: true }),
  carat('stoneCt', '主石重', { total: true }),
  carat('secondCt', '副石重', { total: true }),
  pieces('inNum', '入库数量'),
  pieces('outNum', '出库数量'),
  pieces('held', '占用'),
  moment('lastMovedAt', '最近变动'),
];
const columns = [...SHOWN, ...goodsColumns<GoodsTurnoverRow>(SHOWN.map(({ field }) => field))];

export default reportScreen(goodsTurnoverReport, {
  title: '库存周转',
  permission: 'report:reportGoodsTurnover:list',
  rowKey: 'key',
  empty: '没有符合条件的库存；换个筛选条件，或看看已出库的',
  latestDay: false,
  counts: '已审核首饰',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', daily: true },
    { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', daily: true },
    { kind: 'dict', name: 'style', label: '款式', dict: 'goodsStyle' },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness' },
    { kind: 'text', name: 'name', label: '首饰名称' },
    { kind: 'range', from: 'goldWeightFrom', to: 'goldWeightTo', label: '金重', as: 'weight' },
    { kind: 'range', from: 'sellPriceFrom', to: 'sellPriceTo', label: '标价', as: 'money' },
    { kind: 'dict', name: 'goldContent', label: '含金量', dict: 'goldContent' },
    { kind: 'day', name: 'receivedBefore', label: '入库不晚于' },
    { kind: 'select', name: 'stock', label: '库存', options: STOCK },
  ],
  columns,
  bulk: [
    {
      label: '打印标签',
      allow: 'report:reportGoodsTurnover:print',
      reads: true,
      open: (rows, screen) => <LabelDialog labels={rows} onClose={screen.close} />,
    },
  ],
  exportName: '库存周转报表',
  explain: explainedBy(goodsTurnoverExplain.path, SHOWN),
  card: (row) => ({
    title: row.name ?? row.barcode,
    subtitle: row.barcode,
    picture: row.pictures === '[]' ? undefined : row.pictures,
    facts: [
      ['分店', row.shopName],
      ['库存', `${count(row.num)} 件`],
      ['库龄', `${row.ageDays} 天`],
      ['标价', money(row.sellPrice)],
    ],
  }),
});
