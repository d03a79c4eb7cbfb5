import type { Field } from './types.ts';
import type { FormState } from './use-form.ts';

/** What the control of a field gets. */
export type InputProps<V extends object> = {
  readonly field: Field<V>;
  readonly form: FormState<V>;
  readonly id: string;
  readonly describedBy: string | undefined;
  readonly disabled: boolean;
};
/** The same for the fields of some kinds. */
export type InputPropsOf<V extends object, K extends Field<V>['kind']> = InputProps<V> & {
  readonly field: Extract<Field<V>, { kind: K }>;
};
/** A value as it stands in an input: nothing for what is neither text nor number. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
