/** A built form as this house's own dialog has it: what the preview shows is what the code says. Pure. */
import type { CascadeOption, Field, Option, Section } from 'root-config/ui';
import type { Form, FormField, FormOption } from './form-json.ts';
import { regexOf } from './problems.ts';
import { optionsOf, widgetOf, type Widget } from './widgets.ts';

export type Values = Record<string, unknown>;
export type HouseField = Field<Values>;
export type HousePattern = { readonly name: string; readonly pattern: RegExp; readonly message: string };

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const numberIn = (value: unknown): number | undefined =>
  value === null || value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
/** Without what is not there, so that the code does not say it. */
const given = <Part extends object>(part: Part): { [Key in keyof Part]?: Exclude<Part[Key], undefined> } =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as never;

const flat = (options: readonly FormOption[]): readonly FormOption[] =>
  options.flatMap((option) => [option, ...flat(option.children ?? [])]);
/** The values travel as numbers where all of them are. */
export const isNumeric = (field: FormField): boolean => {
  const options = flat(optionsOf(field));
  return options.length > 0 && options.every(({ value }) => typeof value === 'number');
};
const plain = (field: FormField): Option[] =>
  optionsOf(field).map(({ label, value }) => ({ value: String(value), label }));
const branched = (options: readonly FormOption[]): CascadeOption[] =>
  options.map(({ label, value, children = [] }) => ({
    value: String(value),
    label,
    ...(children.length === 0 ? {} : { children: branched(children) }),
  }));
const numeric = (field: FormField) => (isNumeric(field) ? ({ numeric: true } as const) : {});
/** Of a switch; true and false are the house's own. */
const side = (field: FormField, key: string): string | number | undefined => {
  const value = field[key];
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
};

const text = (field: FormField) => given({ maxLength: numberIn(field['maxlength']) });
const count = (field: FormField) =>
  given({
    decimals: numberIn(field['precision']) ?? 0,
    min: numberIn(field['min']) ?? null,
    max: numberIn(field['max']),
  });
const files = (field: FormField) =>
  given({
    accept: textIn(field['accept']),
    multiple: field['multiple'] === true ? true : undefined,
    maxMb: field.__config__['sizeUnit'] === 'MB' ? numberIn(field.__config__['fileSize']) : undefined,
  });
const KINDS = {
  input: (field) => ({ kind: field['show-password'] === true ? 'password' : 'text', ...text(field) }),
  textarea: (field) => ({ kind: 'textarea', ...text(field) }),
  number: (field) => ({ kind: 'number', ...count(field) }),
  select: (field) =>
    field['multiple'] === true
      ? { kind: 'choices', options: plain(field), ...numeric(field), folded: true }
      : { kind: 'select', options: plain(field), ...numeric(field) },
  radio: (field) => ({ kind: 'radio', options: plain(field), ...numeric(field) }),
  checkbox: (field) => ({ kind: 'choices', options: plain(field), ...numeric(field) }),
  switch: (field) => ({
    kind: 'switch',
    ...given({ on: side(field, 'active-value'), off: side(field, 'inactive-value') }),
  }),
  cascader: (field) => ({ kind: 'cascade', options: branched(optionsOf(field)), ...numeric(field) }),
  date: () => ({ kind: 'day', limited: false }),
  datetime: () => ({ kind: 'moment' }),
  file: (field) => ({ kind: 'files', ...files(field) }),
  upload: (field) => ({ kind: 'pictures', max: field['multiple'] === true ? 9 : 1, asText: false }),
} satisfies Readonly<Record<Widget, (field: FormField) => object>>;

/** Columns of the dialog, and how many a field of so many 24ths takes. */
const columnsOf = (fields: readonly FormField[]): 1 | 2 | 3 => {
  const spans = fields.map(({ __config__: { span } }) => span);
  if (spans.every((span) => span > 16)) return 1;
  return spans.some((span) => span <= 8) ? 3 : 2;
};
const columnsFor = (span: number, columns: 1 | 2 | 3): 1 | 2 | 3 =>
  Math.min(columns, Math.max(1, Math.ceil((span * columns) / 24))) as 1 | 2 | 3;

const houseField = (field: FormField, widget: Widget, columns: 1 | 2 | 3): HouseField => {
  const { label, required, span } = field.__config__;
  const wide = columnsFor(span, columns);
  return {
    ...KINDS[widget](field),
    name: field.__vModel__ ?? '',
    label,
    ...given({
      required: required ? (true as const) : undefined,
      placeholder: textIn(field['placeholder']),
      disabled: field['disabled'] === true || field['readonly'] === true ? true : undefined,
      span: wide === 1 ? undefined : wide,
    }),
  } as HouseField;
};
/** Fields that this house has; others of form-generator stay in the JSON alone. */
export const houseFields = ({ fields }: Form): readonly { field: FormField; widget: Widget }[] =>
  fields.flatMap((field) => {
    const widget = widgetOf(field);
    return widget === null ? [] : [{ field, widget }];
  });
type HouseSection = Section<Values> & { readonly columns: 1 | 2 | 3; readonly fields: readonly HouseField[] };
export const houseSection = (form: Form): HouseSection => {
  const own = houseFields(form);
  const columns = columnsOf(own.map(({ field }) => field));
  return { columns, fields: own.map(({ field, widget }) => houseField(field, widget, columns)) };
};
export const widthOf = ({ columns }: Pick<HouseSection, 'columns'>): 500 | 900 => (columns === 1 ? 500 : 900);

const holdsSeveral = (field: FormField, widget: Widget): boolean =>
  widget === 'checkbox' || widget === 'cascader' || (widget === 'select' && field['multiple'] === true);
const holdsFiles = (widget: Widget): boolean => widget === 'file' || widget === 'upload';
const startOf = (field: FormField, widget: Widget): unknown => {
  const value = field.__config__.defaultValue ?? '';
  if (value === '' || holdsFiles(widget)) return undefined;
  if (holdsSeveral(field, widget)) return Array.isArray(value) && value.length > 0 ? value : undefined;
  if (widget === 'number') return numberIn(value);
  return widget === 'switch' || isNumeric(field) ? value : String(value as string | number);
};
/** What the form begins with. */
export const startValues = (form: Form): Values =>
  Object.fromEntries(
    houseFields(form).flatMap(({ field, widget }) => {
      const value = startOf(field, widget);
      return value === undefined ? [] : [[field.__vModel__ ?? '', value]];
    }),
  );

export const patternsOf = (form: Form): readonly HousePattern[] =>
  houseFields(form)
    .filter(({ widget }) => widget === 'input' || widget === 'textarea')
    .flatMap(({ field }) =>
      field.__config__.regList.flatMap(({ pattern, message }) => {
        const regex = regexOf(pattern);
        return regex === null ? [] : [{ name: field.__vModel__ ?? '', pattern: regex, message }];
      }),
    );
/** The first broken pattern of each value; an empty one is for `required` to judge. */
export const checkPatterns = (patterns: readonly HousePattern[], values: Values) =>
  patterns.flatMap(({ name, pattern, message }) => {
    const value = values[name];
    return typeof value !== 'string' || value === '' || pattern.test(value) ? [] : [{ path: name, message }];
  });
