/** The right side: properties and rules of the chosen field, or of the form. */
import { Button, Checkbox, FormControl, TextInput } from 'root-config/ui';
import type { Dispatch } from 'react';
import { idOf, type FieldConfig, type FormConf, type FormField, type FormOption } from './form-json.ts';
import type { Building, BuildStep } from './model.ts';
import { optionsOf, widgetOf } from './widgets.ts';

type TextProps = { readonly label: string; readonly value: unknown; readonly onChange: (text: string) => void };
const Text = ({ label, value, onChange }: TextProps) => (
  <FormControl>
    <FormControl.Label>{label}</FormControl.Label>
    <TextInput
      block
      size="small"
      autoComplete="off"
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
      onChange={({ target }) => onChange(target.value)}
    />
  </FormControl>
);
type FlagProps = { readonly label: string; readonly on: boolean; readonly onChange: (on: boolean) => void };
const Flag = ({ label, on, onChange }: FlagProps) => (
  <FormControl>
    <Checkbox checked={on} onChange={() => onChange(!on)} />
    <FormControl.Label>{label}</FormControl.Label>
  </FormControl>
);
const wholeOr = (text: string, otherwise: number | null): number | null =>
  /^-?\d+$/.test(text) ? Number(text) : otherwise;

type Change = (tag: string, change: (field: FormField) => FormField) => void;
type PanelSectionProps = { readonly field: FormField; readonly change: Change };
const withOptions = (field: FormField, options: FormOption[]): FormField =>
  widgetOf(field) === 'cascader' ? { ...field, options } : { ...field, __slot__: { ...field.__slot__, options } };
/** A value that was a number stays one while it reads as one. */
const valueLike = (text: string): string | number => (/^-?(0|[1-9]\d{0,14})$/.test(text) ? Number(text) : text);
const Options = ({ field, change }: PanelSectionProps) => {
  const options = optionsOf(field);
  const put = (next: FormOption[]): void => change('options', (before) => withOptions(before, next));
  return (
    <fieldset>
      <legend>选项</legend>
      {options.map((option, at) => (
        <div key={at} className="fg-line">
          <TextInput
            size="small"
            aria-label={`第${at + 1}个选项的名称`}
            value={option.label}
            onChange={({ target }) => put(options.with(at, { ...option, label: target.value }))}
          />
          <TextInput
            size="small"
            aria-label={`第${at + 1}个选项的值`}
            value={String(option.value)}
            onChange={({ target }) => put(options.with(at, { ...option, value: valueLike(target.value) }))}
          />
          <Button size="small" aria-label={`去掉第${at + 1}个选项`} onClick={() => put(options.toSpliced(at, 1))}>
            ×
          </Button>
        </div>
      ))}
      <Button
        size="small"
        onClick={() => put([...options, { label: `选项${options.length + 1}`, value: options.length + 1 }])}
      >
        添加选项
      </Button>
    </fieldset>
  );
};
const Rules = ({ field, change }: PanelSectionProps) => {
  const { regList } = field.__config__;
  const put = (next: FieldConfig['regList']): void =>
    change('rules', (before) => ({ ...before, __config__: { ...before.__config__, regList: next } }));
  return (
    <fieldset>
      <legend>校验规则</legend>
      {regList.map((rule, at) => (
        <div key={at} className="fg-rule">
          <Text
            label="正则表达式"
            value={rule.pattern}
            onChange={(pattern) => put(regList.with(at, { ...rule, pattern }))}
          />
          <Text
            label="错误提示"
            value={rule.message}
            onChange={(message) => put(regList.with(at, { ...rule, message }))}
          />
          <Button size="small" onClick={() => put(regList.toSpliced(at, 1))}>
            去掉规则
          </Button>
        </div>
      ))}
      <Button size="small" onClick={() => put([...regList, { pattern: '/^.+$/', message: '格式不正确' }])}>
        添加规则
      </Button>
    </fieldset>
  );
};
const NUMBERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  input: [['maxlength', '最多字数']],
  textarea: [['maxlength', '最多字数']],
  number: [
    ['min', '最小值'],
    ['max', '最大值'],
    ['precision', '小数位'],
  ],
};
const FieldPanel = ({ field, change }: PanelSectionProps) => {
  const widget = widgetOf(field);
  const { label, required, span } = field.__config__;
  const config = (patch: Partial<FieldConfig>): void =>
    change(Object.keys(patch).join(), (before) => ({ ...before, __config__: { ...before.__config__, ...patch } }));
  const set = (name: string, value: unknown): void => change(name, (before) => ({ ...before, [name]: value }));
  return (
    <>
      <h2>字段属性</h2>
      <Text label="标题" value={label} onChange={(text) => config({ label: text })} />
      <Text label="字段名" value={field.__vModel__} onChange={(text) => set('__vModel__', text)} />
      {'placeholder' in field ? (
        <Text label="占位提示" value={field['placeholder']} onChange={(text) => set('placeholder', text)} />
      ) : null}
      <Text
        label="栅格（1–24）"
        value={span}
        onChange={(text) => config({ span: Math.min(24, Math.max(1, wholeOr(text, span) ?? span)) })}
      />
      {(NUMBERS[widget ?? ''] ?? []).map(([name, words]) => (
        <Text
          key={name}
          label={words}
          value={field[name]}
          onChange={(text) => set(name, wholeOr(text, null) ?? undefined)}
        />
      ))}
      <Flag label="必填" on={required} onChange={(on) => config({ required: on })} />
      <Flag label="禁用" on={field['disabled'] === true} onChange={(on) => set('disabled', on)} />
      {widget === 'select' || widget === 'file' || widget === 'upload' ? (
        <Flag label="可以多选" on={field['multiple'] === true} onChange={(on) => set('multiple', on)} />
      ) : null}
      {optionsOf(field).length > 0 || widget === 'select' ? <Options {...{ field, change }} /> : null}
      {widget === 'input' || widget === 'textarea' ? <Rules {...{ field, change }} /> : null}
    </>
  );
};

