/** Conditions of the lists of an installation's own tables: a column compared with what was asked, as the column has it. */
import { sql, type FragmentSqlToken } from 'slonik';

const TYPES = {
  text: sql.fragment`text`,
  int8: sql.fragment`int8`,
  numeric: sql.fragment`numeric`,
  float8: sql.fragment`float8`,
  bool: sql.fragment`bool`,
  date: sql.fragment`date`,
  /** By its day in the shops' calendar. */
  moment: sql.fragment`date`,
};
const SIGNS = {
  EQ: sql.fragment`=`,
  NE: sql.fragment`<>`,
  GT: sql.fragment`>`,
  GTE: sql.fragment`>=`,
  LT: sql.fragment`<`,
  LTE: sql.fragment`<=`,
};
export type Comparison = keyof typeof SIGNS | 'LIKE';
/** null: nothing was asked. LIKE finds a text anywhere, whatever its case, without wildcards. */
export const compared = (
  column: readonly [table: string, name: string],
  how: Comparison,
  value: string | number | undefined,
  type: keyof typeof TYPES,
): FragmentSqlToken | null => {
  if (value === undefined || value === '') return null;
  const name = sql.identifier(column);
  const asked = String(value);
  if (how === 'LIKE') return sql.fragment`position(lower(${asked}) IN lower(${name}::text)) > 0`;
  const at = type === 'moment' ? sql.fragment`(${name} AT TIME ZONE 'Asia/Shanghai')::date` : name;
  return sql.fragment`${at} ${SIGNS[how]} (${asked}::text)::${TYPES[type]}`;
};
