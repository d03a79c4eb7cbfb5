/**
 * What is written of a table, decided once for all files: the table as it stands says what a column is, the settings say what
 * is done with it. Whatever does not fit is refused here, before a line is written.
 */
import type { FieldSense } from '../contracts/field-senses.ts';
import { cut } from '../contracts/limits.ts';
import { TEXTS } from '../contracts/values.ts';
import { refuse, type Refusal } from '../contracts/refusal.ts';
import type { DbColumn, DbConstraint, DbTableShape } from './catalogue.ts';
import { linkOf, senseIn, whyMisnamed, whyUnlinked, type Foreign } from './column-senses.ts';
import type { GenColumn, GenInfo } from './contract.ts';
import type { HouseKey } from './house-links.ts';
import { countsUp } from './import-defaults.ts';
import { KEPT, fitsGoType, keptOf, kindOf, whyNot, whyNotScoped, type ColumnKind } from './kinds.ts';
import { plainName } from './source.ts';

export type PlannedColumn = Pick<DbColumn, 'declared' | 'defaulted' | 'notNull' | 'unique'> & {
  readonly name: string;
  /** As it travels. */
  readonly field: string;
  readonly title: string;
  /** Of the table as it stands. */
  readonly comment: string;
  readonly kind: ColumnKind;
  /** Of a text. */
  readonly length: number;
  /** Of a number with decimals. */
  readonly digits: number;
  readonly places: number;
  /** Counts up by itself. */
  readonly counted: boolean;
  /** Nothing is saved without it. */
  readonly required: boolean;
  readonly inserted: boolean;
  readonly edited: boolean;
  readonly listed: boolean;
  readonly query: GenColumn['queryType'] | null;
  readonly html: GenColumn['htmlType'];
  readonly dict: string;
  readonly foreign: Foreign | null;
  /** Of a number: money, weight, or the number of a row, as the house reads its name (R157). */
  readonly sense: FieldSense | null;
  /** Whose row of the house it names; its picker is the house's own. */
  readonly house: HouseKey | null;
  /** Names the row above in a tree; none is 0 where the column may not be empty. */
  readonly root: boolean;
};
export type Plan = {
  readonly title: string;
  readonly table: Pick<DbTableShape, 'schema' | 'name'>;
  readonly tableComment: string;
  /** DemoBrand, and demoBrand before the names of values. */
  readonly type: string;
  readonly value: string;
  readonly module: string;
  readonly path: string;
  readonly page: string;
  readonly permission: string;
  readonly columns: readonly PlannedColumn[];
  /** Columns that the house keeps and that this table may leave empty. */
  readonly loose: readonly string[];
  /** The column that names the row above, and the one that rows are called by; null: no tree. */
  readonly tree: { readonly parent: PlannedColumn; readonly name: PlannedColumn } | null;
  /** Each row keeps its maker, and users see those that lie in their data scope. */
  readonly scoped: boolean;
  /** Checks and foreign keys of columns that a fresh table has. */
  readonly constraints: readonly DbConstraint[];
};

const no = (message: string): Refusal => refuse('conflict', 'generator.unfit', message);
/** Where a list puts what is asked of every list. */
const TAKEN_FIELDS = new Set(
  'id revision createdAt updatedAt pageIndex pageSize idOrder createdAtOrder asOf columns constructor'.split(' '),
);
/** Packages of the house itself: their keys are given to roles already. */
export const HOUSE_PACKAGES: ReadonlySet<string> = new Set('admin base biz job mall report sys tool'.split(' '));

const VARCHAR_HEADER = 4;
const LONGEST_TEXT = TEXTS.long;
const lengthOf = ({ type, modifier }: DbColumn): number =>
  type === 'text' || modifier < VARCHAR_HEADER ? LONGEST_TEXT : Math.min(modifier - VARCHAR_HEADER, LONGEST_TEXT);
/** numeric(10,2) keeps both figures in one number. */
const scaleOf = ({ type, modifier }: DbColumn): { readonly digits: number; readonly places: number } =>
  type !== 'numeric' || modifier < VARCHAR_HEADER
    ? { digits: 13, places: 4 }
    : { digits: ((modifier - VARCHAR_HEADER) >> 16) & 0xff_ff, places: (modifier - VARCHAR_HEADER) & 0x7_ff };
