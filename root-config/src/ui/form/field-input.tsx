import { Checkbox, Radio, TextInput, Textarea } from '@primer/react';
import type { ReactNode } from 'react';
import type { Option } from '../format/kinds.ts';
import { unitOf } from '../format/numbers.ts';
import { DayInput } from '../pieces/date-inputs.tsx';
import { ToggleSwitch } from '../pieces/lazy-toggle-switch.tsx';
import { PictureUpload } from '../pieces/picture-upload.tsx';
import { DictSelect, OptionSelect, ShopTreeSelect } from '../pieces/selects.tsx';
import { ComputedInput } from './computed-input.tsx';
import { numberFieldOf, parseField } from './form-model.ts';
import { textOf, type InputProps, type InputPropsOf } from './input-props.ts';
import { MomentInput } from './moment-input.tsx';
import { CascadeInput, ChoicesInput, FilesInput } from './more-inputs.tsx';
import { RemoteInput } from './remote-input.tsx';

const status = (invalid: boolean) => (invalid ? { validationStatus: 'error' as const } : {});

const TextField = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'text' | 'password'>) => (
  <TextInput
    id={id}
    block
    type={field.kind === 'password' ? 'password' : 'text'}
    autoComplete={field.kind === 'password' ? 'new-password' : 'off'}
    value={textOf(form.values[field.name])}
    disabled={disabled}
    placeholder={field.placeholder}
    aria-describedby={describedBy}
    {...status(form.problemOf(field.name) !== undefined)}
    onChange={(event) =>
      form.change(field, field.upper === true ? event.target.value.toUpperCase() : event.target.value)
    }
    onBlur={() => form.settle(field.name)}
  />
);
/** Numbers keep what was typed until it is one. */
const NumberInput = <V extends object>({ field: given, form, id, describedBy, disabled }: InputProps<V>) => {
  const field = numberFieldOf(given);
  if (field === undefined) return null;
  const unit = field.unitBy?.(form.values) ?? field.unit ?? unitOf(field.kind);
  return (
    <TextInput
      id={id}
      block
      className="ui-number"
      inputMode="decimal"
      autoComplete="off"
      value={form.textAt(field.name) ?? textOf(form.values[field.name])}
      disabled={disabled}
      placeholder={field.placeholder}
      aria-describedby={describedBy}
      {...(unit === undefined ? {} : { trailingVisual: unit })}
      {...status(form.problemOf(field.name) !== undefined)}
      onChange={(event) => {
        const parsed = parseField(unit === undefined ? field : { ...field, unit }, event.target.value);
        form.type(field.name, event.target.value, parsed.ok ? undefined : parsed.message);
        if (parsed.ok) form.change(field, parsed.value);
      }}
      onBlur={() => form.settle(field.name)}
      onFocus={(event) => event.target.select()}
    />
  );
};

const asValue = (value: string | undefined, numeric: boolean | undefined): unknown =>
  value === undefined || value === '' ? undefined : numeric === true ? Number(value) : value;
const Choice = <V extends object>({ field, form, id, describedBy, disabled }: InputPropsOf<V, 'select' | 'radio'>) => {
  const options: readonly Option[] = typeof field.options === 'function' ? field.options(form.values) : field.options;
  const value = textOf(form.values[field.name]);
  const invalid = form.problemOf(field.name) !== undefined;
  const set = (next: string | undefined): void => form.change(field, asValue(next, field.numeric));
  if (field.kind === 'radio') {
    return (
      <span
        className="ui-radios"
        role="radiogroup"
        aria-label={field.label}
        aria-invalid={invalid}
        aria-describedby={describedBy}
      >
        {options.map((option) => (
          <label key={option.value}>
            <Radio
              name={id}
              value={option.value}
              checked={value === option.value}
              disabled={disabled || option.disabled === true}
              onChange={() => set(option.value)}
            />
            {option.label}
          </label>
        ))}
      </span>
    );
  }
  return (
    <OptionSelect
      id={id}
      label={field.label}
      describedBy={describedBy}
      placeholder={field.placeholder}
      options={options}
      value={value}
      disabled={disabled}
      invalid={invalid}
      onChange={set}
    />
  );
};

const Toggle = <V extends object>({ field, form, id, disabled }: InputPropsOf<V, 'checkbox' | 'switch'>) => {
  const { on = true, off = false } = field;
  const checked = form.values[field.name] === on;
  const set = (): void => form.change(field, checked ? off : on);
  if (field.kind === 'checkbox') return <Checkbox id={id} checked={checked} disabled={disabled} onChange={set} />;
  return (
    <ToggleSwitch
      aria-labelledby={`${id}-label`}
      checked={checked}
      disabled={disabled}
      onClick={set}
      size="small"
      buttonLabelOn="开"
      buttonLabelOff="关"
    />
  );
};

/** The control of a field; labels and messages stand around it. */
export const FieldInput = <V extends object>(props: InputProps<V>): ReactNode => {
  const { field, form, id, describedBy, disabled } = props;
  const value = form.values[field.name];
  const common = { id, label: field.label, describedBy, disabled, placeholder: field.placeholder };
  const invalid = form.problemOf(field.name) !== undefined;
  switch (field.kind) {
    case 'text':
    case 'password':
      return <TextField {...props} field={field} />;
    case 'textarea':
      return (
        <Textarea
          id={id}
          block
          rows={field.rows ?? 2}
          resize="vertical"
          value={textOf(value)}
          disabled={disabled}
          placeholder={field.placeholder}
          aria-describedby={describedBy}
          {...status(invalid)}
          onChange={(event) => form.change(field, event.target.value)}
          onBlur={() => form.settle(field.name)}
        />
      );
    case 'select':
    case 'radio':
      return <Choice {...props} field={field} />;
    case 'choices':
      return <ChoicesInput {...props} field={field} />;
    case 'cascade':
      return <CascadeInput {...props} field={field} />;
    case 'moment':
      return <MomentInput {...props} field={field} />;
    case 'files':
      return <FilesInput {...props} field={field} />;
    case 'dict':
      return (
        <DictSelect
          {...common}
          invalid={invalid}
          dict={field.dict}
          free={field.free}
          value={textOf(value)}
          onChange={(next) => form.change(field, next)}
        />
      );
    case 'shop':
      return (
        <ShopTreeSelect
          {...common}
          invalid={invalid}
          value={textOf(value)}
          onChange={(next) => form.change(field, next === undefined ? undefined : Number(next))}
        />
      );
    case 'day':
      return (
        <DayInput
          {...common}
          invalid={invalid}
          limited={field.limited}
          value={textOf(value) || undefined}
          onChange={(day) => form.change(field, day)}
          typing={{
            text: form.textAt(field.name),
            type: (text, message) => form.type(field.name, text, message),
            settle: () => form.settle(field.name),
            forget: () => form.forget(field.name),
          }}
        />
      );
    case 'remote':
      return <RemoteInput {...props} field={field} />;
    case 'checkbox':
    case 'switch':
      return <Toggle {...props} field={field} />;
    case 'pictures':
      return (
        <PictureUpload
          label={field.label}
          value={value}
          max={field.max}
          camera={field.camera}
          crop={field.crop}
          disabled={disabled}
          onChange={(names) => form.change(field, field.asText === false ? names : JSON.stringify(names))}
        />
      );
    case 'custom':
      return field.render(form);
    case 'computed':
      return <ComputedInput {...props} field={field} />;
    case 'fixed':
      return null;
    default:
      return <NumberInput {...props} />;
  }
};
