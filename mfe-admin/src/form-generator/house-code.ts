/** A built form → the source of a dialog of this house, in TypeScript. Pure. */
import type { Form, FormField } from './form-json.ts';
import {
  houseFields,
  houseSection,
  isNumeric,
  patternsOf,
  startValues,
  widthOf,
  type HousePattern,
} from './house-form.ts';
import type { Widget } from './widgets.ts';

const LINE = 110;
const quoted = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
const keyed = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));
/** A value as source: on one line where it fits, else a line for each part. */
export const literal = (value: unknown, depth = 0): string => {
  if (typeof value === 'string') return quoted(value);
  if (value instanceof RegExp) return value.toString();
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }'];
  const partsAt = (level: number): string[] =>
    Array.isArray(value)
      ? value.map((each) => literal(each, level))
      : Object.entries(value).map(([name, each]) => `${keyed(name)}: ${literal(each, level)}`);
  if (Object.keys(value).length === 0) return open.trim() + close.trim();
  const short = `${open}${partsAt(depth).join(', ')}${close}`;
  if (!short.includes('\n') && short.length + depth * 2 <= LINE) return short;
  const inner = '  '.repeat(depth + 1);
  return `${open.trim()}\n${partsAt(depth + 1)
    .map((part) => `${inner}${part},\n`)
    .join('')}${'  '.repeat(depth)}${close.trim()}`;
};

const of = (field: FormField): string => (isNumeric(field) ? 'number' : 'string');
const side = (value: unknown): string =>
  value === undefined || typeof value === 'boolean'
    ? 'boolean'
    : typeof value === 'number'
      ? String(value)
      : literal(value);
const TYPES: Readonly<Record<Widget, (field: FormField) => string>> = {
  input: () => 'string',
  textarea: () => 'string',
  number: () => 'number',
  select: (field) => (field['multiple'] === true ? `readonly ${of(field)}[]` : of(field)),
  radio: of,
  checkbox: (field) => `readonly ${of(field)}[]`,
  switch: (field) => [...new Set([side(field['active-value']), side(field['inactive-value'])])].join(' | '),
  cascader: (field) => `readonly ${of(field)}[]`,
  date: () => 'string',
  datetime: () => 'string',
  file: () => 'readonly File[]',
  upload: () => 'readonly string[]',
};
const NOTES: Partial<Record<Widget, string>> = {
  date: 'yyyy-MM-dd',
  datetime: 'yyyy-MM-dd HH:mm:ss',
  file: '选中的文件，由保存处理',
  upload: '已上传图片的文件名',
};
const valueLine = (field: FormField, widget: Widget): string => {
  const type = TYPES[widget](field);
  const note = NOTES[widget];
  const words = [field.__config__.label, ...(note === undefined ? [] : [note])].join('，').replaceAll('*/', '* /');
  const name = keyed(field.__vModel__ ?? '');
  const line = field.__config__.required ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
  return `  /** ${words.replaceAll(/\s+/g, ' ')} */\n  readonly ${line}`;
};

/** elForm → El; the component is ElForm, its values ElFormValues. */
const baseOf = (formRef: string): string =>
  `${formRef.charAt(0).toUpperCase()}${formRef.slice(1)}`.replace(/Form$/, '').replace(/Dialog$/, '');
export const componentOf = ({ conf }: Form): string => `${baseOf(conf.formRef)}Form`;
/** LeaveForm → leave-form.tsx */
export const fileOf = (form: Form): string =>
  `${componentOf(form)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll(/[_$]+/g, '-')
    .replace(/^-/, '')
    .toLowerCase()}.tsx`;

const checking = (patterns: readonly HousePattern[], values: string, rules: string): string =>
  patterns.length === 0
    ? ''
    : `
const ${rules}: readonly { name: keyof ${values}; pattern: RegExp; message: string }[] = ${literal(patterns)};
const check = (values: Partial<${values}>): Problem[] =>
  ${rules}.flatMap(({ name, pattern, message }) => {
    const value = values[name];
    return typeof value !== 'string' || value === '' || pattern.test(value) ? [] : [{ path: name, message }];
  });
`;
/** A file for a micro-frontend of this house: the dialog, its values and its rules. */
export const houseCode = (form: Form, title: string): string => {
  const { formModel, formRules, formBtns, disabled } = form.conf;
  const component = componentOf(form);
  const values = `${component}Values`;
  const section = houseSection(form);
  const patterns = patternsOf(form);
  const types = ['FormDialogProps', ...(patterns.length === 0 ? [] : ['Problem']), 'Section'];
  return `/** ${title.replaceAll('*/', '* /')} */
import { FormDialog, ${types.map((type) => `type ${type}`).join(', ')} } from 'root-config/ui';

export type ${values} = {
${houseFields(form)
  .map(({ field, widget }) => valueLine(field, widget))
  .join('\n')}
};
const ${formModel}: Partial<${values}> = ${literal(startValues(form))};
const sections: readonly Section<${values}>[] = ${literal([section])};
${checking(patterns, values, formRules)}
type Props = Pick<FormDialogProps<${values}>, 'save' | 'path' | 'onSaved' | 'onClose'>;
export const ${component} = (props: Props) => (
  <FormDialog<${values}>
    title=${jsxText(title)}
    mode="${disabled ? 'view' : 'add'}"
    width={${widthOf(section)}}
    initial={${formModel}}
    sections={sections}
${patterns.length === 0 ? '' : '    check={check}\n'}${formBtns ? '' : '    buttons={[]}\n'}    {...props}
  />
);
`;
};
const jsxText = (text: string): string => (/["\\&{}<>\n]/.test(text) ? `{${quoted(text)}}` : `"${text}"`);
