import { TextInput } from '@primer/react';
import { unitOf } from '../format/numbers.ts';
import { NOTHING, show } from '../format/show.ts';
import { numberFieldOf, parseField } from './form-model.ts';
import { textOf, type InputPropsOf } from './input-props.ts';

/** A computed value that somebody may write over: it follows its formula until then, and can be given back to it. */
export const ComputedInput = <V extends object>({
  field,
  form,
  id,
  describedBy,
  disabled,
}: InputPropsOf<V, 'computed'>) => {
  const number = numberFieldOf(field);
  const unit = number === undefined ? undefined : unitOf(number.kind);
  const written = form.values[field.name];
  const computed = field.compute(form.values);
  const change = (text: string): void => {
    const words = text.trim() === '' ? undefined : text;
    const parsed = number === undefined ? { ok: true as const, value: words } : parseField(number, text);
    form.type(field.name, text, parsed.ok ? undefined : parsed.message);
    if (parsed.ok) form.change(field, parsed.value);
  };
  const giveBack = (): void => {
    form.change(field, undefined);
    form.forget(field.name);
    document.getElementById(id)?.focus();
  };
  return (
    <>
      <TextInput
        id={id}
        block
        autoComplete="off"
        {...(number === undefined ? {} : { className: 'ui-number', inputMode: 'decimal' as const })}
        {...(unit === undefined ? {} : { trailingVisual: unit })}
        value={form.textAt(field.name) ?? textOf(written ?? computed)}
        disabled={disabled}
        placeholder={field.placeholder}
        aria-describedby={describedBy}
        {...(form.problemOf(field.name) === undefined ? {} : { validationStatus: 'error' as const })}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={() => form.settle(field.name)}
      />
      {written === undefined || disabled ? null : (
        <span className="ui-hint ui-written">
          已手工修改
          <button type="button" className="ui-link" onClick={giveBack}>
            恢复自动计算（{show(field.as, computed) === NOTHING ? '空' : show(field.as, computed)}）
          </button>
        </span>
      )}
    </>
  );
};
