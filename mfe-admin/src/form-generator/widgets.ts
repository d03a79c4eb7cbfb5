/** The controls of the builder (S2§9, R127), and how form-generator writes each. */
import { numbered, type FieldConfig, type FormField, type FormOption } from './form-json.ts';

export type Widget =
  | 'input'
  | 'textarea'
  | 'number'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'switch'
  | 'cascader'
  | 'date'
  | 'datetime'
  | 'file'
  | 'upload';
export const WIDGET_NAMES: Readonly<Record<Widget, string>> = {
  input: '单行文本',
  textarea: '多行文本',
  number: '数字',
  select: '下拉选择',
  radio: '单选框组',
  checkbox: '多选框组',
  switch: '开关',
  cascader: '级联选择',
  date: '日期',
  datetime: '日期时间',
  file: '文件',
  upload: '图片上传',
};
export const WIDGET_GROUPS: readonly { readonly title: string; readonly widgets: readonly Widget[] }[] = [
  { title: '输入', widgets: ['input', 'textarea', 'number'] },
  { title: '选择', widgets: ['select', 'radio', 'checkbox', 'cascader', 'switch'] },
  { title: '日期', widgets: ['date', 'datetime'] },
  { title: '文件', widgets: ['file', 'upload'] },
];

const BY_TAG: Readonly<Record<string, (field: FormField) => Widget | null>> = {
  'el-input': ({ type }) => (type === 'textarea' ? 'textarea' : 'input'),
  'el-input-number': () => 'number',
  'el-select': () => 'select',
  'el-radio-group': () => 'radio',
  'el-checkbox-group': () => 'checkbox',
  'el-switch': () => 'switch',
  'el-cascader': () => 'cascader',
  'el-date-picker': ({ type }) => (type === 'date' || type === 'datetime' ? type : null),
  'el-upload': (field) => (String(field['list-type']).startsWith('picture') ? 'upload' : 'file'),
};
/** What a field is; null: a control of form-generator that this builder keeps but does not have. */
export const widgetOf = (field: FormField): Widget | null => BY_TAG[field.__config__.tag]?.(field) ?? null;

const TWO: readonly FormOption[] = [
  { label: '选项一', value: 1 },
  { label: '选项二', value: 2 },
];
const WAY: readonly FormOption[] = [{ label: '选项1', value: 1, children: [{ label: '选项1-1', value: 2 }] }];
type Blank = { readonly tag: string; readonly config?: object; readonly attributes: object; readonly options?: true };
const TEXT = { placeholder: '请输入', maxlength: null, 'show-word-limit': false, readonly: false, disabled: false };
const CHOSEN = { placeholder: '请选择', disabled: false, clearable: true };
const moment = (type: 'date' | 'datetime', format: string) => ({
  tag: 'el-date-picker',
  config: { defaultValue: null },
  attributes: { ...CHOSEN, type, format, 'value-format': format, readonly: false },
});
const files = (look: 'text' | 'picture-card', accept: string) => ({
  tag: 'el-upload',
  config: { defaultValue: null, showTip: false, buttonText: '点击上传', fileSize: 2, sizeUnit: 'MB' },
  attributes: {
    action: '',
    disabled: false,
    accept,
    name: 'file',
    'auto-upload': true,
    'list-type': look,
    multiple: false,
  },
});
const BLANKS: Readonly<Record<Widget, Blank>> = {
  input: { tag: 'el-input', attributes: { __slot__: { prepend: '', append: '' }, clearable: true, ...TEXT } },
  textarea: { tag: 'el-input', attributes: { type: 'textarea', autosize: { minRows: 4, maxRows: 4 }, ...TEXT } },
  number: {
    tag: 'el-input-number',
    attributes: { placeholder: '', step: 1, 'step-strictly': false, 'controls-position': '', disabled: false },
  },
  select: { tag: 'el-select', options: true, attributes: { ...CHOSEN, filterable: false, multiple: false } },
  radio: {
    tag: 'el-radio-group',
    options: true,
    config: { optionType: 'default', border: false },
    attributes: { style: {}, size: 'medium', disabled: false },
  },
  checkbox: {
    tag: 'el-checkbox-group',
    options: true,
    config: { defaultValue: [], optionType: 'default', border: false },
    attributes: { style: {}, size: 'medium', min: null, max: null, disabled: false },
  },
  switch: {
    tag: 'el-switch',
    config: { defaultValue: false },
    attributes: {
      disabled: false,
      'active-text': '',
      'inactive-text': '',
      'active-value': true,
      'inactive-value': false,
    },
  },
  cascader: {
    tag: 'el-cascader',
    config: { defaultValue: [], dataType: 'static' },
    attributes: {
      ...CHOSEN,
      options: WAY,
      props: { props: { multiple: false, label: 'label', value: 'value', children: 'children' } },
      'show-all-levels': true,
      filterable: false,
      separator: '/',
    },
  },
  date: moment('date', 'yyyy-MM-dd'),
  datetime: moment('datetime', 'yyyy-MM-dd HH:mm:ss'),
  file: files('text', ''),
  upload: files('picture-card', 'image/*'),
};
/** A field as it comes from the palette, named as form-generator names it. */
export const newField = (widget: Widget, id: number, span: number): FormField => {
  const { tag, config, attributes, options } = BLANKS[widget];
  const common: FieldConfig = {
    label: WIDGET_NAMES[widget],
    labelWidth: null,
    showLabel: true,
    changeTag: true,
    tag,
    tagIcon: widget,
    layout: 'colFormItem',
    span,
    required: false,
    regList: [],
    ...config,
  };
  const slot = options === true ? { __slot__: { options: TWO.map((option) => ({ ...option })) } } : {};
  return numbered({ __config__: common, ...slot, ...attributes, __vModel__: `field${id}` }, id);
};
export const optionsOf = (field: FormField): readonly FormOption[] =>
  (widgetOf(field) === 'cascader' ? field.options : field.__slot__?.options) ?? [];
