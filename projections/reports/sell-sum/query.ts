/** GET /report-sell-sum: rows of the pivot, totals, picture, explanation and sheet, now or as of any moment. */
import { sql } from 'slonik';
import { z } from 'zod';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import { route, type Route } from 'services/contracts/route';
import { SumText } from 'services/contracts/sums';
import { gramsFromMg, yuanFromFen } from 'services/contracts/units';
import { seesShop } from 'services/contracts/user';
import { exportRoute, type ExportColumn } from '../../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../../platform/queries/query-deps.ts';
import { reportExplain } from '../../platform/routes/report.ts';
import { OTHER_SHOP } from '../../platform/queries/scope.ts';
import { Chart } from '../line-fields/contract.ts';
import { chartOf, pointsOf, type ChartOf } from '../order-lines/chart.ts';
import { explainFigure } from '../order-lines/explain.ts';
import { PIVOT } from '../order-lines/figures.ts';
import { addedUp, columnsOf, sumsOf } from '../order-lines/sums.ts';
import { LINES, linesOf, type Lines } from '../order-lines/where.ts';
import { SellSumExplainQuery, SellSumQuery, SellSumRow, SellSumTotals, sellSumPath } from './contract.ts';

const NAME = '销售汇总';
const LIST = 'report:reportSellSum:list';
const EXPORT: readonly ExportColumn[] = [
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'billType', title: '类型', kind: 'text' },
  { field: 'style', title: '款式', kind: 'text' },
  { field: 'type', title: '类别', kind: 'text' },
  { field: 'num', title: '数量', kind: 'count', total: 'sum' },
  { field: 'goldWeight', title: '金重', kind: 'weight', total: 'sum' },
  { field: 'factFee', title: '金额', kind: 'money', total: 'sum' },
];
const CHART: ChartOf = {
  by: 'shop',
  of: 'category',
  figures: [{ name: '金额', figure: PIVOT.factFee }],
  unit: '元',
};

type SumRequest = Omit<ListRequest<SellSumQuery>, 'query'> & {
  readonly query: Omit<SellSumQuery, 'pageIndex' | 'pageSize'>;
};
const linesFor = (deps: QueryDeps, { query, user, asOf }: SumRequest): Lines | Refusal => {
  const { shopId: shopIds, ...filters } = query;
  if (!shopIds.every((shop) => seesShop(user, shop))) return OTHER_SHOP;
  return linesOf(deps, { lists: ['goods', 'change'], audited: true }, { query: { ...filters, shopIds }, user, asOf });
};

const Stored = z.object({
  shop_id: z.int(),
  shop_name: z.string().nullable(),
  list: z.enum(['goods', 'change']),
  style: z.string(),
  category: z.string(),
  num: SumText,
  weight: SumText,
  fee: SumText,
});
const present = (row: z.infer<typeof Stored>): SellSumRow => ({
  key: `${row.shop_id}-${row.list}-${row.style}-${row.category}`,
  shopId: row.shop_id,
  shopName: row.shop_name ?? '',
  billType: row.list === 'goods' ? '销售' : '退货',
  style: row.style,
  type: row.category,
  num: Number(row.num),
  goldWeight: gramsFromMg(Number(row.weight)),
  factFee: yuanFromFen(Number(row.fee)),
});
/** All rows of a pivot, or a page of them for a sheet; sales before returns. */
const rowsOf = async (
  { db }: QueryDeps,
  { where }: Lines,
  paging: Pick<SellSumQuery, 'pageIndex' | 'pageSize'> | null,
): Promise<SellSumRow[]> => {
  const page =
    paging === null
      ? sql.fragment``
      : sql.fragment`LIMIT ${paging.pageSize} OFFSET ${(paging.pageIndex - 1) * paging.pageSize}`;
  const found = await db.any(sql.type(Stored)`
    SELECT l.shop_id, l.list, l.style, l.category, (${PIVOT.num.value})::text AS num,
      (${PIVOT.goldWeight.value})::text AS weight, (${PIVOT.factFee.value})::text AS fee, s.name AS shop_name FROM (
      SELECT l.shop_id, l.list, l.style, l.category, ${sql.join(addedUp(columnsOf(Object.values(PIVOT))), sql.fragment`, `)}
      FROM ${LINES} WHERE ${where} GROUP BY l.shop_id, l.list, l.style, l.category) l
    LEFT JOIN master.shop s ON s.id = l.shop_id
    ORDER BY l.shop_id, l.list DESC, l.style, l.category ${page}`);
  return found.map(present);
};
const totalsOf = async (deps: QueryDeps, lines: Lines) => {
  const { count, totals } = await sumsOf(deps, lines, Object.entries(PIVOT));
  return { count, totals: totals as z.output<typeof SellSumTotals> };
};

type Block<Data extends z.ZodType> = {
  readonly end: string;
  readonly summary: string;
  readonly data: Data;
  readonly of: (lines: Lines) => Promise<z.output<Data>>;
};
const partRoute = <Data extends z.ZodType>(deps: QueryDeps, { end, of, ...own }: Block<Data>): Route =>
  route({
    ...own,
    method: 'GET',
    path: `${sellSumPath}${end}`,
    allow: LIST,
    query: SellSumQuery,
    takesAsOf: true,
    handler: async ({ query, user, asOf }) => {
      const lines = linesFor(deps, { query, user, asOf });
      return isRefusal(lines) ? lines : { data: await of(lines) };
    },
  });

const sheetRoute = (deps: QueryDeps): Route =>
  exportRoute(deps, {
    path: `${sellSumPath}/export`,
    name: NAME,
    allow: LIST,
    query: SellSumQuery,
    columns: EXPORT,
    takesAsOf: true,
    page: async (at, asked) => {
      const lines = linesFor(at, asked);
      return isRefusal(lines) ? lines : { list: await rowsOf(at, lines, asked.query) };
    },
  });
const explainRoute = (deps: QueryDeps): Route =>
  reportExplain(
    { endpoint: { path: sellSumPath }, name: NAME, allow: LIST },
    {
      query: SellSumExplainQuery,
      explain: async ({ query: { field, ...query }, user, asOf }) => {
        const lines = linesFor(deps, { query, user, asOf });
        return isRefusal(lines) ? lines : explainFigure(deps, PIVOT[field], lines, query);
      },
    },
  );

export default (deps: QueryDeps): Route[] => [
  ...['', '/rows'].map((end) =>
    partRoute(deps, {
      end,
      summary: end === '' ? NAME : `${NAME}的各行`,
      data: z.array(SellSumRow),
      of: (lines) => rowsOf(deps, lines, null),
    }),
  ),
  partRoute(deps, {
    end: '/totals',
    summary: `${NAME}合计`,
    data: z.object({ count: z.int(), totals: SellSumTotals }),
    of: (lines) => totalsOf(deps, lines),
  }),
  partRoute(deps, {
    end: '/chart',
    summary: `${NAME}的图表`,
    data: Chart,
    of: async (lines) => chartOf(await pointsOf(deps, CHART, lines), CHART),
  }),
  sheetRoute(deps),
  explainRoute(deps),
];