const NARROW: Partial<Readonly<Record<GenColumn['goType'], ColumnKind>>> = {
  int8: 'int2',
  int16: 'int2',
  int32: 'int4',
  int: 'int4',
};
const WIDTH: Partial<Readonly<Record<ColumnKind, number>>> = { int2: 1, int4: 2, int8: 3 };
/** A whole number may be kept to fewer digits than its column has. */
const narrowed = (kind: ColumnKind, goType: GenColumn['goType']): ColumnKind => {
  const wanted = NARROW[goType];
  return wanted !== undefined && (WIDTH[kind] ?? 0) > (WIDTH[wanted] ?? 0) ? wanted : kind;
};

const on = (flag: string): boolean => flag === '1';
const RANGED = new Set<ColumnKind>(['int2', 'int4', 'int8', 'decimal', 'float', 'day', 'moment']);
/** A comparison that the kind knows: of a text what is in it, of a number or day a range; codes and choices are met whole. */
const queryOf = (
  kind: ColumnKind,
  { isQuery, queryType, dictType, fkTableName }: GenColumn,
): PlannedColumn['query'] => {
  if (!on(isQuery)) return null;
  if (kind === 'bool') return 'EQ';
  if (queryType === 'BETWEEN') return RANGED.has(kind) ? queryType : 'EQ';
  const isWhole = kind !== 'text' || dictType !== '' || fkTableName !== '';
  return queryType === 'LIKE' && isWhole ? 'EQ' : queryType;
};
/** Nothing is saved where nothing is given. */
const isMust = ({ notNull, defaulted, identity, generated }: DbColumn): boolean =>
  notNull && defaulted === null && identity === '' && !generated;
const columnOf = (
  column: DbColumn,
  kind: ColumnKind,
  said: GenColumn,
  link = linkOf(column.name, kind, said),
): PlannedColumn => ({
  name: column.name,
  declared: column.declared,
  defaulted: column.defaulted,
  notNull: column.notNull,
  unique: column.unique,
  field: said.jsonField,
  comment: plainName(column.comment),
  title: cut(plainName(said.columnComment), TEXTS.short) || column.name,
  kind: narrowed(kind, said.goType),
  length: lengthOf(column),
  ...scaleOf(column),
  counted: countsUp(column),
  required: on(said.isRequired) || (isMust(column) && kind !== 'text' && kind !== 'bool'),
  inserted: on(said.isInsert),
  edited: on(said.isEdit),
  listed: on(said.isList),
  // Whose row of the house it is, is met whole: another shop's is a 403.
  query: link.house !== null && on(said.isQuery) ? 'EQ' : queryOf(kind, said),
  html: said.htmlType,
  dict: said.dictType,
  ...link,
  sense: senseIn(said.jsonField, narrowed(kind, said.goType)),
  root: false,
});

/** Two columns of one name would stop the sheet of an export: the later one says which it is. */
const distinct = (columns: readonly PlannedColumn[]): readonly PlannedColumn[] => {
  const seen = new Set(['创建时间', '更新时间']);
  return columns.map((column) => {
    const title = seen.has(column.title) ? `${column.title}（${column.name}）` : column.title;
    seen.add(title);
    return { ...column, title };
  });
};
/** What of a column cannot be written; null: nothing. */
const whyNotColumn = (column: DbColumn, said: GenColumn | undefined): string | null => {
  const { name, declared } = column;
  if (said === undefined) return `表中新增了列 ${name}，请删除配置后重新导入`;
  const kind = kindOf(column);
  if (kind === null) return isMust(column) ? `列 ${name} 必填，而类型 ${declared} 不能生成` : null;
  if (!fitsGoType(kind, said.goType)) return `列 ${name} 的类型是 ${declared}，不能当作 ${said.goType}`;
  if (TAKEN_FIELDS.has(said.jsonField)) return `列 ${name} 的字段名 ${said.jsonField} 已被占用，请换一个`;
  const unfit = whyMisnamed(name, said.jsonField, narrowed(kind, said.goType)) ?? whyUnlinked(name, said, kind);
  if (unfit !== null) return unfit;
  return isMust(column) && !on(said.isInsert) ? `列 ${name} 必填，应允许新增` : null;
};
const plannedColumns = (
  shape: DbTableShape,
  said: readonly GenColumn[],
  kept: ReadonlySet<string>,
): readonly PlannedColumn[] | Refusal => {
  const byName = new Map(said.map((column) => [column.columnName, column]));
  const columns: PlannedColumn[] = [];
  for (const column of shape.columns) {
    if (kept.has(column.name)) continue;
    const settings = byName.get(column.name);
    const reason = whyNotColumn(column, settings);
    if (reason !== null) return no(reason);
    const kind = kindOf(column);
    if (settings !== undefined && kind !== null) columns.push(columnOf(column, kind, settings));
  }
  const gone = said.find(({ columnName }) => shape.columns.every(({ name }) => name !== columnName));
  if (gone !== undefined) return no(`表中已没有列 ${gone.columnName}，请删除配置后重新导入`);
  return whyTwice(columns) ?? (columns.length === 0 ? no('表中没有可以生成的列') : distinct(columns));
};
/** The parameters of a filter: one, or the two ends of a range. */
export const parametersOf = ({ field, query }: PlannedColumn): readonly string[] =>
  query === null ? [] : query === 'BETWEEN' ? [`${field}From`, `${field}To`] : [field];
