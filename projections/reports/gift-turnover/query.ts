/** GET /report-gift-turnover: rows, totals, export and explanation, now or as of any moment. */
import { sql } from 'slonik';
import type { Route } from 'services/contracts/route';
import type { ExportColumn } from '../../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain, reportExport, reportRoutes } from '../../platform/routes/report.ts';
import { reportChart } from '../order-lines/report-chart.ts';
import { GiftExplainQuery, giftTurnoverReport, type GiftTurnoverQuery } from './contract.ts';
import { explainGifts, giftRows, giftStates, giftTotals, type GiftStates } from './reads.ts';

const NAME = '赠品库存';
const LIST = 'biz:bizGiftTurnover:list';
const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'barcode', title: '条码', kind: 'text' },
  { field: 'styleNo', title: '款号', kind: 'text' },
  { field: 'goodsName', title: '赠品名称', kind: 'text' },
  { field: 'measure', title: '计量单位', kind: 'text' },
  { field: 'spec', title: '规格', kind: 'text' },
  { field: 'inNum', title: '入库数量', kind: 'count', total: 'sum' },
  { field: 'outNum', title: '出库数量', kind: 'count', total: 'sum' },
  { field: 'num', title: '库存数量', kind: 'count', total: 'sum' },
  { field: 'held', title: '占用数量', kind: 'count', total: 'sum' },
  { field: 'cost', title: '库存成本', kind: 'money', cost: true, total: 'sum' },
  { field: 'rebateInte', title: '扣减积分', kind: 'money' },
  { field: 'price', title: '价格', kind: 'money' },
  { field: 'lastMovedAt', title: '最近变动', kind: 'moment' },
];

const report = (deps: QueryDeps) => ({
  endpoint: giftTurnoverReport,
  name: NAME,
  allow: LIST,
  choose: (asked: ListRequest<GiftTurnoverQuery>) => giftStates(asked),
  rows: (states: GiftStates, asked: ListRequest<GiftTurnoverQuery>) => giftRows(deps, states, asked),
  sums: (states: GiftStates, { user }: ListRequest<GiftTurnoverQuery>) => giftTotals(deps, states, user),
});
export default (deps: QueryDeps): Route[] => [
  ...reportRoutes(report(deps)),
  reportExport(deps, report, { columns: EXPORT }),
  reportChart(deps, report(deps), {
    by: { kind: 'word', column: sql.fragment`t.name` },
    from: ({ from }: GiftStates) => from,
    figures: [
      { name: '库存', column: sql.fragment`t.on_hand`, places: 0 },
      { name: '出库', column: sql.fragment`t.out_num`, places: 0 },
    ],
    unit: '件',
  }),
  reportExplain(report(deps), { query: GiftExplainQuery, explain: (asked) => explainGifts(deps, asked) }),
];
