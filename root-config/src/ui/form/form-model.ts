/** Rules of a form as pure functions: which fields are wrong, what was changed, what somebody else changed. */
import { fits, tooLong } from 'services/contracts/limits';
import { parseNumber, ruleOf, type NumberReading } from '../format/numbers.ts';
import { show, words } from '../format/show.ts';
import type { ValueKind } from '../format/kinds.ts';
import type { Field, FormDialogProps, Problem, Section } from './types.ts';

/** Text that stands in a field, and why it is no value; by path. */
export type TypedTexts = Readonly<Record<string, { readonly text: string; readonly message: string | undefined }>>;
export type NumberField<V extends object> = Extract<Field<V>, { decimals?: number }>;
type ComputedField<V extends object> = Extract<Field<V>, { kind: 'computed' }>;
const NUMBER_KINDS: readonly string[] = ['money', 'weight', 'carat', 'count', 'number', 'percent'];
const isNumberField = <V extends object>(field: Field<V>): field is NumberField<V> => NUMBER_KINDS.includes(field.kind);
const isNumberKind = (kind: ValueKind): kind is NumberField<object>['kind'] => NUMBER_KINDS.includes(kind);
/** The field as a number is typed into it: also a computed one that may be typed over. */
export const numberFieldOf = <V extends object>(field: Field<V>): NumberField<V> | undefined => {
  if (isNumberField(field)) return field;
  if (field.kind !== 'computed' || field.editable !== true || !isNumberKind(field.as)) return undefined;
  return { name: field.name, label: field.label, kind: field.as };
};
/** A computed field whose value somebody may write instead. */
export const mayBeWritten = <V extends object>(field: Field<V>): field is ComputedField<V> =>
  field.kind === 'computed' && field.editable === true;

export const parseField = <V extends object>(field: NumberField<V>, text: string): NumberReading =>
  parseNumber(text, ruleOf(field.kind, field));

export const fieldsIn = <V extends object>(sections: readonly Section<V>[]): readonly Field<V>[] =>
  sections.flatMap(({ fields }) => fields ?? []);
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && (value.trim() === '' || value.trim() === '[]')) ||
  (Array.isArray(value) && value.length === 0);

/** A text beyond the limit of its field; it stays whole, as it was typed or pasted. */
export const overlong = <V extends object>(field: Field<V>, value: unknown): string | undefined => {
  if (!('maxLength' in field) || field.maxLength === undefined || typeof value !== 'string') return undefined;
  return fits(value, field.maxLength) ? undefined : tooLong(field.maxLength);
};

const fieldProblem = <V extends object>(
  field: Field<V>,
  values: Partial<V>,
  typed: TypedTexts,
): Problem | undefined => {
  if (field.hidden?.(values) === true) return undefined;
  const unread = typed[field.name]?.message ?? overlong(field, values[field.name]);
  if (unread !== undefined) return { path: field.name, message: unread };
  if (field.required === undefined || !isEmpty(values[field.name])) return undefined;
  return { path: field.name, message: field.required === true ? `${field.label}不能为空` : field.required };
};

type FormRules<V extends object> = Pick<FormDialogProps<V>, 'sections' | 'check' | 'schema'>;
/** Every text that cannot be read, wherever it stands. */
export const unreadIn = (typed: TypedTexts): readonly Problem[] =>
  Object.entries(typed).flatMap(([path, { message }]) => (message === undefined ? [] : [{ path, message }]));
/** What cannot be read in a part of the form that draws its own inputs. */
const unreadElsewhere = <V extends object>(fields: readonly Field<V>[], typed: TypedTexts): readonly Problem[] => {
  const known = new Set<string>(fields.map(({ name }) => name));
  return unreadIn(typed).filter(({ path }) => !known.has(path));
};
/**
 * Local problems in the order of the fields; the schema speaks only where the fields have nothing to say, and nobody
 * speaks of a whole with a part that cannot be read.
 */
