/** Writing print templates and template columns. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { refuse, refuseField, isRefusal } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Call, Route } from '../../contracts/route.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { can, CHAIN_ONLY, isOfChain, type SessionUser } from '../../contracts/user.ts';
import { lockRow } from '../../platform/rows/master.ts';
import type { MasterRow, MasterTable } from '../../platform/rows/master.ts';
import { writeRevised } from '../../platform/rows/revised-row.ts';
import {
  LABEL_KIND,
  PRINTED_DOCUMENTS,
  PrintTemplateBody,
  RowId,
  TemplateChoiceBody,
  TemplateColumnBody,
  TemplateDesignBody,
} from '../contract.ts';
import { STALE_ROW } from '../../platform/streams/handle.ts';
import { LOCKS } from '../../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../../platform/locks/lock-until-commit.ts';
import { resourceRoutes, type ResourceDeps } from '../resource.ts';
import { noteAmounts } from './amounts.ts';
import { namedOutside } from '../live-checks.ts';
import { templateHolder } from '../usage.ts';

const TEMPLATES: MasterTable = { name: 'print_template', key: 'id' };
const KEY = 'base:basePrintTemplate';
const COLUMN_KEY = 'base:baseTemplateColumn';

/** Of one kind of jewellery are labels alone: an invoice (S2§2) and the other documents hold pieces of several. */
const hasType = (kind: string): boolean => kind === LABEL_KIND || PRINTED_DOCUMENTS.every((one) => one.kind !== kind);
const columnsOf = (body: PrintTemplateBody): MasterRow => ({
  kind: body.kind,
  label_type: hasType(body.kind) ? body.labelType : '',
  name: body.name,
  file_name: body.fileName,
  remark: body.remark,
  ...(body.template === undefined ? {} : { template: body.template }),
});
/** A template that moves to another kind or type is no longer the default of the old one. */
const changesOf = (body: PrintTemplateBody, before: MasterRow): MasterRow => {
  const columns = columnsOf(body);
  const stays = columns['kind'] === before['kind'] && columns['label_type'] === before['label_type'];
  return stays ? columns : { ...columns, is_default: false };
};

const Known = z.object({ known: z.boolean() });
const knownKind = async (tx: CommonQueryMethods, kind: string): Promise<Refusal | null> => {
  const known = await tx.oneFirst(sql.type(Known)`
    SELECT EXISTS (SELECT 1 FROM master.dict_data WHERE dict_type = 'sys_print_kind' AND dict_value = ${kind}) AS known`);
  return known ? null : refuseField('template.no_kind', 'kind', '模板类型不存在');
};
type FixedField = { readonly path: string; readonly label: string; readonly column: string; readonly value: string };
/** Documents find their template by file name: neither it nor the kind may change under them. */
const heldFields = async (
  tx: CommonQueryMethods,
  before: MasterRow | null,
  body: PrintTemplateBody,
): Promise<Refusal | null> => {
  const moved = (
    [
      { path: 'fileName', label: '文件名称', column: 'file_name', value: body.fileName },
      { path: 'kind', label: '模板类型', column: 'kind', value: body.kind },
    ] satisfies FixedField[]
  ).filter(({ column, value }) => before?.[column] !== value);
  const holder = moved.length === 0 ? null : await templateHolder(tx, String(before?.['file_name']));
  if (holder === null) return null;
  const fields = moved.map(({ path, label }) => ({ path, message: `该模板已有${holder}，不能修改${label}` }));
  return refuse('conflict', 'template.in_use', fields[0]?.message ?? '', { fields });
};

const MISSING = refuse('not-found', 'master.missing', '打印模板不存在或已删除');
const edits = ({ user }: Pick<Call<unknown, unknown, unknown>, 'user'>, row: MasterRow): boolean => {
  const design = PRINTED_DOCUMENTS.find(({ kind }) => kind === row['kind'])?.design ?? null;
  return can(user, `${KEY}:edit`) || (design !== null && can(user, design));
};
/** A default one, and one that documents of other shops name, is the chain's (R146). */
const ofChain = async (tx: CommonQueryMethods, row: MasterRow | null, user: SessionUser): Promise<Refusal | null> => {
  if (row === null || isOfChain(user)) return null;
  if (row['is_default'] === true) return CHAIN_ONLY;
  return (await namedOutside(tx, String(row['file_name']), user.lockShops)) ? CHAIN_ONLY : null;
};
type TemplateChange = {
  readonly changes: MasterRow;
  readonly judge?: (row: MasterRow) => Refusal | null;
  readonly open?: (tx: CommonQueryMethods) => Promise<void>;
  /** What changes beside it, in the same transaction. */
  readonly also?: (tx: CommonQueryMethods, before: MasterRow) => Promise<void>;
};
/** Changes one template that the caller saw and may change. */
const changeTemplate = async (
  { pool, changed }: ResourceDeps,
  call: Call<RowId, unknown, unknown>,
  { changes, judge, open, also }: TemplateChange,
) => {
  const outcome = await pool.transaction(async (tx) => {
    await open?.(tx);
    const before = await lockRow(tx, TEMPLATES, call.params.id);
    if (before === null) return MISSING;
    const refused = judge?.(before) ?? (await ofChain(tx, before, call.user));
    if (refused !== null) return refused;
    if (call.ifMatch !== undefined && call.ifMatch !== before['revision']) return STALE_ROW;
    await also?.(tx, before);
    return { before, revision: await writeRevised(tx, TEMPLATES, { before, changes }, call) };
  });
  if (!isRefusal(outcome)) changed();
  return outcome;
};

