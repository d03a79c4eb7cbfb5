import type { ReactNode } from 'react';
import type { Option } from '../format/kinds.ts';

export type PickerOption = Option & { readonly depth?: number };
export type PickerProps = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly options: readonly PickerOption[];
  /** Chosen values; several with `multiple`. */
  readonly chosen: readonly string[];
  readonly onChoose: (values: readonly string[]) => void;
  /** Words of chosen values that are not among the options (yet). */
  readonly wordsOf?: ((value: string) => string | undefined) | undefined;
  readonly multiple?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** An empty value may be chosen again; default true. */
  readonly clearable?: boolean | undefined;
  readonly loading?: boolean | undefined;
  /** Searching is done elsewhere; otherwise the options are filtered here. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly onMore?: (() => void) | undefined;
  readonly onOpen?: (() => void) | undefined;
  /** Last entry of the list: 新增客户. */
  readonly extra?: { readonly label: string; readonly onPress: (typed: string) => void } | undefined;
  /** Typed words become the value. */
  readonly free?: boolean | undefined;
  readonly invalid?: boolean | undefined;
  readonly describedBy?: string | undefined;
  /** As FormControl gives it; the same as `describedBy`. */
  readonly 'aria-describedby'?: string | undefined;
  /** Stands in a line of filters instead of a form. */
  readonly compact?: boolean | undefined;
  /** As wide as its words and lower than a field: in a line of text, in a toolbar. */
  readonly small?: boolean | undefined;
  readonly anchor?: ReactNode;
};
