/** Writing print templates and template columns. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, isRefusal } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Route } from '../../contracts/route.ts';
import { lockRow } from '../../platform/master.ts';
import type { MasterRow, MasterTable } from '../../platform/master.ts';
import { INVOICE_KIND, PrintTemplateBody, RowId, TemplateColumnBody, TemplateDesignBody } from '../contract.ts';
import { change, resourceRoutes, stale, type ResourceDeps } from '../resource.ts';

const TEMPLATES: MasterTable = { name: 'print_template', key: 'id' };
const KEY = 'base:basePrintTemplate';
const COLUMN_KEY = 'base:baseTemplateColumn';

/** An invoice has no jewellery type (S2§2). */
const columnsOf = (body: PrintTemplateBody): MasterRow => ({
  kind: body.kind,
  label_type: body.kind === INVOICE_KIND ? '' : body.labelType,
  name: body.name,
  file_name: body.fileName,
  remark: body.remark,
  ...(body.template === undefined ? {} : { template: body.template }),
});

const Known = z.object({ known: z.boolean() });
const knownKind = async (tx: CommonQueryMethods, kind: string): Promise<Refusal | null> => {
  const known = await tx.oneFirst(sql.type(Known)`
    SELECT EXISTS (SELECT 1 FROM master.dict_data WHERE dict_type = 'sys_print_kind' AND dict_value = ${kind}) AS known`);
  return known ? null : refuseField('template.no_kind', 'kind', '模板类型不存在');
};

const designRoute = ({ pool, changed }: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: '/base-print-template/update-template/:id',
    summary: '保存打印模板设计',
    allow: [`${KEY}:edit`, 'biz:bizSell:printDesign'],
    params: RowId,
    body: TemplateDesignBody,
    data: z.int(),
    handler: async (call) => {
      const { id } = call.params;
      const outcome = await pool.transaction(async (tx) => {
        const before = await lockRow(tx, TEMPLATES, id);
        if (before === null) return refuse('not-found', 'master.missing', '打印模板不存在或已删除');
        if (call.ifMatch !== undefined && call.ifMatch !== before['revision']) return stale();
        return { revision: await change(tx, TEMPLATES, { before, changes: { template: call.body.template } }, call) };
      });
      if (isRefusal(outcome)) return outcome;
      changed();
      return { data: id, msg: '保存成功', etag: outcome.revision };
    },
  });

export const templateRoutes = (deps: ResourceDeps): readonly Route[] => [
  ...resourceRoutes(deps, {
    title: '打印模板',
    path: '/base-print-template',
    table: TEMPLATES,
    allow: { add: `${KEY}:add`, edit: `${KEY}:edit`, remove: `${KEY}:remove` },
    body: PrintTemplateBody,
    edit: PrintTemplateBody,
    columns: columnsOf,
    changes: columnsOf,
    onCreate: ({ tx, body }) => knownKind(tx, body.kind),
    onEdit: ({ tx, body }) => knownKind(tx, body.kind),
    taken: {
      print_template_file: (columns) =>
        refuse('conflict', 'template.file_taken', `文件名称“${String(columns['file_name'])}”已存在`, {
          fields: [{ path: 'fileName', message: '文件名称已存在' }],
        }),
    },
  }),
  designRoute(deps),
  ...resourceRoutes(deps, {
    title: '模板列',
    path: '/base-template-column',
    table: { name: 'template_column', key: 'id' },
    allow: { add: `${COLUMN_KEY}:add`, edit: `${COLUMN_KEY}:edit`, remove: `${COLUMN_KEY}:remove` },
    body: TemplateColumnBody,
    edit: TemplateColumnBody,
    columns: columnOf,
    changes: columnOf,
    taken: {
      template_column_name: () =>
        refuse('conflict', 'template_column.taken', '该单据类型下已有此字段', {
          fields: [{ path: 'columnName', message: '该单据类型下已有此字段' }],
        }),
    },
  }),
];

function columnOf(body: TemplateColumnBody): MasterRow {
  return {
    kind: body.kind,
    column_sort: body.columnSort,
    column_name: body.columnName,
    column_comment: body.columnComment,
  };
}
