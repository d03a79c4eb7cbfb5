/** What an imported table is called at first, and what its columns do; all of it may be changed. */
import type { DbColumn, DbTableShape } from './catalogue.ts';
import type { GenColumn } from './contract.ts';
import { KEPT, goTypeOf, kindOf, type ColumnKind } from './kinds.ts';

const words = (name: string): readonly string[] => name.split('_').filter((word) => word !== '');
const capital = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1);
const pascal = (name: string): string => words(name).map(capital).join('');
const camel = (name: string): string => {
  const [first = '', ...rest] = words(name);
  return [first, ...rest.map(capital)].join('');
};

const flag = (on: boolean): string => (on ? '1' : '0');
const HTML: Partial<Readonly<Record<ColumnKind, GenColumn['htmlType']>>> = {
  bool: 'checkbox',
  day: 'datetime',
  moment: 'datetime',
};
const STATUS = 'sys_normal_disable';
const htmlOf = (column: DbColumn, kind: ColumnKind | null): GenColumn['htmlType'] => {
  if (column.name === 'status') return 'radio';
  if (kind === 'text' && column.type === 'text' && /remark|content|description/.test(column.name)) return 'textarea';
  return (kind === null ? undefined : HTML[kind]) ?? 'input';
};
/** Names, codes and states are looked for. */
const isSought = (column: DbColumn, kind: ColumnKind | null): boolean =>
  kind === 'text' && /(^|_)(name|code|title|status)$/.test(column.name);

/** What it does on list, form and filter line. */
const usesOf = (column: DbColumn, kind: ColumnKind | null) => {
  const own = kind !== null && !KEPT.has(column.name);
  const isState = column.name === 'status';
  return {
    isRequired: flag(own && column.notNull && column.defaulted === null && kind !== 'bool'),
    isInsert: flag(own),
    isEdit: flag(own),
    isList: flag(own),
    isQuery: flag(own && isSought(column, kind)),
    queryType: kind === 'text' && !isState ? ('LIKE' as const) : ('EQ' as const),
    htmlType: htmlOf(column, kind),
    dictType: isState && kind === 'text' ? STATUS : '',
  };
};
/** Gives itself a number when it gets none. */
export const countsUp = ({ identity, defaulted }: DbColumn): boolean =>
  identity !== '' || defaulted?.startsWith('nextval(') === true;
const columnOf = (column: DbColumn, sort: number, columnId: number): GenColumn => {
  const kind = kindOf(column);
  return {
    columnId,
    columnName: column.name,
    columnComment: column.comment || column.name,
    columnType: column.declared,
    goType: goTypeOf(kind),
    goField: pascal(column.name),
    jsonField: camel(column.name),
    isPk: flag(column.key),
    isIncrement: flag(countsUp(column)),
    ...usesOf(column, kind),
    fkTableName: '',
    fkLabelId: '',
    fkLabelName: '',
    sort,
  };
};

/** Numbers of columns follow from that of their table. */
const COLUMNS_OF_TABLE = 1_000;
/** The row of `gen_table`, without its id and moments. */
export const imported = (id: number, tableName: string, { name, comment, columns }: DbTableShape) => {
  const title = comment.trim().replace(/表$/, '') || name;
  return {
    table_name: tableName,
    table_comment: title,
    class_name: pascal(name),
    function_author: 'admin',
    package_name: 'custom',
    module_name: words(name).join('-'),
    business_name: camel(name),
    function_name: title,
    columns: columns.map((column, index) => columnOf(column, index + 1, id * COLUMNS_OF_TABLE + index + 1)),
  };
};
