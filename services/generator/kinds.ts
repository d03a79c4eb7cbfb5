/** What a Postgres type becomes in a generated record. */
import type { DbColumn, DbTableShape } from './catalogue.ts';
import type { FieldSense } from '../contracts/field-senses.ts';
import type { GenColumn } from './contract.ts';

export type ColumnKind = 'text' | 'int2' | 'int4' | 'int8' | 'decimal' | 'float' | 'bool' | 'day' | 'moment';
const KINDS: Readonly<Record<string, ColumnKind>> = {
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  int2: 'int2',
  int4: 'int4',
  int8: 'int8',
  numeric: 'decimal',
  float4: 'float',
  float8: 'float',
  bool: 'bool',
  date: 'day',
  timestamptz: 'moment',
};
/** null: a type of which no form knows (JSON, arrays, a time without its zone). */
export const kindOf = ({ type, generated }: DbColumn): ColumnKind | null => (generated ? null : (KINDS[type] ?? null));

const NUMBERS = new Set<ColumnKind>(['int2', 'int4', 'int8', 'decimal', 'float']);
export const isNumber = (kind: ColumnKind): boolean => NUMBERS.has(kind);
/** Of the senses of a name, the number of a row. */
export const isRow = (sense: FieldSense): boolean => sense === 'id' || sense === 'shop';
/** Whether a column can hold what its name says (R157): rows are numbered in 4 or 8 bytes, money and weights are any number. */
export const holds = (kind: ColumnKind, sense: FieldSense): boolean =>
  isRow(sense) ? kind === 'int4' || kind === 'int8' : isNumber(kind);

/** Columns that the house keeps by itself. */
export const KEPT: ReadonlySet<string> = new Set(['id', 'revision', 'created_at', 'updated_at']);

/** Of a table with data scope besides: who made a row, and his department then. */
export const MAKER: ReadonlySet<string> = new Set(['created_by_id', 'created_dept_id']);
export const keptOf = (scoped: boolean): ReadonlySet<string> => (scoped ? new Set([...KEPT, ...MAKER]) : KEPT);

type GoType = GenColumn['goType'];
const GO: Readonly<Record<ColumnKind, GoType>> = {
  text: 'string',
  int2: 'int16',
  int4: 'int',
  int8: 'int64',
  decimal: 'float64',
  float: 'float64',
  bool: 'bool',
  day: 'string',
  moment: 'string',
};
export const goTypeOf = (kind: ColumnKind | null): GoType => (kind === null ? 'string' : GO[kind]);
/** A whole number may be called by fewer digits than it has, a decimal by none; texts, days and moments are texts. */
export const fitsGoType = (kind: ColumnKind, goType: GoType): boolean => {
  if (kind === 'bool' || goType === 'bool') return kind === 'bool' && goType === 'bool';
  const isNumber = kind !== 'text' && kind !== 'day' && kind !== 'moment';
  if (goType === 'float64') return kind === 'decimal' || kind === 'float';
  return isNumber === (goType !== 'string');
};
/**
 * Why no plain record can be made of a table, null when it can: rows are named by a whole number `id`, and what the house keeps by
 * itself has the type that it knows.
 */
export const whyNot = ({ columns }: DbTableShape): string | null => {
  const keys = columns.filter(({ key }) => key);
  const [key] = keys;
  if (keys.length !== 1 || key?.name !== 'id' || !['int4', 'int8'].includes(key.type))
    return '主键应为一个名为 id 的整数列';
  const odd = columns.find(({ name }) => !/^[a-z_][a-z0-9_]*$/.test(name));
  if (odd !== undefined) return `列名“${odd.name}”只能用小写字母、数字和下划线`;
  const types: Readonly<Record<string, readonly string[]>> = {
    revision: ['int4', 'int8'],
    created_at: ['timestamptz'],
    updated_at: ['timestamptz'],
  };
  for (const { name, type } of columns)
    if (types[name]?.includes(type) === false) return `列 ${name} 的类型应为 ${types[name][0]}`;
  return null;
};
/** The same of the maker, where rows are divided by their makers. */
export const whyNotScoped = ({ columns }: DbTableShape): string | null => {
  const odd = columns.find(({ name, type, notNull }) => MAKER.has(name) && (type !== 'int8' || notNull));
  return odd === undefined ? null : `数据权限要用列 ${odd.name}，它应为可以为空的 int8`;
};
