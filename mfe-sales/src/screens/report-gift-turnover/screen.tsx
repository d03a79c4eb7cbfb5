/** 赠品库存: what each shop has of each gift, as of any moment; every total opens. */
import {
  giftTurnoverExplain,
  giftTurnoverReport,
  type GiftTurnoverRow,
} from 'projections/reports/gift-turnover/contract';
import {
  columnsOf,
  count as countText,
  explainedBy,
  money as moneyText,
  reportScreen,
  type Column,
} from 'root-config/ui';
import { ReportPicture } from '../../report/lazy-picture.tsx';

const { text, count, number, money, moment } = columnsOf(giftTurnoverReport);
const columns: readonly Column<GiftTurnoverRow>[] = [
  text('shopName', '分店', { width: 130 }),
  text('barcode', '条码', { width: 122 }),
  text('styleNo', '款号', { width: 90 }),
  text('goodsName', '赠品名称', { width: 150 }),
  text('measure', '单位', { width: 60 }),
  text('spec', '规格', { width: 90 }),
  count('inNum', '入库', { total: true }),
  count('outNum', '出库', { total: true }),
  count('held', '占用'),
  count('num', '库存', { total: true }),
  money('cost', '库存成本', { allow: 'biz:cost:view', total: true }),
  number('rebateInte', '扣减积分', { width: 84 }),
  money('price', '价格'),
  moment('lastMovedAt', '最近变动'),
];

export default reportScreen(giftTurnoverReport, {
  title: '赠品库存',
  permission: 'biz:bizGiftTurnover:list',
  rowKey: 'key',
  counts: '赠品',
  empty: '还没有赠品库存。赠品入库审核后显示在这里。',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'barcode', label: '条码', daily: true },
    { kind: 'text', name: 'goodsName', label: '赠品名称', daily: true },
  ],
  columns,
  exportName: '赠品库存报表',
  explain: explainedBy(giftTurnoverExplain.path, columns),
  above: (_data, screen) => (
    <ReportPicture path={`${giftTurnoverReport.path}/chart`} title="赠品库存" query={screen.query} asOf={screen.asOf} />
  ),
  card: (row) => ({
    title: row.goodsName,
    subtitle: row.shopName,
    facts: [
      ['条码', row.barcode],
      ['库存', countText(row.num)],
      ['占用', countText(row.held)],
      ['入库', countText(row.inNum)],
      ['出库', countText(row.outNum)],
      ['价格', moneyText(row.price)],
    ],
  }),
});
