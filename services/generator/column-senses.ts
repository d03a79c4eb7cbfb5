/** What a column means by its name and its settings: money, weight, a row of the house or of another table (R157). Pure. */
import { senseOf, type FieldSense } from '../contracts/field-senses.ts';
import { placeOf } from './catalogue.ts';
import type { GenColumn } from './contract.ts';
import { HOUSE_TABLES, houseKeyAt, houseKeyOf, type HouseKey, type HouseTable } from './house-links.ts';
import { holds, isNumber, isRow, type ColumnKind } from './kinds.ts';

/** A list that choices come from. */
export type Foreign = HouseTable;
export type Link = { readonly foreign: Foreign | null; readonly house: HouseKey | null };
const foreignOf = ({ fkTableName, fkLabelId, fkLabelName }: GenColumn): Foreign | null => {
  if (fkTableName === '') return null;
  const place = placeOf(fkTableName);
  // A table of the house is linked as the house links it.
  const house = houseKeyAt(place);
  if (house !== null) return HOUSE_TABLES[house];
  return fkLabelId === '' || fkLabelName === '' ? null : { ...place, value: fkLabelId, label: fkLabelName };
};
/** A number is what its name says; numbers of rows are whole. */
export const senseIn = (field: string, kind: ColumnKind): FieldSense | null =>
  isNumber(kind) ? (senseOf(field) ?? null) : null;
/** Of which the house has ways of its own to show and to type it; null: a plain number, or none. */
export const measureOf = (sense: FieldSense | null): 'money' | 'weight' | 'carat' | null =>
  sense === 'money' || sense === 'weight' || sense === 'carat' ? sense : null;
/** What the settings link, else the table of the house that the name of a whole number names. */
export const linkOf = (name: string, kind: ColumnKind, said: GenColumn): Link => {
  const foreign = foreignOf(said);
  if (foreign !== null) return { foreign, house: houseKeyAt(foreign) };
  const house = holds(kind, 'id') ? houseKeyOf(name) : null;
  return { foreign: house && HOUSE_TABLES[house], house };
};
/** Why a column cannot name a row of the house; null: it can, or names none. */
export const whyUnlinked = (name: string, { fkTableName }: GenColumn, kind: ColumnKind): string | null =>
  fkTableName === '' || houseKeyAt(placeOf(fkTableName)) === null || holds(kind, 'id')
    ? null
    : `列 ${name} 不能关联 ${fkTableName}，列的类型应为 int4 或 int8`;
/** Why the name of a field cannot be that of what it holds; null: it can. */
export const whyMisnamed = (name: string, field: string, kind: ColumnKind): string | null => {
  const sense = senseOf(field);
  if (sense === undefined || holds(kind, sense)) return null;
  const what = isRow(sense) ? '编号，列的类型应为 int4 或 int8' : '数，列的类型应为数字';
  return `列 ${name} 的字段名 ${field} 说的是${what}，请换一个字段名`;
};
