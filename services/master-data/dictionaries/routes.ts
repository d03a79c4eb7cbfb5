/** Writing dictionary types and data, once for each group of calls (R37). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField, isRefusal } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { route } from '../../contracts/route.ts';
import type { Route } from '../../contracts/route.ts';
import type { ExceptionDesk } from '../../contracts/exception.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { lockRow } from '../../platform/rows/master.ts';
import type { MasterRow, MasterTable } from '../../platform/rows/master.ts';
import { writeRevised } from '../../platform/rows/revised-row.ts';
import type { History } from '../../platform/rows/row-history.ts';
import {
  DictDataBody,
  DictDataEdit,
  DictTypeBody,
  DictTypeEdit,
  TypeTemplateBody,
  type DictGroup,
} from '../contract.ts';
import { FINENESS_DICTIONARY } from '../../contracts/fineness.ts';
import { noteContent, refuseContent, refuseFineness } from './fineness-data.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';

const TYPES: MasterTable = { name: 'dict_type', key: 'id' };
const DATA: MasterTable = { name: 'dict_data', key: 'id' };

type Paths = {
  readonly group: DictGroup;
  readonly types: string;
  readonly data: string;
  readonly typeKey: string;
  readonly dataKey: string;
};
const FAMILIES: readonly Paths[] = [
  { group: 'sys', types: '/dict/type', data: '/dict/data', typeKey: 'admin:sysDictType', dataKey: 'admin:sysDictData' },
  {
    group: 'base',
    types: '/base-dict-type',
    data: '/base-dict-data',
    typeKey: 'base:baseDictType',
    dataKey: 'base:baseDictData',
  },
];
const rights = (key: string) => ({ add: `${key}:add`, edit: `${key}:edit`, remove: `${key}:remove` });

type Lock = {
  readonly path: string;
  readonly label: string;
  readonly sent: string | undefined;
  readonly stored: unknown;
};
/** Fields that are locked when editing: the same or absent, else refused, so that nothing is silently ignored. */
export const lockedFields = (locks: readonly Lock[]): Refusal | null => {
  const fields = locks
    .filter(({ sent, stored }) => sent !== undefined && sent !== stored)
    .map(({ path, label }) => ({ path, message: `${label}不能修改` }));
  const [first] = fields;
  return first === undefined ? null : refuse('invalid', 'master.locked_field', first.message, { fields });
};

const Group = z.object({ dict_group: z.string() });
/** Locked for the transaction, so that the type cannot go while a value is added. */
const groupOf = (tx: CommonQueryMethods, dictType: string): Promise<string | null> =>
  tx.maybeOneFirst(sql.type(Group)`SELECT dict_group FROM master.dict_type WHERE dict_type = ${dictType} FOR SHARE`);

/** The history of its own family alone; a record that is gone has none (R37). */
const historyOf = (
  { pool }: ResourceDeps,
  {
    group,
    key,
    title,
    groupIn,
  }: Pick<Paths, 'group'> & {
    readonly key: string;
    readonly title: string;
    readonly groupIn: (db: CommonQueryMethods, id: number) => Promise<string | null>;
  },
): Pick<History, 'allow' | 'limit'> => ({
  allow: keysOf(key, 'export'),
  limit: async (id) =>
    (await groupIn(pool, id)) === group ? null : refuse('not-found', 'master.missing', `${title}不存在或已删除`),
});
const groupOfType = (db: CommonQueryMethods, id: number): Promise<string | null> =>
  db.maybeOneFirst(sql.type(Group)`SELECT dict_group FROM master.dict_type WHERE id = ${id}::bigint`);
const groupOfData = (db: CommonQueryMethods, id: number): Promise<string | null> =>
  db.maybeOneFirst(sql.type(Group)`
    SELECT t.dict_group FROM master.dict_data d JOIN master.dict_type t ON t.dict_type = d.dict_type
    WHERE d.id = ${id}::bigint`);

const Count = z.object({ count: z.int() });
const typeInUse = async (tx: CommonQueryMethods, row: MasterRow): Promise<string | null> => {
  const count = await tx.oneFirst(
    sql.type(Count)`SELECT count(*)::int AS count FROM master.dict_data WHERE dict_type = ${String(row['dict_type'])}`,
  );
  return count === 0 ? null : `字典“${String(row['dict_name'])}”下还有${count}条数据，不能删除`;
};

const typeRoutes = (deps: ResourceDeps, { group, types, typeKey }: Paths): readonly Route[] =>
  resourceRoutes(deps, {
    title: '字典类型',
    path: types,
    table: TYPES,
    allow: rights(typeKey),
    history: historyOf(deps, { group, key: typeKey, title: '字典类型', groupIn: groupOfType }),
    body: DictTypeBody,
    edit: DictTypeEdit,
    mine: (row) => row['dict_group'] === group,
    columns: (body) => ({
      dict_group: group,
      dict_name: body.dictName,
      dict_type: body.dictType,
      status: body.status,
      remark: body.remark,
    }),
    changes: (body) => ({ status: body.status, remark: body.remark }),
    onEdit: async ({ before, body }) =>
      lockedFields([
        { path: 'dictName', label: '名称', sent: body.dictName, stored: before?.['dict_name'] },
        { path: 'dictType', label: '类型', sent: body.dictType, stored: before?.['dict_type'] },
      ]),
    taken: {
      dict_type_name: (columns) =>
        refuse('conflict', 'dict.type_taken', `字典类型“${String(columns['dict_type'])}”已存在`, {
          fields: [{ path: 'dictType', message: '字典类型已存在' }],
        }),
    },
    keep: (tx, row) => typeInUse(tx, row),
  });

