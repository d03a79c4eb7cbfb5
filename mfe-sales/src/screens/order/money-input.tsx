/** A sum of money in an order's foot, typed. */
import { TextInput, parseNumber, ruleOf, type FormHandle } from 'root-config/ui';
import type { OrderValues } from './order-values.ts';

type Form = FormHandle<OrderValues>;
/** Negative where the shop pays (R17). */
const RULE = ruleOf('money', { min: null });
type MoneyInputProps = {
  readonly form: Form;
  /** Where it stands in the form; its message is under `${id}-note`. */
  readonly path: string;
  readonly problem: string | undefined;
  readonly label: string;
  readonly id: string;
  readonly value: number | null | undefined;
  readonly onChange: (value: number | null) => void;
};
/** Keeps what was typed until it is a number the house takes. */
export const MoneyInput = ({ form, path, problem, label, id, value, onChange }: MoneyInputProps) => (
  <TextInput
    id={id}
    block
    className="ui-number"
    inputMode="decimal"
    autoComplete="off"
    leadingVisual="¥"
    aria-label={label}
    value={form.textAt(path) ?? (value == null ? '' : String(value))}
    {...(problem === undefined ? {} : { validationStatus: 'error' as const, 'aria-describedby': `${id}-note` })}
    onFocus={(event) => event.target.select()}
    onChange={(event) => {
      const next = parseNumber(event.target.value, RULE);
      form.type(path, event.target.value, next.ok ? undefined : `${label}：${next.message}`);
      if (next.ok) onChange(next.value ?? null);
    }}
    onBlur={() => form.settle(path)}
  />
);
