/** GETs of 异常 (R148): list and export; rows of one's shops (R13), those of no shop for whoever sees the whole chain. */
import { sql } from 'slonik';
import { z } from 'zod';
import { EXCEPTION_KINDS } from 'services/contracts/exception';
import { isRefusal, type Refusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { yuanFromFen } from 'services/contracts/units';
import { listRoute } from '../master-data/reading.ts';
import { allowedRange } from '../platform/queries/date-window.ts';
import { exportRoute, type ExportColumn } from '../platform/sheets/export.ts';
import { pagedList, type Page } from '../platform/queries/paged-list.ts';
import type { ListRequest, QueryDeps } from '../platform/queries/query-deps.ts';
import { shopFilter } from '../platform/queries/scope.ts';
import { allOf, between, contains, equals, orderedBy } from '../platform/queries/where-clauses.ts';
import { ExceptionQuery, ExceptionRow, StoredDetail, exceptionList } from './contract.ts';
import { SEEN, UNSEEN } from './seen-marks.ts';

const LIST = 'report:reportException:list';
const WORDS = Object.fromEntries(Object.entries(EXCEPTION_KINDS).map(([kind, { label }]) => [kind, label]));
const SHEET: readonly ExportColumn[] = [
  { field: 'day', title: '日期', kind: 'day' },
  { field: 'at', title: '时间', kind: 'moment' },
  { field: 'kind', title: '种类', kind: 'text', words: WORDS },
  { field: 'shopName', title: '分店', kind: 'text' },
  { field: 'who', title: '当事人', kind: 'text' },
  { field: 'second', title: '另一人', kind: 'text' },
  { field: 'documentNo', title: '单据号', kind: 'text' },
  { field: 'amount', title: '金额', kind: 'money', total: 'sum' },
  { field: 'count', title: '次数', kind: 'count', total: 'sum' },
  { field: 'what', title: '内容', kind: 'text' },
  { field: 'seenBy', title: '已阅人', kind: 'text' },
  { field: 'seenAt', title: '已阅时间', kind: 'moment' },
];

const ExceptionRecord = ExceptionRow.omit({ amount: true, details: true, own: true }).extend({
  amountFen: z.number(),
  people: z.array(z.int()),
  details: z.array(StoredDetail),
});
type ExceptionRecord = z.infer<typeof ExceptionRecord>;
const present = ({ amountFen, people, details, ...row }: ExceptionRecord, userId: number): ExceptionRow => ({
  ...row,
  amount: yuanFromFen(amountFen),
  details: details.map(({ amountFen: fen, ...detail }) => ({ ...detail, amount: yuanFromFen(fen) })),
  own: people.includes(userId),
});

type ExceptionRequest = Pick<ListRequest<ExceptionQuery>, 'query' | 'user'>;
const listOf = async (
  { db, now }: QueryDeps,
  { query, user }: ExceptionRequest,
): Promise<Page<ExceptionRow> | Refusal> => {
  const shops = shopFilter(sql.fragment`e.shop_id`, user, query.shopId);
  if (isRefusal(shops)) return shops;
  const range = allowedRange(user, query, now());
  if (isRefusal(range)) return range;
  const found = await pagedList({
    db,
    from: sql.fragment`live.exceptions e ${SEEN}`,
    where: allOf(
      shops,
      between(sql.fragment`e.day`, range.begin, range.end),
      equals(sql.fragment`e.kind`, query.kind),
      query.level === undefined ? null : sql.fragment`e.level = ${Number(query.level)}`,
      query.seen === undefined ? null : query.seen === '1' ? UNSEEN : sql.fragment`NOT ${UNSEEN}`,
      contains(sql.fragment`e.who`, query.who),
    ),
    orderBy: orderedBy(
      [
        [sql.fragment`e.day`, query.dayOrder],
        [sql.fragment`e.at`, query.atOrder],
      ],
      sql.fragment`e.day DESC, e.at DESC, e.id`,
      sql.fragment`e.id`,
    ),
    key: sql.fragment`e.id`,
    select: sql.fragment`SELECT e.id, e.day::text AS day, e.at, e.level::text AS level, e.kind, e.shop_id AS "shopId",
        coalesce(p.name, '') AS "shopName", e.who, e.second, e.document_no AS "documentNo", e.amount_fen AS "amountFen", e.count,
        e.what, e.people, e.details,
        coalesce(s.seen_name, '') AS "seenBy",
        coalesce(to_char(s.seen_at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+08:00"'), '') AS "seenAt"
      FROM page JOIN live.exceptions e ON e.id = page.key ${SEEN} LEFT JOIN master.shop p ON p.id = e.shop_id`,
    row: ExceptionRecord,
    paging: { pageIndex: query.pageIndex, pageSize: query.pageSize },
  });
  return { ...found, list: found.list.map((row) => present(row, user.id)) };
};

export default (deps: QueryDeps): Route[] => [
  listRoute(deps.db, {
    endpoint: exceptionList,
    summary: '异常列表',
    allow: LIST,
    read: (_db, asked) => listOf(deps, asked),
  }),
  exportRoute(deps, {
    path: `${exceptionList.path}/export`,
    name: '异常',
    allow: LIST,
    query: ExceptionQuery,
    columns: SHEET,
    page: listOf,
  }),
];
