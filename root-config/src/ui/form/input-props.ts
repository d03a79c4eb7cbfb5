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
