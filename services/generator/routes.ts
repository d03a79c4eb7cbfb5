/** Routes of the generator's settings (S2§2.22, §7; R124). */
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool, FragmentSqlToken } from 'slonik';
import { z } from 'zod';
import { pageOf } from '../contracts/envelope.ts';
import { route, type Route } from '../contracts/route.ts';
import { judge } from '../platform/base/text-search.ts';
import { tablesOf } from './catalogue.ts';
import {
  DbTable,
  GEN_INFO_PATH,
  GEN_KEY,
  GenInfo,
  GenTable,
  TableEdit,
  TableId,
  TableIds,
  TableNames,
  TreeTable,
  dbTableList,
  genTableList,
} from './contract.ts';
import { MISSING, TABLE_COLUMNS, editTable, forgetTables, importTables, tableOf } from './settings.ts';

/** Any key of the generator reads (R108). */
const READERS = ['list', 'edit', 'code', 'write'].map((action) => `${GEN_KEY}:${action}`);
const EDIT = `${GEN_KEY}:edit`;

const contains = (column: string, value: string | undefined): FragmentSqlToken | null =>
  value === undefined || value === ''
    ? null
    : sql.fragment`position(lower(${value}) IN lower(${sql.identifier(['gen_table', column])})) > 0`;
const listOf = async (db: CommonQueryMethods, query: z.infer<typeof genTableList.query>) => {
  const { pageIndex, pageSize, tableName, tableComment, createdAtOrder } = query;
  const { where, ...counted } = await judge(db, {
    from: sql.fragment`master.gen_table`,
    alias: 'gen_table',
    conditions: [contains('table_name', tableName), contains('table_comment', tableComment)],
  });
  const order = createdAtOrder === 'asc' ? sql.fragment`created_at, id` : sql.fragment`created_at DESC, id DESC`;
  const rows = await db.any(sql.type(GenTable)`
    SELECT ${TABLE_COLUMNS} FROM master.gen_table WHERE ${where} ORDER BY ${order}
    LIMIT ${pageSize} OFFSET ${(pageIndex - 1) * pageSize}`);
  return { list: [...rows], ...counted, pageIndex, pageSize };
};

const readRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: dbTableList.path,
    summary: '可导入的数据表',
    allow: READERS,
    query: dbTableList.query,
    data: pageOf(DbTable),
    handler: async ({ query }) => ({ data: await tablesOf(db, query) }),
  }),
  route({
    method: 'GET',
    path: genTableList.path,
    summary: '代码生成列表',
    allow: READERS,
    query: genTableList.query,
    data: pageOf(GenTable),
    handler: async ({ query }) => ({ data: await listOf(db, query) }),
  }),
];
const oneRoutes = (db: CommonQueryMethods): readonly Route[] => [
  route({
    method: 'GET',
    path: `${GEN_INFO_PATH}/:id`,
    summary: '查看表配置',
    allow: READERS,
    params: TableId,
    data: GenInfo,
    handler: async ({ params }) => {
      const found = await tableOf(db, params.id);
      if (found === null) return MISSING;
      return { data: { list: found.list, info: found.info }, etag: found.revision };
    },
  }),
  route({
    method: 'GET',
    path: '/gen/tabletree',
    summary: '已导入的表及字段',
    allow: READERS,
    data: z.array(TreeTable),
    handler: async () => {
      const rows = await db.any(sql.type(TreeTable)`
        SELECT id AS "tableId", table_name AS "tableName", table_comment AS "tableComment", columns
        FROM master.gen_table ORDER BY table_name`);
      return { data: rows.map((row) => TreeTable.parse(row)) };
    },
  }),
];

/** Settings are changed and forgotten; no table of the database is touched. */
const changeRoutes = (pool: DatabasePool): readonly Route[] => [
  route({
    method: 'POST',
    path: GEN_INFO_PATH,
    summary: '导入数据表',
    allow: EDIT,
    query: TableNames,
    body: TableNames.optional(),
    data: z.array(z.int()),
    handler: (call) => importTables(pool, call.query.tables ?? call.body?.tables, call),
  }),
  route({
    method: 'PUT',
    path: GEN_INFO_PATH,
    summary: '修改表配置',
    allow: EDIT,
    body: TableEdit,
    data: z.int(),
    handler: (call) => editTable(pool, call),
  }),
  route({
    method: 'DELETE',
    path: `${GEN_INFO_PATH}/:ids`,
    summary: '删除表配置',
    allow: EDIT,
    params: TableIds,
    data: z.null(),
    handler: (call) => forgetTables(pool, call.params.ids, call),
  }),
];

export const generatorRoutes = (pool: DatabasePool): readonly Route[] => [
  ...readRoutes(pool),
  ...oneRoutes(pool),
  ...changeRoutes(pool),
];