const dataColumns = (body: DictDataBody | DictDataEdit): MasterRow => ({
  dict_sort: body.dictSort,
  css_class: body.cssClass,
  list_class: body.listClass,
  is_default: body.isDefault,
  status: body.status,
  remark: body.remark,
});

/** What an edit of an entry may not touch, and the entries it may not reach. */
const onDataEdit =
  (group: Paths['group']) =>
  async ({ tx, before, body, by }: Attempt<DictDataEdit>): Promise<Refusal | null> => {
    if ((await groupOf(tx, String(before?.['dict_type']))) !== group)
      return refuse('not-found', 'master.missing', '字典数据不存在或已删除');
    const after = { ...before, ...(body.expandData !== undefined && { expand_data: body.expandData }) };
    const wrong =
      refuseFineness(String(before?.['dict_type']), body.expandData) ?? refuseContent({ before, after }, by);
    if (wrong !== null) return wrong;
    return lockedFields([
      { path: 'dictType', label: '字典类型', sent: body.dictType, stored: before?.['dict_type'] },
      { path: 'dictLabel', label: '数据标签', sent: body.dictLabel, stored: before?.['dict_label'] },
      { path: 'dictValue', label: '数据键值', sent: body.dictValue, stored: before?.['dict_value'] },
    ]);
  };

const newDataColumns = (body: DictDataBody): MasterRow => ({
  ...dataColumns(body),
  dict_type: body.dictType,
  dict_label: body.dictLabel,
  dict_value: body.dictValue,
  expand_data: body.expandData,
});
/** A new entry belongs to a type of its own family; what a new fineness is made of is the chain's. */
const onNewData =
  (group: Paths['group']) =>
  async ({ tx, body, by }: Attempt<DictDataBody>): Promise<Refusal | null> => {
    if ((await groupOf(tx, body.dictType)) !== group) return refuseField('dict.no_type', 'dictType', '字典类型不存在');
    const change = { before: null, after: newDataColumns(body) };
    return refuseFineness(body.dictType, body.expandData) ?? refuseContent(change, by);
  };

type Deps = ResourceDeps & { readonly exceptions: ExceptionDesk };
const dataRoutes = (deps: Deps, { group, data, dataKey }: Paths): readonly Route[] =>
  resourceRoutes(deps, {
    title: '字典数据',
    path: data,
    table: DATA,
    allow: rights(dataKey),
    history: historyOf(deps, { group, key: dataKey, title: '字典数据', groupIn: groupOfData }),
    body: DictDataBody,
    edit: DictDataEdit,
    columns: newDataColumns,
    changes: (body) => ({
      ...dataColumns(body),
      ...(body.expandData === undefined ? {} : { expand_data: body.expandData }),
    }),
    onCreate: onNewData(group),
    onEdit: onDataEdit(group),
    written: noteContent(deps.exceptions),
    taken: {
      dict_data_value: (columns) =>
        refuse('conflict', 'dict.value_taken', `数据键值“${String(columns['dict_value'])}”已存在`, {
          fields: [{ path: 'dictValue', message: '数据键值已存在' }],
        }),
    },
    keep: async (tx, row) =>
      (await groupOf(tx, String(row['dict_type']))) === group ? null : '该数据属于另一类字典，不能在此删除',
    usage: (row) => ({
      kind: 'dict-data',
      id: Number(row['id']),
      name: String(row['dict_value']),
      dictType: String(row['dict_type']),
    }),
  });

const Id = z.object({ id: z.int() });
/** PUT /base-data/type-template: the column settings of one category; whoever enters batches keeps them. */
const typeTemplateRoute = ({ pool, changed }: ResourceDeps): Route =>
  route({
    method: 'PUT',
    path: '/base-data/type-template',
    summary: '保存类别列设置',
    allow: ['base:baseDictData:edit', 'biz:bizGoodsIn:batch', 'biz:bizGoodsIn:add'],
    body: TypeTemplateBody,
    data: z.int(),
    handler: async (call) => {
      const { dictType, dictValue, expandData } = call.body;
      // What a fineness is made of bounds what is paid for old gold: no column setting.
      if (dictType === FINENESS_DICTIONARY) return refuseField('dict.columns', 'dictType', '成色没有列设置');
      const outcome = await pool.transaction(async (tx) => {
        const id = await tx.maybeOneFirst(
          sql.type(Id)`SELECT id FROM master.dict_data WHERE dict_type = ${dictType} AND dict_value = ${dictValue}`,
        );
        const before = id === null ? null : await lockRow(tx, DATA, id);
        if (id === null || before === null) return refuse('not-found', 'dict.no_value', '商品类别不存在');
        return { id, revision: await writeRevised(tx, DATA, { before, changes: { expand_data: expandData } }, call) };
      });
      if (isRefusal(outcome)) return outcome;
      changed();
      return { data: outcome.id, msg: '保存成功', etag: outcome.revision };
    },
  });

export const dictionaryRoutes = (deps: Deps): readonly Route[] => [
  ...FAMILIES.flatMap((family) => [...typeRoutes(deps, family), ...dataRoutes(deps, family)]),
  typeTemplateRoute(deps),
];