/** The shop whose row it is, else those that it leads from and to: whoever is locked to shops sees and writes his own (R13). */
export const shopsOf = ({ columns }: Plan): readonly PlannedColumn[] => {
  const shops = columns.filter(({ house }) => house === 'shop');
  const own = shops.filter(({ name }) => name === 'shop_id');
  return own.length === 0 ? shops : own;
};
/** What the row says of a choice beside its value. */
export const labelField = ({ field }: PlannedColumn): string => `${field}Label`;
const whyTwice = (columns: readonly PlannedColumn[]): Refusal | null => {
  const fields = columns.map(({ field }) => field);
  const more = columns.flatMap((column) => [
    ...(column.foreign === null ? [] : [labelField(column)]),
    ...(column.query === 'BETWEEN' ? parametersOf(column) : []),
  ]);
  const twice = [...fields, ...more].find((field, index, all) => all.indexOf(field) !== index);
  return twice === undefined ? null : no(`字段名 ${twice} 重复，请换一个`);
};

const treeOf = (info: GenInfo['info'], columns: readonly PlannedColumn[]): Plan['tree'] | Refusal => {
  if (info.tplCategory !== 'tree') return null;
  if (info.treeCode !== 'id') return no('树编码字段应为 id');
  const parent = columns.find(({ name }) => name === info.treeParentCode);
  const name = columns.find((column) => column.name === info.treeName);
  if (parent === undefined || WIDTH[parent.kind] === undefined) return no('树父编码字段应为表中的整数列');
  if (name?.kind !== 'text') return no('树名称字段应为表中的文字列');
  return { parent, name };
};
/** Whether a fresh table has the column. */
const stays = (name: string, columns: readonly PlannedColumn[]): boolean =>
  KEPT.has(name) || columns.some((column) => column.name === name);
const valueName = (type: string): string => (type[0] ?? '').toLowerCase() + type.slice(1);

/** The plan of a table, or why there is none. */
export const planOf = ({ info, list }: GenInfo, shape: DbTableShape): Plan | Refusal => {
  const scoped = on(info.isDataScope);
  const reason = whyNot(shape) ?? (scoped ? whyNotScoped(shape) : null);
  if (reason !== null) return no(`表 ${info.tableName} 不能生成：${reason}`);
  if (HOUSE_PACKAGES.has(info.packageName)) return no(`包名 ${info.packageName} 由系统使用，请换一个`);
  const columns = plannedColumns(shape, list, keptOf(scoped));
  if ('refused' in columns) return columns;
  const tree = treeOf(info, columns);
  if (tree !== null && 'refused' in tree) return tree;
  const self: Foreign | null = tree && { schema: shape.schema, name: shape.name, value: 'id', label: tree.name.name };
  return {
    title: cut(plainName(info.functionName), TEXTS.short) || shape.name,
    table: { schema: shape.schema, name: shape.name },
    tableComment: plainName(shape.comment),
    type: info.className,
    value: valueName(info.className),
    module: info.moduleName,
    path: `/custom/${info.moduleName}`,
    page: `/admin/custom/${info.moduleName}`,
    permission: `${info.packageName}:${info.businessName}`,
    columns: columns.map((column) =>
      column.name === tree?.parent.name
        ? { ...column, foreign: self, house: null, required: false, root: true }
        : column,
    ),
    loose: shape.columns
      .filter(({ name, notNull }) => KEPT.has(name) && name !== 'id' && !notNull)
      .map(({ name }) => name),
    tree,
    scoped,
    constraints: shape.constraints.filter((one) => one.columns.every((name) => stays(name, columns))),
  };
};
