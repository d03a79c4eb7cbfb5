/** The registry of interfaces: list, sheet, record (S2§2.12, R122). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { keysOf } from 'services/contracts/maintainers';
import { ApiPlace, ApiRow, apiList } from 'services/system/contract';
import { z } from 'zod';
import { equals, listRoutes, page, recordRoute, type Order, type Source } from './reading.ts';

const KEYS = keysOf('admin:sysApi', 'export');
/** Whoever maintains menus binds interfaces to them. */
const BINDERS = ['admin:sysMenu:add', 'admin:sysMenu:edit'];
const apis: Source<typeof ApiRow> = {
  row: ApiRow,
  columns: sql.fragment`id, title, path, action, type, handle, keys, parent_id AS "parentId",
    coalesce((SELECT m.title FROM master.sys_menu m WHERE m.id = sys_api.parent_id), '') AS "parentTitle",
    sort, gone, (SELECT count(*)::int FROM master.sys_menu m WHERE sys_api.id = ANY (m.api_ids)) AS menus,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.sys_api`,
  alias: 'sys_api',
};

type Query = z.output<typeof apiList.query>;
const COLUMNS = {
  titleOrder: sql.fragment`title COLLATE "zh-x-icu"`,
  pathOrder: sql.fragment`path`,
  actionOrder: sql.fragment`action`,
  typeOrder: sql.fragment`type`,
  createdAtOrder: sql.fragment`created_at`,
  idOrder: sql.fragment`id`,
} as const;
const orderOf = (query: Query): Order => {
  for (const [name, column] of Object.entries(COLUMNS)) {
    const asked = query[name as keyof typeof COLUMNS];
    if (asked === undefined) continue;
    const way = asked === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
    return { by: sql.fragment`${column} ${way}, id ${way}` };
  }
  return { by: sql.fragment`sort, path, action, id` };
};
/** As many as the house has routes: a text is looked for in each of them. */
const contains = (column: string, value: string | undefined) =>
  value === undefined || value === ''
    ? null
    : sql.fragment`position(lower(${value}) IN lower(${sql.identifier([column])})) > 0`;

/** Pages that an interface may stand below. */
const placesRoute = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: `${apiList.path}/places`,
    summary: '接口的所属菜单',
    allow: KEYS,
    data: z.array(ApiPlace),
    handler: async () => ({
      data: [
        ...(await db.any(sql.type(ApiPlace)`
          SELECT page.id, coalesce(area.title || ' / ', '') || page.title AS title
          FROM master.sys_menu page LEFT JOIN master.sys_menu area ON area.id = page.parent_id
          WHERE page.menu_type = 'C' ORDER BY area.sort NULLS FIRST, page.sort, page.id`)),
      ],
    }),
  });

export const apiRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: apiList,
    summary: '接口列表',
    exported: {
      name: '接口',
      columns: [
        ['id', '接口编号'],
        ['title', '标题'],
        ['action', '请求类型'],
        ['path', '地址'],
        ['type', '类别'],
        ['parentTitle', '所属菜单'],
        ['gone', '状态'],
      ],
      words: { type: { SYS: '系统', BUS: '业务' }, gone: { true: '已下线', false: '在用' } },
    },
    allow: [...KEYS, ...BINDERS],
    read: (at, { query }) =>
      page(at, apis, {
        where: [
          contains('title', query.title),
          contains('path', query.path),
          equals(['action'], query.action),
          equals(['type'], query.type),
          query.parentId === undefined ? null : sql.fragment`parent_id = ${query.parentId}`,
          query.gone === undefined ? null : sql.fragment`gone = ${query.gone === 'true'}`,
        ],
        order: orderOf(query),
        paging: query,
      }),
  }),
  placesRoute(db),
  recordRoute(db, { path: apiList.path, title: '接口', allow: KEYS, row: ApiRow, source: () => apis }),
];
