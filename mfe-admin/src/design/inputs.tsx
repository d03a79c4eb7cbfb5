/** Small fields of the property panel: each change counts at once, what is no number is told and changes nothing. */
import { Checkbox, OptionSelect, TextInput } from 'root-config/ui';
import { isPlainNumber, plainNumber } from 'services/contracts/typed-number';
import { tooLong } from 'services/contracts/limits';
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

type FieldWords = { readonly label: string; readonly wide?: boolean; readonly problem?: string | undefined };
export const Field = ({
  label,
  wide = false,
  problem,
  id,
  children,
}: FieldWords & { readonly id: string; readonly children: ReactNode }) => (
  <div className={wide ? 'dz-field dz-wide' : 'dz-field'}>
    <label htmlFor={id}>{label}</label>
    {children}
    {problem === undefined ? null : (
      <span id={`${id}-problem`} className="dz-problem" role="alert">
        {problem}
      </span>
    )}
  </div>
);

type NumberProps = FieldWords & {
  readonly value: number;
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  /** Of the arrow keys; ten times with Shift. */
  readonly by?: number;
  readonly whole?: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: number) => void;
};
const problemOf = (typed: string, { min, max, unit, whole = false }: NumberProps): string | undefined => {
  const clean = plainNumber(typed, 'number', unit);
  if (!isPlainNumber(clean)) return '请输入数字';
  const value = Number(clean);
  if (whole && !Number.isInteger(value)) return '请输入整数';
  if (value < min) return `不能小于${min}${unit}`;
  return value > max ? `不能大于${max}${unit}` : undefined;
};
const hundredth = (value: number): number => Math.round(value * 100) / 100;
export const NumberField = (props: NumberProps) => {
  const { label, value, unit, min, max, by = 0.1, disabled = false, onChange, wide = false } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const first = useRef(value);
  const problem = typed === null ? undefined : problemOf(typed, props);
  const take = (text: string): void => {
    setTyped(text);
    if (problemOf(text, props) === undefined) onChange(hundredth(Number(plainNumber(text, 'number', props.unit))));
  };
  /** What was left as no number is as if it had not been touched, not what the first digits of it said. */
  const leave = (): void => {
    if (problem !== undefined) onChange(first.current);
    setTyped(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    setTyped(null);
    onChange(Math.min(Math.max(hundredth(value + direction * by * (event.shiftKey ? 10 : 1)), min), max));
  };
  return (
    <Field id={id} label={label} wide={wide} problem={problem}>
      <TextInput
        id={id}
        block
        size="small"
        inputMode="decimal"
        autoComplete="off"
        className="dz-number"
        trailingVisual={unit}
        disabled={disabled}
        value={typed ?? String(value)}
        {...markedBy(problem, id)}
        onChange={({ target }) => take(target.value)}
        onFocus={({ target }) => {
          first.current = value;
          target.select();
        }}
        onBlur={leave}
        onKeyDown={onKeyDown}
      />
    </Field>
  );
};

type Choice<Value extends string> = { readonly value: Value; readonly label: string };
export const ChoiceField = <Value extends string>({
  label,
  wide = false,
  value,
  choices,
  onChange,
}: FieldWords & {
  readonly value: Value;
  readonly choices: readonly Choice<Value>[];
  readonly onChange: (value: Value) => void;
}) => {
  const id = useId();
  return (
    <Field id={id} label={label} wide={wide}>
      <OptionSelect
        id={id}
        label={label}
        small
        clearable={false}
        options={choices}
        value={value}
        onChange={(next) => {
          const chosen = choices.find((choice) => choice.value === next);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      />
    </Field>
  );
};
/** Text on its way into the drawing; one that is too long waits in its field. */
export const useWithin = (value: string, maxLength: number, onChange: (value: string) => void) => {
  const [waiting, setWaiting] = useState<{ readonly text: string; readonly over: string } | null>(null);
  const long = waiting !== null && waiting.over === value ? waiting.text : null;
  return {
    text: long ?? value,
    problem: long === null ? undefined : tooLong(maxLength),
    take: (text: string): void => {
      const fitting = text.length <= maxLength;
      setWaiting(fitting ? null : { text, over: value });
      if (fitting) onChange(text);
    },
  };
};
export const markedBy = (problem: string | undefined, id: string) =>
  problem === undefined ? {} : ({ validationStatus: 'error', 'aria-describedby': `${id}-problem` } as const);
/** A text beyond the limit stays in the field with its reason, and the drawing keeps the last that fits. */
export const TextField = ({
  label,
  wide = false,
  value,
  maxLength,
  placeholder,
  onChange,
}: FieldWords & {
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}) => {
  const id = useId();
  const { text, problem, take } = useWithin(value, maxLength, onChange);
  return (
    <Field id={id} label={label} wide={wide} problem={problem}>
      <TextInput
        id={id}
        block
        size="small"
        autoComplete="off"
        value={text}
        placeholder={placeholder}
        {...markedBy(problem, id)}
        onChange={({ target }) => take(target.value)}
      />
    </Field>
  );
};
export const Toggle = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => {
  const id = useId();
  return (
    <Field id={id} label={label}>
      <Checkbox id={id} checked={on} onChange={() => onChange(!on)} />
    </Field>
  );
};

export const ALIGNS = [
  { value: 'left', label: '靠左' },
  { value: 'center', label: '居中' },
  { value: 'right', label: '靠右' },
] as const;

type FieldTitle = { readonly field: string; readonly title: string };
/** Fields to choose from; the one chosen stays what it is, also where it is not known. */
export const choicesOf = (known: readonly FieldTitle[], now: FieldTitle): Choice<string>[] =>
  (known.some(({ field }) => field === now.field) ? known : [...known, now]).map(({ field, title }) => ({
    value: field,
    label: title,
  }));
