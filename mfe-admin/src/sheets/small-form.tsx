/** A few fields and one button on a page of its own; what the server refuses stands at its field. */
import { ApiError, errorsOf, useSend, type Command } from 'root-config/api';
import { FormControl, Radio, TextInput } from 'root-config/ui';
import { useState, type FormEvent } from 'react';
import type { z } from 'zod';
import './small-form.css';

export type Fields = Readonly<Record<string, string>>;
type Sending = {
  readonly command: Command<unknown, z.ZodType<unknown>>;
  /** What is sent for the fields; the fields themselves unless it is given. */
  readonly bodyOf?: (values: Fields) => unknown;
  /** The field that a path of the body belongs to. */
  readonly fieldOf?: (path: string, values: Fields) => string;
};
type FormState = {
  readonly values: Fields;
  readonly set: (name: string, text: string) => void;
  /** The fields are as they were at first. */
  readonly reset: () => void;
};
const placed = (error: unknown, fieldOf: (path: string) => string): unknown => {
  if (!(error instanceof ApiError)) return error;
  const { status, msg } = error;
  return new ApiError({ status, msg, fields: error.fields.map((one) => ({ ...one, path: fieldOf(one.path) })) });
};

export const useFields = (
  start: Fields,
  { command, bodyOf = (values) => values, fieldOf = (path) => path }: Sending,
  onDone: (saved: FormState) => void,
) => {
  const [values, setValues] = useState(start);
  const [errors, setErrors] = useState<Fields>({});
  const { send, pending } = useSend<unknown>(command);
  const set = (name: string, text: string): void => setValues({ ...values, [name]: text });
  const submit = async (event: FormEvent, found: Fields): Promise<void> => {
    event.preventDefault();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    try {
      await send(bodyOf(values));
      onDone({ values, set, reset: () => setValues(start) });
    } catch (error) {
      refuse(error);
    }
  };
  const refuse = (error: unknown): void =>
    setErrors(
      errorsOf(
        placed(error, (path) => fieldOf(path, values)),
        Object.keys(start),
      ) as Fields,
    );
  return { values, errors, pending, set, submit, refuse };
};
export type SmallForm = Pick<ReturnType<typeof useFields>, 'values' | 'errors' | 'set'>;

export type Line = {
  readonly name: string;
  readonly label: string;
  readonly type?: string;
  readonly complete?: string;
  readonly optional?: true;
  readonly hint?: string;
  readonly disabled?: boolean;
};
type LinesProps = {
  readonly lines: readonly Line[];
  readonly form: SmallForm;
  /** By name, where they are not the same for everybody. */
  readonly hints?: Fields;
};
export const Lines = ({ lines, form, hints = {} }: LinesProps) =>
  lines.map(({ name, label, type = 'text', complete = 'off', optional, hint = hints[name], disabled = false }) => (
    <FormControl key={name} required={optional !== true} disabled={disabled}>
      <FormControl.Label>{label}</FormControl.Label>
      <TextInput
        block
        type={type}
        autoComplete={complete}
        value={form.values[name] ?? ''}
        onChange={(event) => form.set(name, event.target.value)}
      />
      {hint !== undefined && <FormControl.Caption>{hint}</FormControl.Caption>}
      {form.errors[name] !== undefined && (
        <FormControl.Validation variant="error">{form.errors[name]}</FormControl.Validation>
      )}
    </FormControl>
  ));

type Choice = { readonly value: string; readonly label: string };
/** One of a few, all in sight. */
export const Choices = ({
  name,
  label,
  options,
  form,
}: {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Choice[];
  readonly form: SmallForm;
}) => (
  <fieldset className="small-form-choices">
    <legend>{label}</legend>
    {options.map((option) => (
      <label key={option.value}>
        <Radio
          name={name}
          value={option.value}
          checked={form.values[name] === option.value}
          onChange={() => form.set(name, option.value)}
        />
        {option.label}
      </label>
    ))}
    {form.errors[name] !== undefined && <p role="alert">{form.errors[name]}</p>}
  </fieldset>
);
