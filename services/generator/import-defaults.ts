/** What an imported table is called at first, and what its columns do; all of it may be changed. */
import { senseOf } from '../contracts/field-senses.ts';
import type { DbColumn, DbTableShape } from './catalogue.ts';
import type { GenColumn } from './contract.ts';
import { HOUSE_TABLES, HOUSE_WORDS, houseKeyOf } from './house-links.ts';
import { KEPT, goTypeOf, holds, kindOf, type ColumnKind } from './kinds.ts';

const words = (name: string): readonly string[] => name.split('_').filter((word) => word !== '');
const capital = (word: string): string => (word[0] ?? '').toUpperCase() + word.slice(1);
const pascal = (name: string): string => words(name).map(capital).join('');
const camel = (name: string): string => {
  const [first = '', ...rest] = words(name);
  return [first, ...rest.map(capital)].join('');
};

/** What cannot hold what its name says, a text called like a sum, says what it is instead (R157). */
const SUFFIX: Readonly<Record<ColumnKind, string>> = {
  text: 'Text',
  int2: 'Number',
  int4: 'Number',
  int8: 'Number',
  decimal: 'Number',
  float: 'Number',
  bool: 'Flag',
  day: 'Day',
  moment: 'At',
};
const fieldName = (name: string, kind: ColumnKind | null): string => {
  const field = camel(name);
  const sense = senseOf(field);
  const isSo = kind === null || KEPT.has(name) || sense === undefined || holds(kind, sense);
  return isSo ? field : `${field}${SUFFIX[kind]}`;
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
/** A key of the house leads to its table. */
const linkOf = (
  name: string,
  kind: ColumnKind | null,
): Pick<GenColumn, 'fkTableName' | 'fkLabelId' | 'fkLabelName'> => {
  const house = kind !== null && holds(kind, 'id') ? houseKeyOf(name) : null;
  if (house === null) return { fkTableName: '', fkLabelId: '', fkLabelName: '' };
  const { schema, name: table, value, label } = HOUSE_TABLES[house];
  return { fkTableName: `${schema}.${table}`, fkLabelId: value, fkLabelName: label };
};
/** What the house calls it where the table says nothing (R157). */
const CALLED: Readonly<Partial<Record<string, string>>> = {
  ...Object.fromEntries(Object.entries(HOUSE_WORDS).map(([key, word]) => [`${key}_id`, word])),
  price: '价格',
  cost: '成本',
  fee: '费用',
  amount: '金额',
  weight: '重量',
  ct: '石重',
};
const columnOf = (column: DbColumn, sort: number, columnId: number): GenColumn => {
  const kind = kindOf(column);
  return {
    columnId,
    columnName: column.name,
    columnComment: column.comment || (CALLED[column.name] ?? column.name),
    columnType: column.declared,
    goType: goTypeOf(kind),
    goField: pascal(column.name),
    jsonField: fieldName(column.name, kind),
    isPk: flag(column.key),
    isIncrement: flag(countsUp(column)),
    ...usesOf(column, kind),
    ...linkOf(column.name, kind),
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
