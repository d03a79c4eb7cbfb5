/** Controls of fields that hold several things: boxes to tick, a way through a cascade, files. */
import { Button, Checkbox } from '@primer/react';
import { useRef, useState } from 'react';
import { Picker } from '../pieces/picker.tsx';
import type { InputPropsOf } from './input-props.ts';
import { asList, filesOf, isWhole, listOf, stepsOf } from './more-values.ts';

export const ChoicesInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'choices'>) => {
  const chosen = listOf(form.values[field.name]);
  const invalid = form.problemOf(field.name) !== undefined;
  const set = (values: readonly string[]): void => {
    const inOrder = field.options.map(({ value }) => value).filter((value) => values.includes(value));
    form.change(field, asList(inOrder, field.numeric));
  };
  if (field.folded === true)
    return (
      <Picker
        multiple
        {...{ id, describedBy, disabled, invalid, chosen }}
        label={field.label}
        placeholder={field.placeholder}
        options={field.options}
        onChoose={set}
      />
    );
  return (
    <span className="ui-radios" role="group" aria-label={field.label} aria-describedby={describedBy}>
      {field.options.map(({ value, label, disabled: closed }) => (
        <label key={value}>
          <Checkbox
            checked={chosen.includes(value)}
            disabled={disabled || closed === true}
            {...(invalid ? { validationStatus: 'error' as const } : {})}
            onChange={() => set(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value])}
          />
          {label}
        </label>
      ))}
    </span>
  );
};

/** One list for each step; the value is there once the way has its end. */
export const CascadeInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'cascade'>) => {
  const saved = listOf(form.values[field.name]);
  const [open, setOpen] = useState<readonly string[]>([]);
  const way = saved.length > 0 ? saved : open;
  const choose = (step: number, value: string | undefined): void => {
    const before = way.filter((_each, at) => at < step);
    const next = value === undefined ? before : [...before, value];
    setOpen(next);
    form.change(field, isWhole(field.options, next) ? asList(next, field.numeric) : undefined);
  };
  return (
    <span className="ui-cascade" role="group" aria-label={field.label}>
      {stepsOf(field.options, way).map((options, step) => (
        <Picker
          key={step}
          {...(step === 0 ? { id } : {})}
          {...{ describedBy, disabled, options }}
          label={step === 0 ? field.label : `${field.label}第${step + 1}级`}
          placeholder={field.placeholder}
          invalid={form.problemOf(field.name) !== undefined}
          chosen={way.filter((_each, at) => at === step)}
          onChoose={([value]) => choose(step, value)}
        />
      ))}
    </span>
  );
};

const MEGABYTE = 1_048_576;
export const FilesInput = <V extends object>({ field, form, id, describedBy, disabled }: InputPropsOf<V, 'files'>) => {
  const input = useRef<HTMLInputElement>(null);
  const files = filesOf(form.values[field.name]);
  const { multiple = false, maxMb, accept } = field;
  const add = (chosen: readonly File[]): void => {
    const big = maxMb === undefined ? undefined : chosen.find(({ size }) => size > maxMb * MEGABYTE);
    if (big !== undefined)
      return form.setProblems([{ path: field.name, message: `${big.name} 超过 ${maxMb}MB` }], false);
    form.change(field, multiple ? [...files, ...chosen] : chosen.filter((_file, at) => at === 0));
  };
  return (
    <span className="ui-files">
      <input
        ref={input}
        type="file"
        hidden
        {...{ accept, multiple, disabled }}
        onChange={({ target }) => {
          if (target.files?.length) add([...target.files]);
          target.value = '';
        }}
      />
      <Button id={id} disabled={disabled} aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {field.placeholder ?? '选择文件'}
      </Button>
      {files.map((file, index) => (
        <span key={index} className="ui-file">
          {file.name}
          <Button
            size="small"
            variant="invisible"
            disabled={disabled}
            aria-label={`去掉 ${file.name}`}
            onClick={() => form.change(field, files.length === 1 ? undefined : files.filter((each) => each !== file))}
          >
            去掉
          </Button>
        </span>
      ))}
    </span>
  );
};
