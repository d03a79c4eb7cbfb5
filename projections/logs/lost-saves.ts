/** GET of what was acknowledged and is in the log no more (R63): a list and its sheet. Few rows, found along an index of their own. */
import { sql, type CommonQueryMethods, type FragmentSqlToken } from 'slonik';
import type { z } from 'zod';
import { MANIFESTS } from 'services/contracts/manifests';
import { isRefusal } from 'services/contracts/refusal';
import type { Route } from 'services/contracts/route';
import { joined } from 'services/platform/base/text-search';
import {
  HANDLED_WORDS,
  LOST_EXPORT_KEY,
  LOST_KEY,
  LostSaveRow,
  lostSaveList,
  type LostSaveQuery,
} from 'services/system/contract';
import { listRoute, page, type Order, type Source } from '../master-data/reading.ts';
import { wallClock, withinDays } from '../platform/queries/date-window.ts';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import { streamRows } from '../platform/queries/stream-rows.ts';
import { momentOf, untilEnd } from './log-search.ts';
import { operationsSeenBy, operationToldTo, toldRows } from './log-visibility.ts';

/** First part of the address that was asked: `biz-sell`. */
const ADDRESS = sql.fragment`split_part(c.route, '/', 2)`;
const PREFIX = sql.fragment`CASE ${ADDRESS} ${sql.join(
  MANIFESTS.map(
    ({ path, prefix }) =>
      sql.fragment`WHEN ${sql.literalValue(path.replace('/', ''))} THEN ${sql.literalValue(prefix)}`,
  ),
  sql.fragment` `,
)} ELSE '' END`;
const RECEIPTS = sql.literalValue('biz-goods-in');
const IN_ADDRESS = sql.literalValue(String.raw`/(\d{5,15})(/|$)`);
const IN_PARAMETERS = sql.literalValue(String.raw`"ids": ?\[([\d, ]+)\]`);
const SHOP = sql.literalValue(String.raw`"shopId": ?(\d{1,15})\M`);
/** Numbers that are shown of one save: its parameters tell the others. */
const MOST = 20;
/** What was saved: the record of the address, those that the parameters name, or what was made; a piece by its barcode. */
const NAMED = sql.fragment`CASE
  WHEN c.oper_url ~ ${IN_ADDRESS} THEN ARRAY[substring(c.oper_url FROM ${IN_ADDRESS})]
  WHEN c.oper_param ~ ${IN_PARAMETERS} THEN string_to_array(replace(substring(c.oper_param FROM ${IN_PARAMETERS}), ' ', ''), ',')
  WHEN ${ADDRESS} = ${RECEIPTS} THEN c.ids::text[] ELSE c.ids[1:1]::text[] END`;
const RECORD = sql.fragment`coalesce((
  SELECT string_agg(coalesce(g.barcode, ${PREFIX} || named.id), '、' ORDER BY named.place)
  FROM (SELECT each.id::bigint AS id, each.place FROM unnest(${NAMED}) WITH ORDINALITY AS each (id, place) LIMIT ${MOST}) AS named
  LEFT JOIN master.goods_receipt AS g ON g.id = named.id AND ${ADDRESS} = ${RECEIPTS}), '')`;

/** Fields of a body that are numbers of master data, and what that calls its rows. */
const NAMED_IN = [
  ['customerId', 'customer', 'name'],
  ['supplierId', 'supplier', 'name'],
  ['sellerId', 'sys_user', 'nick_name'],
] as const;
const namesOf = ([field, table, name]: (typeof NAMED_IN)[number]): FragmentSqlToken => sql.fragment`
  ${sql.literalValue(field)}, coalesce((
    SELECT jsonb_object_agg(m.id, m.${sql.identifier([name])}) FROM ${sql.identifier(['master', table])} AS m
    WHERE m.id IN (SELECT found[1]::bigint
      FROM regexp_matches(c.oper_param, ${sql.literalValue(String.raw`"${field}": ?"?(\d{1,15})\M`)}, 'g') AS found LIMIT ${MOST})), '{}')`;

