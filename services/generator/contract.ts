/**
 * The generator (S2§2.22, §5, §7, §9; R124): settings of one table each, out of which the files of one plain record are
 * written. `goType` and `goField` keep their names on the wire; they carry the TypeScript type and field.
 */
import { z } from 'zod';
import { Paging } from '../contracts/envelope.ts';
import { order, term } from '../contracts/filters.ts';
import { LISTS, TEXTS, addressNumber, chosenId, patternText, requiredText, wireText } from '../contracts/values.ts';

export const GEN_KEY = 'tool:gen';
export const GO_TYPES = ['int64', 'string', 'int', 'int8', 'int16', 'int32', 'float64', 'bool'] as const;
export const QUERY_TYPES = ['EQ', 'NE', 'GT', 'GTE', 'LT', 'LTE', 'LIKE', 'BETWEEN'] as const;
export const HTML_TYPES = ['input', 'select', 'radio', 'file', 'checkbox', 'datetime', 'textarea'] as const;
export const TEMPLATE_KINDS = ['crud', 'tree'] as const;

/** '1' or '0', as text, number or truth (R124). */
const flag = z
  .union([z.enum(['0', '1']), z.literal(0), z.literal(1), z.boolean()], { error: '请选择是或否' })
  .transform((value) => (value === true ? '1' : value === false ? '0' : String(value)));
const name = (pattern: RegExp, missing: string, wrong: string) =>
  requiredText(missing, TEXTS.code).pipe(patternText(pattern, wrong));
const blank = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.literal('').transform(() => ''), schema], { error: '格式不正确' });

/** custom.demo_brand, or demo_brand where it stands in the schema public. */
export const TABLE_NAME = /^[a-z_]+(\.[a-z_]+)?$/;
const TableName = name(TABLE_NAME, '表名称不能为空', '只允许小写字母,例如 sys_demo 格式');
const Word = /^[a-z][a-zA-Z0-9]{0,39}$/;

export const GenColumn = z.object({
  columnId: z.int(),
  columnName: z.string(),
  columnComment: z.string(),
  columnType: z.string(),
  goType: z.enum(GO_TYPES),
  goField: z.string(),
  jsonField: z.string(),
  isPk: z.string(),
  isIncrement: z.string(),
  isRequired: z.string(),
  isInsert: z.string(),
  isEdit: z.string(),
  isList: z.string(),
  isQuery: z.string(),
  queryType: z.enum(QUERY_TYPES),
  htmlType: z.enum(HTML_TYPES),
  dictType: z.string(),
  fkTableName: z.string(),
  fkLabelId: z.string(),
  fkLabelName: z.string(),
  sort: z.int(),
});
export type GenColumn = z.infer<typeof GenColumn>;
/** What may be said of a column; absent is unchanged. */
const ColumnEdit = z.object({
  columnId: chosenId('id', '字段不正确'),
  columnComment: wireText(TEXTS.name).optional(),
  goType: z.enum(GO_TYPES, { error: '请选择正确的类型' }).optional(),
  goField: patternText(/^[A-Z][a-zA-Z0-9]{0,39}$/, '请以大写字母开头，只用字母和数字').optional(),
  jsonField: patternText(Word, '请以小写字母开头，只用字母和数字').optional(),
  isRequired: flag.optional(),
  isInsert: flag.optional(),
  isEdit: flag.optional(),
  isList: flag.optional(),
  isQuery: flag.optional(),
  queryType: z.enum(QUERY_TYPES, { error: '请选择正确的查询方式' }).optional(),
  htmlType: z.enum(HTML_TYPES, { error: '请选择正确的显示类型' }).optional(),
  dictType: blank(patternText(/^[a-zA-Z_]{1,64}$/, '字典类型只用字母和下划线')).optional(),
  fkTableName: blank(TableName).optional(),
  fkLabelId: blank(patternText(/^[a-z_]{1,64}$/, '列名只用小写字母和下划线')).optional(),
  fkLabelName: blank(patternText(/^[a-z_]{1,64}$/, '列名只用小写字母和下划线')).optional(),
});

