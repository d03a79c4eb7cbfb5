/** GETs of the operation log of shoppers: a list and its sheet, newest first, along an index by time, or by record and time. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import { maskOf } from 'services/contracts/person';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { SHOPPER_ACTS } from 'services/contracts/shopper-log';
import { SHOPPER_LOG_KEY, ShopperLogRow, shopperLogList, type ShopperLogQuery } from 'services/shopper/log/contract';
import { listRoute, page, type Order, type Page, type Source } from '../master-data/reading.ts';
import { withinDays } from '../platform/queries/date-window.ts';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { ofCustomer } from '../platform/queries/where-clauses.ts';
import { momentOf, untilEnd } from './log-search.ts';

const ROWS: Source<typeof ShopperLogRow> = {
  row: ShopperLogRow,
  columns: sql.fragment`l.id, l.act, l.customer_id AS "customerId", coalesce(c.name, '') AS "customerName",
    coalesce(c.mobile, '') AS mobile, l.mark AS "shopperMark", l.what, CASE WHEN l.is_done THEN '2' ELSE '1' END AS status,
    l.ip AS ipaddr, l.by_name AS "byName", l.at AS "createdAt"`,
  from: sql.fragment`master.shopper_log AS l LEFT JOIN master.customer AS c ON c.id = l.customer_id`,
  table: sql.fragment`master.shopper_log AS l`,
  alias: 'l',
};
const within = ({ beginTime, endTime }: ShopperLogQuery): readonly FragmentSqlToken[] => [
  ...(beginTime === undefined ? [] : [sql.fragment`l.at >= ${momentOf(beginTime)}`]),
  ...(endTime === undefined ? [] : [untilEnd(sql.fragment`l.at`, endTime)]),
];
const orderOf = (query: ShopperLogQuery, among: readonly FragmentSqlToken[]): Order => {
  const direction = query.createdAtOrder === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  const by = sql.fragment`l.at ${direction}, l.id ${direction}`;
  const all = among.length === 0 ? sql.fragment`TRUE` : sql.join([...among], sql.fragment` AND `);
  return { by, way: { among: sql.fragment`${all}`, by, columns: sql.fragment`l.at, l.id` } };
};

type ShopperLogRequest = Pick<ListRequest<ShopperLogQuery>, 'query' | 'user'>;
/** The days that somebody may ask for are counted by the clock of the house, as the rows are. */
const readBy =
  (now: QueryDeps['now']) =>
  async (db: CommonQueryMethods, { query: asked, user }: ShopperLogRequest): Promise<Page<ShopperLogRow> | Refusal> => {
    const query = withinDays(asked, user, now());
    if (isRefusal(query)) return query;
    const among = within(query);
    const where = [
      ...among,
      ofCustomer(sql.fragment`l.customer_id`, query.customerId),
      query.act === undefined ? null : sql.fragment`l.act = ${query.act}`,
      query.status === undefined ? null : sql.fragment`l.is_done = ${query.status === '2'}`,
    ];
    return page(db, ROWS, { where, order: orderOf(query, among), paging: query });
  };

const NAME = '顾客日志';
const ALLOW = ['list', 'export'].map((action) => `${SHOPPER_LOG_KEY}:${action}`);
const COLUMNS = [
  { field: 'createdAt', title: '时间' },
  { field: 'act', title: '操作', words: SHOPPER_ACTS },
  { field: 'customerId', title: '客户编号' },
  { field: 'customerName', title: '客户名称' },
  { field: 'mobile', title: '联系电话', mask: maskOf(ShopperLogRow.shape.mobile) },
  { field: 'what', title: '内容' },
  { field: 'status', title: '状态', words: { '1': '失败', '2': '成功' } },
  { field: 'shopperMark', title: '微信标识' },
  { field: 'ipaddr', title: 'IP地址' },
  { field: 'byName', title: '办理人' },
] as const;

export const shopperLogQueries = ({ db, now }: Pick<QueryDeps, 'db' | 'now'>): Route[] => {
  const read = readBy(now);
  return [
    listRoute(db, { endpoint: shopperLogList, summary: NAME, allow: ALLOW, read }),
    exportRoute<ShopperLogQuery, PageReader>(
      { db },
      {
        path: `${shopperLogList.path}/export`,
        name: NAME,
        allow: ALLOW,
        query: shopperLogList.query,
        columns: COLUMNS.map((column) => ({ ...column, kind: 'text' as const })),
        page: async (at, asked) => {
          const found = await read(at.db, asked);
          return isRefusal(found) ? found : { list: found.list };
        },
      },
    ),
  ];
};
