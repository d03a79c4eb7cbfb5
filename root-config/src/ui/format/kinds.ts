/** How a value is shown and typed; one list for columns, fields and lines. Decimals are those of the wire (R15). */
export type ValueKind =
  | 'text'
  | 'money'
  | 'weight'
  | 'carat'
  | 'count'
  | 'number'
  | 'percent'
  | 'day'
  | 'moment'
  | 'status'
  | 'picture'
  | 'dict'
  | 'shop';

/** Value and the words for it. */
export type Option = { readonly value: string; readonly label: string; readonly disabled?: boolean };

/** An option with those that follow from it. */
export type CascadeOption = {
  readonly value: string;
  readonly label: string;
  readonly children?: readonly CascadeOption[];
};

/** Options that come page by page from the server (customers, suppliers). */
export type RemoteSource = {
  /** List endpoint below /api/v1, for example `/base-customer`. */
  readonly path: string;
  /** Query parameter that takes what is typed. */
  readonly search: string;
  /** Field of a row that becomes the value; default `id`. */
  readonly value?: string;
  /** Words of a row; default its `name`. */
  readonly label?: (row: Readonly<Record<string, unknown>>) => string;
  /** Sent with every page. */
  readonly query?: Readonly<Record<string, string | number>>;
  /** Rows per page; default 20 (S0§9). */
  readonly pageSize?: number;
};

/** A file name or path of a picture as the server stores it, or the JSON text list of at most two of them. */
export type Pictures = string | readonly string[];

export type Tone = 'danger' | 'attention' | 'success' | 'accent' | 'done' | 'severe' | 'neutral';