export const problemsOf = <V extends object>(
  form: FormRules<V>,
  values: Partial<V>,
  typed: TypedTexts,
): readonly Problem[] => {
  const fields = fieldsIn(form.sections);
  const elsewhere = unreadElsewhere(fields, typed);
  const own = [...fields.flatMap((field) => fieldProblem(field, values, typed) ?? []), ...elsewhere];
  const more = [...(form.check?.(values) ?? [])];
  const parsed = form.schema?.safeParse(values);
  for (const issue of parsed?.error?.issues ?? []) {
    more.push({ path: issue.path.map((part) => String(part)).join('.'), message: issue.message });
  }
  const seen = new Set(own.map(({ path }) => path));
  return [
    ...own,
    ...more.filter(({ path }) => {
      if (seen.has(path) || elsewhere.some((unread) => unread.path.startsWith(`${path}.`))) return false;
      seen.add(path);
      return true;
    }),
  ];
};

/** From top to bottom as they stand on the screen; what stands nowhere by name comes last. */
export const inScreenOrder = <V extends object>(
  sections: readonly Section<V>[],
  problems: readonly Problem[],
): readonly Problem[] => {
  const places: readonly string[] = sections.flatMap(({ fields = [], lines }) => [
    ...fields.map(({ name }) => name),
    ...(lines === undefined ? [] : [lines.name]),
  ]);
  const placeOf = ({ path }: Problem): number => {
    const place = places.indexOf(path.split('.')[0] ?? path);
    return place === -1 ? places.length : place;
  };
  return problems.toSorted((a, b) => placeOf(a) - placeOf(b));
};

/** `bizGoodsList.3.inNum` → its parts, when it names a cell of lines. */
export const cellOf = (
  path: string,
): { readonly name: string; readonly index: number; readonly field: string } | undefined => {
  const [, name, index, field] = /^([^.]+)\.(\d+)\.(.+)$/.exec(path) ?? [];
  return name === undefined || field === undefined ? undefined : { name, index: Number(index), field };
};
/** `“备注”` in front of a message, unless it names it itself. */
const titleBefore = (message: string, title = ''): string =>
  title === '' || message.includes(title) ? '' : `“${title}”`;
/** The message with the name of its place, unless it says it itself: 第3行“备注”：最多200个字. */
export const placedWords = <V extends object>(sections: readonly Section<V>[], { path, message }: Problem): string => {
  const cell = cellOf(path);
  const lines = sections.find((section) => section.lines?.name === cell?.name)?.lines;
  if (cell !== undefined && lines !== undefined) {
    const column = lines.columns.find(({ field }) => field === cell.field);
    return `第${cell.index + 1}行${titleBefore(message, column?.title)}：${message}`;
  }
  const label = fieldsIn(sections).find(({ name }) => name === path)?.label ?? '';
  return message.includes(label) ? message : `${label}：${message}`;
};

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
/** Fields the user changed against what was loaded; an emptied one is undefined. */
export const changedBy = <V extends object>(loaded: Partial<V>, values: Partial<V>): Partial<V> => {
  const before: Readonly<Record<string, unknown>> = { ...loaded };
  const changed = Object.entries(values).filter(([name, value]) => !same(before[name], value));
  return Object.fromEntries(changed) as Partial<V>;
};

/**
 * A record as a form holds it: what its formula says too is left to the formula, so that it follows its inputs again;
 * what was written by hand, where that is possible, stays.
 */
export const following = <V extends object>(sections: readonly Section<V>[], values: Partial<V>): Partial<V> => {
  const followed = fieldsIn(sections).filter(
    (field) => field.kind === 'computed' && (!mayBeWritten(field) || same(values[field.name], field.compute(values))),
  );
  return { ...values, ...Object.fromEntries(followed.map(({ name }) => [name, undefined])) };
};

/** What somebody else changed, in the words of the form: 数量：1 → 2. */
export const differences = <V extends object>(
  sections: readonly Section<V>[],
  loaded: Partial<V>,
  latest: Partial<V>,
): readonly string[] => {
  const lines = sections.flatMap(({ lines: part }) => (part === undefined ? [] : [part.name]));
  const said = fieldsIn(sections)
    .filter(({ kind, name }) => kind !== 'custom' && !same(loaded[name], latest[name]))
    .map((field) => {
      const kind = field.kind === 'computed' ? field.as : numberFieldOf(field)?.kind;
      const text = (value: unknown): string => (kind === undefined ? words(value) : show(kind, value));
      return `${field.label}：${text(loaded[field.name])} → ${text(latest[field.name])}`;
    });
  return lines.some((name) => !same(loaded[name], latest[name])) ? [...said, '明细有改动'] : said;
};
