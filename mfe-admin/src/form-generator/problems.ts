/** What stands in the way of using a form: names that code cannot have, rules that cannot be read. Pure. */
import { idOf, type Form, type FormConf, type FormField, type FormOption } from './form-json.ts';
import { optionsOf, widgetOf } from './widgets.ts';

/** `id`: the field it is said of; null: the form. */
export type FormProblem = { readonly id: number | null; readonly message: string };

const IDENTIFIER = /^[A-Za-z_$][\w$]{0,59}$/;
const RESERVED = new Set(
  `break case catch class const continue debugger default delete do else enum export extends false finally for function
  if import in instanceof new null return super switch this throw true try typeof var void while with yield let static
  await async arguments eval undefined sections check props values value name pattern message`.split(/\s+/),
);
/** Whether a constant of the written code may be called so; components begin with a capital. */
const isConstant = (name: string): boolean => IDENTIFIER.test(name) && /^[a-z_$]/.test(name) && !RESERVED.has(name);

/** `/^1\d{10}$/i`, or what stands between the slashes alone; null: no regular expression. */
export const regexOf = (pattern: string): RegExp | null => {
  const [, source = pattern, flags = ''] = /^\/(.+)\/([dgimsuvy]*)$/s.exec(pattern.trim()) ?? [];
  try {
    return source === '' ? null : new RegExp(source, flags.replace(/[gy]/g, ''));
  } catch {
    return null;
  }
};

const ofOptions = (options: readonly FormOption[]): string | undefined => {
  if (options.length === 0) return '还没有选项';
  if (options.some(({ label }) => label.trim() === '')) return '选项的名称不能为空';
  const values = options.map(({ value }) => String(value));
  if (new Set(values).size < values.length) return '选项的值不能重复';
  for (const { children = [] } of options) {
    const below = children.length === 0 ? undefined : ofOptions(children);
    if (below !== undefined) return below;
  }
  return undefined;
};
const CHOOSES = ['select', 'radio', 'checkbox', 'cascader'];
const ofField = (field: FormField, names: readonly (string | undefined)[]): string[] => {
  const widget = widgetOf(field);
  if (widget === null) return [];
  const name = field.__vModel__ ?? '';
  const found = [
    field.__config__.label.trim() === '' ? '标题不能为空' : undefined,
    IDENTIFIER.test(name) ? undefined : '字段名以字母开头，只能用字母、数字和下划线',
    names.filter((other) => other === name).length > 1 ? `字段名 ${name} 重复了` : undefined,
    CHOOSES.includes(widget) ? ofOptions(optionsOf(field)) : undefined,
    ...field.__config__.regList.map(({ pattern }) =>
      regexOf(pattern) === null ? '校验规则不是正确的正则表达式' : undefined,
    ),
  ];
  return found.flatMap((message) => message ?? []);
};
const ofConf = ({ formRef, formModel, formRules }: FormConf): string[] => [
  ...(/^[A-Za-z]\w{0,59}$/.test(formRef) ? [] : ['表单名以字母开头，只能用字母、数字和下划线']),
  ...(isConstant(formModel) ? [] : ['表单模型以小写字母开头，只能用字母、数字和下划线，不能是代码的保留字']),
  ...(isConstant(formRules) ? [] : ['校验模型以小写字母开头，只能用字母、数字和下划线，不能是代码的保留字']),
  ...(formModel === formRules ? ['表单模型和校验模型不能同名'] : []),
];
/** From top to bottom; the form's own last. */
export const problemsOf = ({ conf, fields }: Form): readonly FormProblem[] => {
  const names = fields.map((field) => field.__vModel__);
  return [
    ...fields.flatMap((field) =>
      ofField(field, names).map((message) => ({ id: idOf(field), message: `“${field.__config__.label}”：${message}` })),
    ),
    ...ofConf(conf).map((message) => ({ id: null, message })),
  ];
};
