/** Print templates and template columns: read by everybody who prints. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { rawText } from 'services/contracts/values';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { PrintTemplateRow, TemplateColumnRow } from 'services/master-data/contract';
import { ColumnsOfKindQuery, printTemplateList, templateColumnList } from './contract.ts';
import { holds } from 'services/platform/base/text-search';
import { equals, listRoute, notFound, ordered, page, recordRoute, type Source } from './reading.ts';

const SIGNED_IN = { everyone: 'signed-in' } as const;
const templates: Source<typeof PrintTemplateRow> = {
  row: PrintTemplateRow,
  columns: sql.fragment`id, name, file_name AS "fileName", kind, label_type AS "labelType", template, remark,
    is_default AS "isDefault", created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.print_template`,
  alias: 'print_template',
};
const columns: Source<typeof TemplateColumnRow> = {
  row: TemplateColumnRow,
  columns: sql.fragment`id, kind, column_sort AS "columnSort", column_name AS "columnName",
    column_comment AS "columnComment", created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.template_column`,
  alias: 'template_column',
};
const Name = z.object({ name: rawText(100).trim().min(1) });

/** By file name, as documents keep it in `printTemplate`; else by the name people see. */
const byName = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-print-template/by-name/:name',
    summary: '按名称查看打印模板',
    allow: SIGNED_IN,
    params: Name,
    data: PrintTemplateRow,
    handler: async ({ params: { name } }) => {
      const found = await db.maybeOne(sql.type(PrintTemplateRow)`
        SELECT ${templates.columns} FROM ${templates.from} WHERE file_name = ${name} OR name = ${name}
        ORDER BY (file_name = ${name}) DESC, id LIMIT 1`);
      return found === null ? notFound('打印模板') : { data: found };
    },
  });

/** Templates for one jewellery type include those made for all. */
const templateList = (db: CommonQueryMethods): Route =>
  listRoute(db, {
    endpoint: printTemplateList,
    summary: '打印模板列表',
    allow: SIGNED_IN,
    read: (at, { query }) =>
      page(at, templates, {
        where: [
          equals(['kind'], query.kind),
          query.labelType === undefined ? null : sql.fragment`label_type IN ('', ${query.labelType})`,
          holds(['name'], query.name),
        ],
        order: ordered(query, ['name'], { by: sql.fragment`is_default DESC, id` }),
        paging: query,
      }),
  });

const columnsOfKind = (db: CommonQueryMethods): Route =>
  route({
    method: 'GET',
    path: '/base-template-column/list',
    summary: '单据的模板列',
    allow: SIGNED_IN,
    query: ColumnsOfKindQuery,
    data: z.array(TemplateColumnRow),
    handler: async ({ query }) => {
      const rows = await db.any(sql.type(TemplateColumnRow)`
        SELECT ${columns.columns} FROM ${columns.from} WHERE kind = ${query.kind} ORDER BY column_sort, id`);
      return { data: [...rows] };
    },
  });

export const templateRoutes = (db: CommonQueryMethods): Route[] => [
  templateList(db),
  byName(db),
  recordRoute(db, {
    path: '/base-print-template',
    title: '打印模板',
    allow: SIGNED_IN,
    row: PrintTemplateRow,
    source: () => templates,
  }),
  listRoute(db, {
    endpoint: templateColumnList,
    summary: '模板列列表',
    allow: SIGNED_IN,
    read: (at, { query }) =>
      page(at, columns, {
        where: [equals(['kind'], query.kind)],
        order: ordered(query, ['column_comment'], { by: sql.fragment`kind, column_sort, id` }),
        paging: query,
      }),
  }),
  columnsOfKind(db),
  recordRoute(db, {
    path: '/base-template-column',
    title: '模板列',
    allow: SIGNED_IN,
    row: TemplateColumnRow,
    source: () => columns,
  }),
];