const LOST: Source<typeof LostSaveRow> = {
  row: LostSaveRow,
  columns: sql.fragment`c.id, CASE c.title WHEN '' THEN c.route ELSE c.title END AS title, ${RECORD} AS record,
    coalesce((SELECT s.name FROM master.shop AS s WHERE s.id = substring(c.oper_param FROM ${SHOP})::bigint), '') AS shop,
    jsonb_build_object(${sql.join(NAMED_IN.map(namesOf), sql.fragment`, `)}) AS names,
    c.oper_name AS "operName", c.oper_ip AS "operIp", split_part(c.route, ' ', 1) AS "requestMethod", c.oper_url AS "operUrl",
    c.oper_param AS "operParam", coalesce(c.answer ->> 'msg', c.answer -> 'envelope' ->> 'msg', c.message) AS result,
    c.oper_time AS "createdAt", c.lost_at AS "lostAt", CASE WHEN c.lost_done_at IS NULL THEN '1' ELSE '2' END AS handled,
    c.lost_done_by AS "handledBy", c.lost_done_at AS "handledAt"`,
  from: sql.fragment`master.command AS c`,
  alias: 'c',
};
const contains = (column: FragmentSqlToken, text: string | undefined): FragmentSqlToken | null =>
  text === undefined || text === '' ? null : sql.fragment`position(lower(${text}) IN lower(${column})) > 0`;
const ofHandled = (handled: LostSaveQuery['handled']): FragmentSqlToken | null => {
  if (handled === undefined) return null;
  return handled === '1' ? sql.fragment`c.lost_done_at IS NULL` : sql.fragment`c.lost_done_at IS NOT NULL`;
};
const filters = (query: LostSaveQuery): readonly (FragmentSqlToken | null)[] => [
  sql.fragment`c.lost_at IS NOT NULL`,
  query.beginTime === undefined ? null : sql.fragment`c.oper_time >= ${momentOf(query.beginTime)}`,
  query.endTime === undefined ? null : untilEnd(sql.fragment`c.oper_time`, query.endTime),
  contains(sql.fragment`c.title`, query.title),
  contains(RECORD, query.record),
  contains(sql.fragment`c.oper_name`, query.operName),
  ofHandled(query.handled),
];
const orderOf = ({ createdAtOrder }: LostSaveQuery): Order => {
  const direction = createdAtOrder === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  return { by: sql.fragment`c.oper_time ${direction}, c.id ${direction}` };
};

const NAME = '日志里已没有的保存';
const ALLOW = [LOST_KEY, LOST_EXPORT_KEY];
const COLUMNS = [
  ['createdAt', '保存时间'],
  ['operName', '操作人'],
  ['title', '操作'],
  ['record', '单据或条码'],
  ['shop', '分店'],
  ['result', '当时的答复'],
  ['operParam', '填写的内容'],
  ['requestMethod', '请求方式'],
  ['operUrl', '请求地址'],
  ['lostAt', '丢失时间'],
  ['handled', '处理情况'],
  ['handledBy', '处理人'],
  ['handledAt', '处理时间'],
] as const;
const columns = COLUMNS.map(([field, title]) => ({
  field,
  title,
  kind: 'text' as const,
  ...(field === 'handled' && { words: HANDLED_WORDS }),
}));

export const lostQueries = (db: CommonQueryMethods): Route[] => [
  listRoute(db, {
    endpoint: lostSaveList,
    summary: NAME,
    allow: ALLOW,
    read: async (at, { query: asked, user }) => {
      const query = withinDays(asked, user, wallClock());
      if (isRefusal(query)) return query;
      const where = [...operationsSeenBy(user), ...filters(query)];
      const found = await page(at, LOST, { where, order: orderOf(query), paging: query });
      return { ...found, list: found.list.map(operationToldTo(user)) };
    },
  }),
  exportRoute<LostSaveQuery, PageReader>(
    { db },
    {
      path: `${lostSaveList.path}/export`,
      name: NAME,
      allow: ALLOW,
      query: lostSaveList.query as z.ZodType<LostSaveQuery>,
      columns,
      rows: ({ query: asked, user }) => {
        const query = withinDays(asked, user, wallClock());
        if (isRefusal(query)) return query;
        const where = joined([...operationsSeenBy(user), ...filters(query)], 'walking');
        const rows = streamRows({
          db,
          query: sql.type(LostSaveRow as z.ZodType<Readonly<Record<string, unknown>>>)`
            SELECT ${LOST.columns} FROM ${LOST.from} WHERE ${where} ORDER BY ${orderOf(query).by}`,
        });
        return toldRows(rows, operationToldTo(user));
      },
    },
  ),
];
