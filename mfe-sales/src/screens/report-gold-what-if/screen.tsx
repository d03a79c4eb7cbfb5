/** 金价试算: what unsold pieces by the gram come to at a price that is typed, beside the board's (R91). */
import { goldWhatIfExplain, goldWhatIfReport, type GoldWhatIfRow } from 'projections/reports/gold-what-if/contract';
import {
  columnsOf,
  explainedBy,
  money as moneyText,
  reportScreen,
  weight as weightText,
  type Column,
} from 'root-config/ui';
import { ReportPicture } from '../../report/lazy-picture.tsx';

const { text, money, weight } = columnsOf(goldWhatIfReport);
const columns: readonly Column<GoldWhatIfRow>[] = [
  text('shopName', '分店', { width: 140 }),
  text('fineness', '成色', { width: 100 }),
  text('goldContent', '含金量', { width: 90 }),
  weight('goldWeight', '金重', { total: true, width: 120 }),
  money('priceAt', '挂牌价(元/克)', { width: 120 }),
  money('valueAt', '挂牌金值', { total: true, width: 130 }),
  money('value', '试算金值', { total: true, width: 130 }),
  money('change', '金值变动', { total: true, width: 120 }),
  money('cost', '成本', { total: true, width: 130 }),
  money('marginAt', '挂牌毛利', { total: true, width: 130 }),
  money('margin', '试算毛利', { total: true, width: 130 }),
];

export default reportScreen(goldWhatIfReport, {
  title: '金价试算',
  permission: 'biz:cost:view',
  rowKey: 'key',
  latestDay: false,
  counts: '成色',
  empty: '没有按克销售的库存首饰。选择成色、输入试算金价后查询。',
  filters: [
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness', daily: true, required: '请选择成色！' },
    { kind: 'number', name: 'price', label: '试算金价(元/克)', as: 'money', daily: true, required: '请输入试算金价！' },
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
  ],
  columns,
  exportName: '金价试算',
  explain: explainedBy(goldWhatIfExplain.path, columns),
  above: (_data, screen) =>
    screen.query['fineness'] === undefined || screen.query['price'] === undefined ? null : (
      <ReportPicture path={`${goldWhatIfReport.path}/chart`} title="金价试算" query={screen.query} asOf={screen.asOf} />
    ),
  card: (row) => ({
    title: row.fineness,
    subtitle: row.shopName,
    facts: [
      ['金重', weightText(row.goldWeight)],
      ['挂牌价', `${moneyText(row.priceAt)}/克`],
      ['挂牌金值', moneyText(row.valueAt)],
      ['试算金值', moneyText(row.value)],
      ['金值变动', moneyText(row.change)],
      ['试算毛利', moneyText(row.margin)],
    ],
  }),
});