type TemplateDeps = ResourceDeps & { readonly exceptions: ExceptionDesk };
const designRoute = (deps: TemplateDeps): Route =>
  route({
    method: 'PUT',
    path: '/base-print-template/update-template/:id',
    summary: '保存打印模板设计',
    allow: [`${KEY}:edit`, ...PRINTED_DOCUMENTS.flatMap(({ design }) => (design === null ? [] : [design]))],
    params: RowId,
    body: TemplateDesignBody,
    data: z.int(),
    handler: async (call) => {
      const outcome = await changeTemplate(deps, call, {
        judge: (row) => (edits(call, row) ? null : refuse('forbidden', 'template.other_kind', '无权设计这种打印模板')),
        changes: { template: call.body.template },
      });
      if (isRefusal(outcome)) return outcome;
      const { before, revision } = outcome;
      await noteAmounts(deps.exceptions, { before, after: { ...before, template: call.body.template } }, call);
      return { data: call.params.id, msg: '保存成功', etag: revision };
    },
  });

/** Makes a template the one chosen beforehand; the one before it gives way in the same transaction. */
const defaultRoute = (deps: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: '/base-print-template/default/:id',
    summary: '设为默认打印模板',
    allow: `${KEY}:edit`,
    ofChain: true,
    params: RowId,
    body: TemplateChoiceBody,
    data: z.int(),
    handler: async (call) => {
      const giveWay = async (tx: CommonQueryMethods, before: MasterRow): Promise<void> => {
        const others = await tx.anyFirst(sql.type(z.object({ id: z.int() }))`
          SELECT id FROM master.print_template WHERE is_default AND id <> ${call.params.id}
            AND kind = ${String(before['kind'])} AND label_type = ${String(before['label_type'])}`);
        for (const id of others) {
          const other = await lockRow(tx, TEMPLATES, id);
          if (other !== null)
            await writeRevised(tx, TEMPLATES, { before: other, changes: { is_default: false } }, call);
        }
      };
      const outcome = await changeTemplate(deps, call, {
        changes: { is_default: true },
        // Two who choose at once: the second finds the first one's choice and takes its place.
        open: (tx) => lockUntilCommit(tx, LOCKS.defaultTemplate),
        also: giveWay,
      });
      return isRefusal(outcome) ? outcome : { data: call.params.id, msg: '已设为默认模板', etag: outcome.revision };
    },
  });

const fileTaken = (columns: MasterRow): Refusal =>
  refuse('conflict', 'template.file_taken', `文件名称“${String(columns['file_name'])}”已存在`, {
    fields: [{ path: 'fileName', message: '文件名称已存在' }],
  });
export const templateRoutes = (deps: TemplateDeps): readonly Route[] => [
  ...resourceRoutes(deps, {
    title: '打印模板',
    path: '/base-print-template',
    table: TEMPLATES,
    allow: { add: `${KEY}:add`, edit: `${KEY}:edit`, remove: `${KEY}:remove` },
    history: { allow: keysOf(KEY), long: ['template'] },
    body: PrintTemplateBody,
    edit: PrintTemplateBody,
    columns: columnsOf,
    changes: changesOf,
    onCreate: ({ tx, body }) => knownKind(tx, body.kind),
    limit: (row, { user }) => (row['is_default'] === true && !isOfChain(user) ? CHAIN_ONLY : null),
    onEdit: async ({ tx, before, body, by }) =>
      (await ofChain(tx, before, by.user)) ?? (await knownKind(tx, body.kind)) ?? heldFields(tx, before, body),
    taken: { print_template_file: fileTaken },
    written: (change, by) => noteAmounts(deps.exceptions, change, by),
    usage: (row) => ({ kind: 'print-template', id: Number(row['id']), name: String(row['file_name']) }),
  }),
  designRoute(deps),
  defaultRoute(deps),
  ...resourceRoutes(deps, {
    title: '模板列',
    path: '/base-template-column',
    table: { name: 'template_column', key: 'id' },
    allow: { add: `${COLUMN_KEY}:add`, edit: `${COLUMN_KEY}:edit`, remove: `${COLUMN_KEY}:remove` },
    history: { allow: keysOf(COLUMN_KEY) },
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