export const TableEdit = z.object({
  tableId: chosenId('id', '请选择要修改的表'),
  tableName: TableName.optional(),
  tableComment: requiredText('菜单名称不能为空', TEXTS.short).optional(),
  className: name(/^[A-Z][A-Za-z0-9]{0,39}$/, '模型名称不能为空', '必须以大写字母开头,例如 SysDemo 格式').optional(),
  functionAuthor: name(/^[A-Za-z]+$/, '作者不能为空', '作者只允许字母').optional(),
  remark: wireText(500).nullish(),
  tplCategory: z.enum(TEMPLATE_KINDS, { error: '请选择生成模板' }).optional(),
  packageName: name(/^[a-z]{1,40}$/, '包名不能为空', '包名只允许小写字母').optional(),
  moduleName: name(/^[a-z-]{0,59}[a-z]$/, '模块名不能为空', '模块名只允许小写字母和连字符，以字母结尾').optional(),
  businessName: name(/^[a-z][a-zA-Z]{0,39}$/, '业务名不能为空', '业务名以小写字母开头，只允许字母').optional(),
  functionName: requiredText('功能名不能为空', TEXTS.short).optional(),
  treeCode: wireText(TEXTS.code).nullish(),
  treeParentCode: wireText(TEXTS.code).nullish(),
  treeName: wireText(TEXTS.code).nullish(),
  isDataScope: flag.optional(),
  isActions: flag.optional(),
  isAuth: flag.optional(),
  columns: z.array(ColumnEdit).max(LISTS.choices, `最多${LISTS.choices}列`).optional(),
});
export type TableEdit = z.infer<typeof TableEdit>;

export const GenTable = z.object({
  tableId: z.int(),
  tableName: z.string(),
  tableComment: z.string(),
  className: z.string(),
  functionAuthor: z.string(),
  remark: z.string(),
  tplCategory: z.enum(TEMPLATE_KINDS),
  packageName: z.string(),
  moduleName: z.string(),
  businessName: z.string(),
  functionName: z.string(),
  treeCode: z.string(),
  treeParentCode: z.string(),
  treeName: z.string(),
  isDataScope: z.string(),
  isActions: z.string(),
  isAuth: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type GenTable = z.infer<typeof GenTable>;
export const GenInfo = z.object({ list: z.array(GenColumn), info: GenTable });
export type GenInfo = z.infer<typeof GenInfo>;

/** A table of the database that is not imported yet. Postgres keeps no time of its making. */
export const DbTable = z.object({
  tableName: z.string(),
  tableComment: z.string(),
  tableRows: z.int(),
  createTime: z.null(),
  updateTime: z.null(),
});
export type DbTable = z.infer<typeof DbTable>;
export const TreeTable = z.object({
  tableId: z.int(),
  tableName: z.string(),
  tableComment: z.string(),
  columns: z.array(z.object({ columnName: z.string(), jsonField: z.string(), columnComment: z.string() })),
});

const TenRows = { ...Paging, pageSize: Paging.pageSize.unwrap().default(10) };
const direction = order().catch(undefined);
const named = { tableName: term(100), tableComment: term(100) };
export const genTableList = {
  path: '/sys/tables/page',
  row: GenTable,
  query: z.object({ ...TenRows, ...named, createdAtOrder: direction }),
} as const;
export const dbTableList = {
  path: '/db/tables/page',
  row: DbTable,
  query: z.object({ ...TenRows, ...named }),
} as const;
export const GEN_INFO_PATH = '/sys/tables/info';

/** `custom.demo_brand,demo_item`. */
export const TableNames = z.object({ tables: term(TEXTS.long) });
export const TableId = z.object({ id: addressNumber('id', '编号不正确') });
/** Ids in the address: `/sys/tables/info/1,2`. */
export const TableIds = z.object({
  ids: patternText(/^\d{1,15}(,\d{1,15}){0,99}$/, '编号不正确').transform((text) => text.split(',').map(Number)),
});
/** File by file, `template/<name>.template`. */
export const Preview = z.record(z.string(), z.string());
export type Preview = z.infer<typeof Preview>;
/** What was written: paths of files, titles of menus. */
export const GeneratedTable = z.array(z.string());
export type GeneratedTable = z.infer<typeof GeneratedTable>;
export { HOUSE_TABLES, HOUSE_WORDS } from './house-links.ts';
/** Taken and ignored: generated routes always ask for a key (R124). */
export const RoleCheck = z.object({ ischeckrole: term(10) });
