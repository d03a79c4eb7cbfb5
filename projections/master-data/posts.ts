/** Posts (S2§2.9; R108). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import type { z } from 'zod';
import type { Route } from 'services/contracts/route';
import { can } from 'services/contracts/user';
import { PostRow } from 'services/master-data/contract';
import { holds } from 'services/platform/base/text-search';
import { postList } from './contract.ts';
import { PICKERS, keysOf } from 'services/contracts/maintainers';
import { equals, listRoutes, ordered, page, recordRoute, type Order, type Source } from './reading.ts';

const KEYS = keysOf('admin:sysPost', 'export');
const posts: Source<typeof PostRow> = {
  row: PostRow,
  columns: sql.fragment`id AS "postId", post_name AS "postName", post_code AS "postCode", sort, status, remark,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.sys_post`,
  alias: 'sys_post',
};
const IN_PLACE: Order = { by: sql.fragment`sort, id` };
type Query = z.output<typeof postList.query>;
const orderOf = (query: Query): Order => {
  if (query.sortOrder === 'desc') return { by: sql.fragment`sort DESC, id DESC` };
  return query.sortOrder === 'asc' ? IN_PLACE : ordered(query, ['post_name'], IN_PLACE);
};
const COLUMNS = [
  ['postId', '岗位编号'],
  ['postCode', '岗位编码'],
  ['postName', '岗位名称'],
  ['sort', '排序'],
  ['status', '状态'],
  ['remark', '备注'],
] as const;

export const postRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: postList,
    summary: '岗位列表',
    exported: { name: '岗位', needs: 'admin:sysPost:export', columns: COLUMNS },
    allow: [...KEYS, ...PICKERS],
    read: async (at, { query, user }) => {
      const found = await page(at, posts, {
        where: [
          holds(['sys_post', 'post_name'], query.postName),
          holds(['sys_post', 'post_code'], query.postCode),
          equals(['status'], query.status),
        ],
        order: orderOf(query),
        paging: query,
      });
      if (KEYS.some((key) => can(user, key))) return found;
      return { ...found, list: found.list.map((row) => ({ ...row, remark: '' })) };
    },
  }),
  recordRoute(db, { path: postList.path, title: '岗位', allow: KEYS, row: PostRow, source: () => posts }),
];