const POSITIONS = [
  ['left', '左对齐'],
  ['right', '右对齐'],
  ['top', '在上方'],
] as const;
const FormPanel = ({ conf, onPatch }: { conf: FormConf; onPatch: (patch: Partial<FormConf>) => void }) => (
  <>
    <h2>表单属性</h2>
    <Text label="表单名（formRef）" value={conf.formRef} onChange={(formRef) => onPatch({ formRef })} />
    <Text label="表单模型（formModel）" value={conf.formModel} onChange={(formModel) => onPatch({ formModel })} />
    <Text label="校验模型（formRules）" value={conf.formRules} onChange={(formRules) => onPatch({ formRules })} />
    <fieldset>
      <legend>标签位置</legend>
      {POSITIONS.map(([labelPosition, words]) => (
        <label key={labelPosition}>
          <input
            type="radio"
            name="labelPosition"
            checked={conf.labelPosition === labelPosition}
            onChange={() => onPatch({ labelPosition })}
          />
          {words}
        </label>
      ))}
    </fieldset>
    <Text
      label="标签宽度（px）"
      value={conf.labelWidth}
      onChange={(text) => onPatch({ labelWidth: Math.min(500, Math.max(0, wholeOr(text, 0) ?? 0)) })}
    />
    <Text
      label="栅格间隔（px）"
      value={conf.gutter}
      onChange={(text) => onPatch({ gutter: Math.min(100, Math.max(0, wholeOr(text, 0) ?? 0)) })}
    />
    <Flag label="表单按钮" on={conf.formBtns} onChange={(formBtns) => onPatch({ formBtns })} />
    <Flag label="只读" on={conf.disabled} onChange={(disabled) => onPatch({ disabled })} />
    <p>标签位置、宽度和间隔写进导出的 JSON；本系统的表单标签总在上方。</p>
  </>
);

type Props = { readonly building: Building; readonly step: Dispatch<BuildStep> };
export const Panel = ({ building: { form, selected }, step }: Props) => {
  const field = form.fields.find((each) => idOf(each) === selected);
  return (
    <aside className="fg-panel" aria-label="属性">
      {field === undefined ? (
        <FormPanel
          conf={form.conf}
          onPatch={(patch) => step({ type: 'conf', patch, tag: Object.keys(patch).join() })}
        />
      ) : (
        <>
          <FieldPanel field={field} change={(tag, change) => step({ type: 'change', id: idOf(field), change, tag })} />
          <Button size="small" onClick={() => step({ type: 'unselect' })}>
            表单属性
          </Button>
        </>
      )}
    </aside>
  );
};
