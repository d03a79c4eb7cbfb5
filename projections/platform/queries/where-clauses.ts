/** WHERE clauses out of optional filters. Columns are fragments of the caller, values are parameters. */
import { sql, type FragmentSqlToken, type PrimitiveValueExpression } from 'slonik';
import { likePattern } from 'services/platform/base/text-search';

export type Condition = FragmentSqlToken | null;
type Column = FragmentSqlToken;

/** `column = value`; nothing when the filter is absent or blank. */
export const equals = (column: Column, value: PrimitiveValueExpression | undefined): Condition =>
  value === undefined || value === null || value === '' ? null : sql.fragment`${column} = ${value}`;

/** `column` is the customer, or a record of the same person that was merged into that one (R95); nothing without an id. */
export const ofCustomer = (column: Column, id: number | undefined): Condition =>
  id === undefined
    ? null
    : sql.fragment`${column} = ANY(ARRAY(
        SELECT ${id}::int8 UNION ALL SELECT id FROM master.customer WHERE merged_into = ${id}::int8))`;

/** `column` is one of the texts; nothing when the list is absent or empty. */
export const oneOf = (column: Column, values: readonly string[] | undefined): Condition =>
  values === undefined || values.length === 0 ? null : sql.fragment`${column} = ANY(${sql.array(values, 'text')})`;

/** `column` is one of the ids; null means no limit, an empty list means nothing at all. */
export const oneOfIds = (column: Column, ids: readonly number[] | null): Condition =>
  ids === null ? null : sql.fragment`${column} = ANY(${sql.array(ids, 'int8')})`;

/** `column` contains the text; nothing when the filter is absent or blank. Scans: for names of many rows see grams. */
export const contains = (column: Column, term: string | undefined): Condition =>
  term === undefined || term.trim() === '' ? null : sql.fragment`${column} LIKE ${likePattern(term.trim())}`;

/** Days from `begin` to `end`, both inclusive, each optional. */
export const between = (column: Column, begin: string | undefined, end: string | undefined): readonly Condition[] => [
  begin === undefined ? null : sql.fragment`${column} >= ${begin}::date`,
  end === undefined ? null : sql.fragment`${column} <= ${end}::date`,
];

/** All conditions that are there, joined by AND; `true` when there are none. */
export const allOf = (...conditions: readonly (Condition | readonly Condition[])[]): FragmentSqlToken => {
  const present = conditions.flat().filter((condition) => condition !== null);
  return present.length === 0 ? sql.fragment`true` : sql.fragment`(${sql.join(present, sql.fragment` AND `)})`;
};

/** `ASC` or `DESC` of the first sort parameter that is set, else the default order; `key` makes it total. */
export const orderedBy = (
  choices: readonly (readonly [column: Column, direction: 'asc' | 'desc' | undefined])[],
  otherwise: FragmentSqlToken,
  key: Column,
): FragmentSqlToken => {
  const chosen = choices.find(([, direction]) => direction !== undefined);
  if (chosen === undefined) return otherwise;
  const direction = chosen[1] === 'asc' ? sql.fragment`ASC` : sql.fragment`DESC`;
  return sql.fragment`${chosen[0]} ${direction}, ${key} ${direction}`;
};
