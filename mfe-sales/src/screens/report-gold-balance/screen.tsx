/** 金料平衡: what came, what went and what is there, by shop and fineness, as of any moment; every figure opens (R91). */
import {
  FLOWS,
  goldBalanceExplain,
  goldBalanceReport,
  type GoldBalanceRow,
} from 'projections/reports/gold-balance/contract';
import {
  Label,
  columnsOf,
  explainedBy,
  reportScreen,
  runCommand,
  showIn,
  weight as weightText,
  type Column,
  type ScreenHandle,
} from 'root-config/ui';
import { RECOUNT_KEY, RECOUNT_PATH } from 'services/gold-recount/contract';
import { ReportPicture } from '../../report/lazy-picture.tsx';
import { LastRecount, RecountsDialog } from './recounts.tsx';

const { text, weight } = columnsOf(goldBalanceReport);
const balanced = ({ difference }: GoldBalanceRow): boolean => Number(difference) === 0;
const differenceOf = (row: GoldBalanceRow) => (
  <Label variant={balanced(row) ? 'success' : 'danger'}>{weightText(row.difference)}</Label>
);
type Grams = Exclude<keyof GoldBalanceRow, 'key' | 'shopId' | 'shopName' | 'fineness'>;
/** Most finenesses have few of the ways: what is not there is a dash. */
const shown = (name: Grams) => (row: GoldBalanceRow) =>
  Number(row[name]) === 0 ? '—' : showIn(name, 'weight', row, row[name]);
const columns: readonly Column<GoldBalanceRow>[] = [
  text('shopName', '分店', { width: 140 }),
  text('fineness', '成色', { width: 100 }),
  weight('difference', '差异', { total: true, width: 110, render: differenceOf }),
  weight('due', '应存', { total: true, width: 110 }),
  weight('there', '实存', { total: true, width: 110 }),
  weight('pieces', '首饰', { total: true, width: 110 }),
  weight('lots', '旧料', { total: true, width: 104, render: shown('lots') }),
  // The rest is among the columns that can be chosen: seven figures and three ways fit a screen of 1440.
  ...FLOWS.map(({ name, title }, index) =>
    weight(name, title, { total: true, width: 104, render: shown(name), hidden: index > 2 }),
  ),
];

/** Of the shop and fineness on screen. */
const recount = async ({ query, show, close }: ScreenHandle): Promise<void> => {
  const { shopId, fineness } = query;
  const body = { ...(shopId !== undefined && { shopId: Number(shopId) }), ...(fineness !== undefined && { fineness }) };
  if (await runCommand({ method: 'POST', path: RECOUNT_PATH, body, views: [RECOUNT_PATH] }))
    show(<RecountsDialog onClose={close} />);
};

export default reportScreen(goldBalanceReport, {
  title: '金料平衡',
  permission: 'report:reportGoldBalance:list',
  rowKey: 'key',
  latestDay: false,
  counts: '成色',
  empty: '还没有金料进出。首饰入库或旧料回收审核后显示在这里。',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'dict', name: 'fineness', label: '成色', dict: 'goodsFineness', daily: true },
  ],
  columns,
  toolbar: [
    { label: '重算', allow: RECOUNT_KEY, run: recount },
    { label: '核对记录', reads: true, wide: true, open: (screen) => <RecountsDialog onClose={screen.close} /> },
  ],
  above: (_data, screen) => (
    <>
      <LastRecount screen={screen} />
      <ReportPicture
        path={`${goldBalanceReport.path}/chart`}
        title="金料平衡"
        query={screen.query}
        asOf={screen.asOf}
      />
    </>
  ),
  exportName: '金料平衡',
  explain: explainedBy(goldBalanceExplain.path, columns),
  card: (row) => ({
    title: row.fineness === '' ? '未填成色' : row.fineness,
    subtitle: row.shopName,
    facts: [
      ['应存', weightText(row.due)],
      ['实存', weightText(row.there)],
      ['首饰', weightText(row.pieces)],
      ['旧料', weightText(row.lots)],
      ['差异', differenceOf(row)],
    ],
  }),
});
