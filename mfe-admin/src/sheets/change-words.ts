/** Changes of a record in words: columns as its form calls them, values as it names them. Pure. */
import type { Field, Section } from 'root-config/ui';

/** A column: its label, and what its values are called where they are none to read. */
export type ChangeColumn = {
  readonly label: string;
  /** '' for an entry of a list that says nothing. */
  readonly nameOf?: (value: string) => string;
  /** The dictionary that names its values. */
  readonly dict?: string;
};
export type Columns = Readonly<Record<string, ChangeColumn>>;

/** As the database calls what a form calls `roleName`. */
const columnOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const toldOf = <V extends object>(field: Field<V>): ChangeColumn => {
  const { label } = field;
  if (field.kind === 'dict') return { label, dict: field.dict };
  if ((field.kind !== 'select' && field.kind !== 'radio') || typeof field.options === 'function') return { label };
  const { options } = field;
  return { label, nameOf: (value) => options.find((option) => option.value === value)?.label ?? value };
};
/** What the fields of a form say of the columns that keep them. */
export const columnsIn = <V extends object>(sections: readonly Section<V>[]): Columns =>
  Object.fromEntries(
    sections.flatMap(({ fields = [] }) => fields.map((field) => [columnOf(field.name), toldOf(field)])),
  );

const textOf = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? '是' : '否';
  if (typeof value !== 'string') return value === null || value === undefined ? '' : JSON.stringify(value);
  return value;
};
const wordOf = (value: unknown, { nameOf = (text: string) => text }: ChangeColumn): string => {
  const text = textOf(value);
  return text === '' ? '空' : nameOf(text);
};
/** Of a list what went and what came, not all that stayed. */
const listWords = (before: readonly unknown[], after: readonly unknown[], told: ChangeColumn): string => {
  const only = (these: readonly unknown[], those: readonly unknown[]) =>
    these.flatMap((one) => (those.includes(one) ? [] : wordOf(one, told) || []));
  const [gone, come] = [only(before, after), only(after, before)];
  return [
    ...(gone.length > 0 ? [`去掉 ${gone.join('、')}`] : []),
    ...(come.length > 0 ? [`增加 ${come.join('、')}`] : []),
  ].join('；');
};
const asList = (value: unknown): readonly unknown[] | null => {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : null;
};
type Change = { readonly before?: unknown; readonly after?: unknown };
const lineOf = (told: ChangeColumn, { before, after }: Change, isNew: boolean): string | null => {
  const [was, is] = [asList(before), asList(after)];
  if (was !== null && is !== null) {
    const words = listWords(was, is, told);
    return words === '' ? null : `${told.label}：${words}`;
  }
  const [old, now] = [wordOf(before, told), wordOf(after, told)];
  if (old === now) return null;
  return `${told.label}：${isNew ? '' : `${old} → `}${now}`;
};
/**
 * A line for each change of a column that is told; what stayed empty or reads the same is none. Of a new record: what it
 * began with.
 */
export const linesOf = (
  changes: Readonly<Record<string, Change>>,
  columns: Columns,
  isNew: boolean,
): readonly string[] =>
  Object.entries(changes).flatMap(([name, change]) => {
    const told = columns[name];
    const line = told === undefined ? null : lineOf(told, change, isNew);
    return line === null ? [] : [line];
  });
