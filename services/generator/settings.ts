/** Importing tables, changing what is kept of them, forgetting it: the table itself is never touched. */
import { UniqueIntegrityConstraintViolationError, sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { isRefusal, refuse, refuseField, type Refusal } from '../contracts/refusal.ts';
import type { Actor, Answer } from '../contracts/route.ts';
import { STALE } from '../platform/streams/handle.ts';
import { deleteLocked, insertRow, lockRow, updateLocked, type MasterRow } from '../platform/rows/master.ts';
import { placeOf, shapeOf, type DbTableShape } from './catalogue.ts';
import { GenColumn, GenTable, TABLE_NAME, type GenInfo, type TableEdit } from './contract.ts';
import { houseKeyAt } from './house-links.ts';
import { imported } from './import-defaults.ts';
import { whyNot } from './kinds.ts';
import { GEN_TABLES } from './tables.ts';

export const MISSING = refuse('not-found', 'generator.missing', '表配置不存在或已删除');
const MOST_AT_ONCE = 20;
const atTables = (message: string): Refusal => refuseField('generator.tables', 'tables', message);

/** `custom.demo_brand,demo_item` */
const namesOf = (tables: string | undefined): readonly string[] | Refusal => {
  const names = [...new Set((tables ?? '').split(',').map((name) => name.trim()))].filter((name) => name !== '');
  if (names.length === 0) return atTables('请选择要导入的表');
  if (names.length > MOST_AT_ONCE) return atTables(`一次最多导入${MOST_AT_ONCE}张表`);
  const odd = names.find((name) => !TABLE_NAME.test(name));
  return odd === undefined ? names : atTables(`“${odd}”：只允许小写字母,例如 sys_demo 格式`);
};

type Importable = { readonly name: string; readonly shape: DbTableShape };
const importable = async (
  db: CommonQueryMethods,
  names: readonly string[],
): Promise<readonly Importable[] | Refusal> => {
  const found: Importable[] = [];
  for (const name of names) {
    const shape = await shapeOf(db, name);
    if (shape === null) return atTables(`数据库中没有表 ${name}`);
    const reason = whyNot(shape);
    if (reason !== null) return atTables(`表 ${name} 不能导入：${reason}`);
    found.push({ name, shape });
  }
  return found;
};
const isTaken = (error: unknown): boolean => error instanceof UniqueIntegrityConstraintViolationError;
const TAKEN = refuse('conflict', 'generator.imported', '所选的表已经导入过');

export type Importing = Actor & { readonly newId: () => Promise<number> };
/** All of them or none. */
export const importTables = async (
  pool: DatabasePool,
  tables: string | undefined,
  call: Importing,
): Promise<Answer<number[]> | Refusal> => {
  const names = namesOf(tables);
  if (isRefusal(names)) return names;
  const found = await importable(pool, names);
  if (isRefusal(found)) return found;
  const ids: number[] = [];
  for (const _ of found) ids.push(await call.newId());
  const at = call.now.toISOString();
  try {
    await pool.transaction(async (tx) => {
      for (const [index, { name, shape }] of found.entries()) {
        const id = ids[index] ?? 0;
        // The answer to the first attempt was lost: the rows are here.
        if ((await lockRow(tx, GEN_TABLES, id)) !== null) return;
        await insertRow(tx, GEN_TABLES, { id, ...imported(id, name, shape), created_at: at, updated_at: at }, call);
      }
    });
  } catch (error) {
    if (isTaken(error)) return TAKEN;
    throw error;
  }
  return { data: ids, msg: '导入成功' };
};

export const TABLE_COLUMNS = sql.fragment`id AS "tableId", table_name AS "tableName", table_comment AS "tableComment",
  class_name AS "className", function_author AS "functionAuthor", remark, tpl_category AS "tplCategory",
  package_name AS "packageName", module_name AS "moduleName", business_name AS "businessName",
  function_name AS "functionName", tree_code AS "treeCode", tree_parent_code AS "treeParentCode", tree_name AS "treeName",
  is_data_scope AS "isDataScope", is_actions AS "isActions", is_auth AS "isAuth",
  created_at AS "createdAt", updated_at AS "updatedAt"`;
const Stored = GenTable.extend({ revision: z.int(), columns: z.array(GenColumn) });
export type StoredTable = GenInfo & { readonly revision: number };
/** The settings of a table; null when there are none. */
export const tableOf = async (db: CommonQueryMethods, id: number): Promise<StoredTable | null> => {
  const found = await db.maybeOne(
    sql.type(Stored)`SELECT ${TABLE_COLUMNS}, revision, columns FROM master.gen_table WHERE id = ${id}`,
  );
  if (found === null) return null;
  const { columns, revision, ...info } = found;
  return { list: columns, info, revision };
};

const DB_NAMES: Readonly<Record<string, string>> = {
  tableName: 'table_name',
  tableComment: 'table_comment',
  className: 'class_name',
  functionAuthor: 'function_author',
  tplCategory: 'tpl_category',
  packageName: 'package_name',
  moduleName: 'module_name',
  businessName: 'business_name',
  functionName: 'function_name',
  treeCode: 'tree_code',
  treeParentCode: 'tree_parent_code',
  treeName: 'tree_name',
  isDataScope: 'is_data_scope',
  isActions: 'is_actions',
  isAuth: 'is_auth',
};
const changesOf = ({ tableId: _id, columns: _columns, ...given }: TableEdit): MasterRow =>
  Object.fromEntries(
    Object.entries(given).flatMap(([field, value]) =>
      value === undefined ? [] : [[DB_NAMES[field] ?? field, value ?? '']],
    ),
  );

/** The columns with what was said of them; a number of none of them is named. */
const columnsWith = (before: readonly GenColumn[], said: TableEdit['columns']): readonly GenColumn[] | Refusal => {
  if (said === undefined) return before;
  const stray = said.findIndex(({ columnId }) => !before.some((column) => column.columnId === columnId));
  if (stray !== -1) return refuseField('generator.column', `columns.${stray}.columnId`, '没有这个字段');
  const byId = new Map(said.map((column) => [column.columnId, column]));
  const columns = before.map((column) => GenColumn.parse({ ...column, ...byId.get(column.columnId) }));
  for (const [index, { columnId, jsonField }] of said.entries()) {
    const twice = columns.some((column) => column.jsonField === jsonField && column.columnId !== columnId);
    if (jsonField !== undefined && twice)
      return refuseField('generator.twice', `columns.${index}.jsonField`, `字段名 ${jsonField} 重复`);
  }
  return columns;
};

const refuseName = async (db: CommonQueryMethods, before: MasterRow, name: string | undefined) => {
  if (name === undefined || name === before['table_name']) return null;
  return (await shapeOf(db, name)) === null ? refuseField('generator.table', 'tableName', '数据库中没有这张表') : null;
};
const Type = z.object({ type: z.string() });
type ColumnSaid = NonNullable<TableEdit['columns']>[number];
/** Where a column leads that is linked; null: to a table with these columns, or of the house. */
const refuseLink = async (
  db: CommonQueryMethods,
  { fkTableName, fkLabelId, fkLabelName }: ColumnSaid,
  at: string,
): Promise<Refusal | null> => {
  if (fkTableName === undefined || fkTableName === '' || houseKeyAt(placeOf(fkTableName)) !== null) return null;
  const shape = await shapeOf(db, fkTableName);
  if (shape === null) return refuseField('generator.no_table', `${at}.fkTableName`, `没有可以关联的表 ${fkTableName}`);
  for (const [field, name] of [
    ['fkLabelId', fkLabelId],
    ['fkLabelName', fkLabelName],
  ] as const)
    if (name !== undefined && name !== '' && shape.columns.every((column) => column.name !== name))
      return refuseField('generator.no_column', `${at}.${field}`, `表 ${fkTableName} 没有列 ${name}`);
  return null;
};
/** Dictionaries and tables that are named exist: what is written of them would never be found (R157). */
const refuseUnknown = async (db: CommonQueryMethods, said: readonly ColumnSaid[]): Promise<Refusal | null> => {
  const wanted = [...new Set(said.flatMap(({ dictType }) => (dictType ? [dictType] : [])))];
  const known = await db.anyFirst(sql.type(Type)`
    SELECT dict_type AS type FROM master.dict_type WHERE dict_type = ANY (${sql.array(wanted, 'text')})`);
  for (const [index, column] of said.entries()) {
    const { dictType } = column;
    if (dictType && !known.includes(dictType))
      return refuseField('generator.no_dict', `columns.${index}.dictType`, `没有字典 ${dictType}`);
    const refusal = await refuseLink(db, column, `columns.${index}`);
    if (refusal !== null) return refusal;
  }
  return null;
};
type Editing = Actor & { readonly body: TableEdit; readonly ifMatch?: number };
/** What is absent stays as it is. */
export const editTable = async (pool: DatabasePool, call: Editing): Promise<Answer<number> | Refusal> => {
  const { tableId, columns: said, tableName } = call.body;
  try {
    return await pool.transaction(async (tx): Promise<Answer<number> | Refusal> => {
      const before = await lockRow(tx, GEN_TABLES, tableId);
      if (before === null) return MISSING;
      const revision = Number(before['revision']);
      if (call.ifMatch !== undefined && call.ifMatch !== revision) return refuse('stale', 'generator.stale', STALE);
      const misnamed = await refuseName(tx, before, tableName);
      if (misnamed !== null) return misnamed;
      const unknown = await refuseUnknown(tx, said ?? []);
      if (unknown !== null) return unknown;
      const columns = columnsWith(z.array(GenColumn).parse(before['columns']), said);
      if (isRefusal(columns)) return columns;
      const stamped = { revision: revision + 1, updated_at: call.now.toISOString() };
      const row = { id: tableId, ...changesOf(call.body), columns, ...stamped };
      await updateLocked(tx, GEN_TABLES, { before, row }, call);
      return { data: tableId, msg: '修改成功', etag: revision + 1 };
    });
  } catch (error) {
    if (isTaken(error)) return refuse('conflict', 'generator.imported', '这张表已经导入过');
    throw error;
  }
};

/** Forgets the settings of these tables, all or none. */
export const forgetTables = (pool: DatabasePool, ids: readonly number[], by: Actor): Promise<Answer<null> | Refusal> =>
  pool.transaction(async (tx): Promise<Answer<null> | Refusal> => {
    for (const id of [...new Set(ids)].toSorted((one, other) => one - other)) {
      const row = await lockRow(tx, GEN_TABLES, id);
      if (row === null) return refuse('not-found', 'generator.missing', `编号${id}的表配置不存在或已删除`);
      await deleteLocked(tx, GEN_TABLES, row, by);
    }
    return { data: null, msg: '删除成功' };
  });
