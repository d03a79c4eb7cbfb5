/**
 * A form as form-generator writes it (R127), with every attribute it may carry: what this builder does not show stays
 * as it came.
 */
import { z } from 'zod';

export type FormOption = { label: string; value: string | number | boolean; children?: FormOption[] | undefined };
const FormOption: z.ZodType<FormOption> = z.lazy(() =>
  z.looseObject({
    label: z.string(),
    value: z.union([z.string(), z.number(), z.boolean()]),
    children: z.array(FormOption).optional(),
  }),
);
/** `pattern` is written as a literal: /^1\d{10}$/ */
const FormRule = z.looseObject({ pattern: z.string(), message: z.string() });
export type FormRule = z.infer<typeof FormRule>;
const FieldConfig = z.looseObject({
  label: z.string().default(''),
  tag: z.string().default(''),
  tagIcon: z.string().default(''),
  layout: z.string().default('colFormItem'),
  /** Columns of 24. */
  span: z.int().min(1).max(24).default(24),
  required: z.boolean().default(false),
  regList: z.array(FormRule).default([]),
  defaultValue: z.unknown().optional(),
  formId: z.number().optional(),
});
export type FieldConfig = z.infer<typeof FieldConfig>;
const Slot = z.looseObject({ options: z.array(FormOption).optional() });
export const FormField = z.looseObject({
  __config__: FieldConfig,
  __slot__: Slot.optional(),
  /** The name of the value. */
  __vModel__: z.string().optional(),
  /** Of a cascade. */
  options: z.array(FormOption).optional(),
});
export type FormField = z.infer<typeof FormField>;
export const FormConf = z.looseObject({
  formRef: z.string().default('elForm'),
  formModel: z.string().default('formData'),
  size: z.string().default('medium'),
  labelPosition: z.enum(['left', 'right', 'top']).default('right'),
  /** px */
  labelWidth: z.number().min(0).max(500).default(100),
  formRules: z.string().default('rules'),
  /** px between columns */
  gutter: z.number().min(0).max(100).default(15),
  disabled: z.boolean().default(false),
  span: z.int().min(1).max(24).default(24),
  formBtns: z.boolean().default(true),
});
export type FormConf = z.infer<typeof FormConf>;
export type Form = { readonly conf: FormConf; readonly fields: readonly FormField[] };
export const EMPTY_FORM: Form = { conf: FormConf.parse({}), fields: [] };
export const MOST_FIELDS = 200;
/** Numbers of fields begin above it, as form-generator's do. */
export const FIRST_ID = 101;

type Json = Readonly<Record<string, unknown>>;
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
/** What stood on the field itself before form-generator kept it in `__config__`. */
const ONCE_FLAT = new Set(
  `label labelWidth showLabel tag tagIcon defaultValue span layout required regList changeTag document formId renderKey
  optionType border buttonText showTip fileSize sizeUnit children componentName`.split(/\s+/),
);
const inPresentShape = (field: unknown): unknown => {
  if (!isJson(field) || '__config__' in field) return field;
  const entries = Object.entries(field).filter(([name]) => name !== 'vModel');
  const config = Object.fromEntries(entries.filter(([name]) => ONCE_FLAT.has(name)));
  const { options, ...rest } = Object.fromEntries(entries.filter(([name]) => !ONCE_FLAT.has(name)));
  const inSlot = config['tag'] !== 'el-cascader';
  return {
    __config__: config,
    ...(options === undefined ? {} : inSlot ? { __slot__: { options } } : { options }),
    ...rest,
    ...(field['vModel'] === undefined ? {} : { __vModel__: field['vModel'] }),
  };
};
/** Rows inside a form are taken apart: their fields stand in their place, as wide as they were. */
const withoutRows = (fields: readonly unknown[], depth = 0): unknown[] =>
  fields.flatMap((given) => {
    const field = inPresentShape(given);
    const config = isJson(field) && isJson(field['__config__']) ? field['__config__'] : {};
    const children = config['layout'] === 'rowFormItem' ? config['children'] : undefined;
    return Array.isArray(children) && depth < 10 ? withoutRows(children, depth + 1) : [field];
  });

const placeOf = (path: readonly PropertyKey[]): string => {
  const [head, index, ...rest] = path;
  return head === 'fields' && typeof index === 'number'
    ? `第${index + 1}个字段${rest.length === 0 ? '' : `的 ${rest.map(String).join('.')}`}`
    : path.map(String).join('.');
};
const Whole = z.looseObject({ fields: z.array(FormField).max(MOST_FIELDS, `最多${MOST_FIELDS}个字段`) });
export type Reading = { readonly form: Form } | { readonly problems: readonly string[] };
/** Text of a file → a form, or what is wrong with it, place by place. */
export const readForm = (text: string): Reading => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problems: ['这不是完整的 JSON，请检查括号和引号'] };
  }
  if (!isJson(json) || !Array.isArray(json['fields']))
    return { problems: ['没有找到 fields：请使用表单构建导出的 JSON'] };
  const { fields, ...given } = json;
  const conf = FormConf.safeParse(given);
  const whole = Whole.safeParse({ fields: withoutRows(fields as unknown[]) });
  const issues = [...(conf.error?.issues ?? []), ...(whole.error?.issues ?? [])];
  if (!conf.success || !whole.success)
    return { problems: issues.map(({ path, message }) => `${placeOf(path)}：${message}`) };
  return {
    form: { conf: conf.data, fields: whole.data.fields.map((field, index) => numbered(field, FIRST_ID + index)) },
  };
};
/** The field under a number of its own. */
export const numbered = (field: FormField, formId: number): FormField => ({
  ...field,
  __config__: { ...field.__config__, formId, renderKey: String(formId) },
});
export const idOf = (field: FormField): number => field.__config__.formId ?? 0;
export const writeForm = ({ conf, fields }: Form): string => JSON.stringify({ fields, ...conf }, null, 2);
