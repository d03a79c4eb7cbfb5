/** Columns and props of the two grids. */
import type { ReactNode } from 'react';
import type { Option, Tone, ValueKind } from '../format/kinds.ts';

export type CellValue = unknown;
export type GridColumn<L extends object> = {
  readonly field: keyof L & string;
  readonly title: string;
  readonly kind: ValueKind;
  /** px; default by kind. */
  readonly width?: number;
  readonly frozen?: 'left' | 'right';
  /** Value made from the line instead of stored in it. */
  readonly compute?: (line: L) => CellValue;
  /** Sum under the column: of its own values, or of what `of` makes of a line, with a word for what that counts. */
  readonly sum?: boolean | { readonly of: (line: L) => number; readonly counts: string };
  readonly dict?: string;
  readonly labels?: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>>;
  /** Colour of the cell, never the only sign. */
  readonly tone?: (line: L) => Tone | undefined;
  readonly render?: (line: L) => ReactNode;
  readonly hidden?: boolean;
};

/** What a change of a cell makes of its line; a `message` is shown at the cell and the value in `line` stands (S0§4: reset to 1). */
export type CellChange<L> = { readonly line: L; readonly message?: string };
/** The text stays in the cell with this reason; the line keeps the value it had, and is not saved before that is mended. */
export type CellRefusal = { readonly refused: string };
export type LineColumn<L extends object> = GridColumn<L> & {
  readonly edit?: 'text' | 'number' | 'select' | 'dict' | 'day';
  readonly options?: readonly Option[];
  /** Of a text, in characters; a longer one stays and is refused. */
  readonly maxLength?: number;
  readonly decimals?: number;
  readonly min?: number;
  readonly max?: number;
  readonly editable?: (line: L) => boolean;
  /** Applies the typed value; default sets the field. */
  readonly change?: (line: L, value: unknown) => CellChange<L> | CellRefusal;
};

export type GridProps<L extends object> = {
  readonly label: string;
  readonly columns: readonly GridColumn<L>[];
  readonly rows: readonly L[];
  readonly keyOf: (line: L) => string;
  /** px or a CSS length; default 350. */
  readonly height?: number | string;
  readonly onOpen?: (line: L) => void;
  readonly empty?: string;
  /** Name under which a user's column widths are kept; default the label. */
  readonly remember?: string;
};

export type LineGridProps<L extends object> = {
  readonly label: string;
  readonly columns: readonly LineColumn<L>[];
  readonly model: import('./line-model.ts').LineModel<L>;
  readonly height?: number | string;
  readonly readOnly?: boolean;
  /** Only as tall as its rows, at most `height`: a document that is read. */
  readonly fit?: boolean;
  /** false: the lines are given, none is taken away. */
  readonly removable?: boolean;
  /** Name under which a user's column widths are kept; default the label. */
  readonly remember?: string;
  /** A fresh line for paste past the end and 新增一行. */
  readonly newLine?: () => L;
  /** Messages by `<index>.<field>` from the server. */
  readonly errors?: Readonly<Record<string, string>>;
  readonly empty?: string;
  /** Pictures cells open the viewer by themselves; other cells may do more. */
  readonly onCellClick?: (line: L, field: string) => void;
};

/** Answer to a scan: the line's key to flash, or the reason to show until it is read. `again`: it was there before. */
export type ScanOutcome =
  | { readonly ok: true; readonly key?: string; readonly text?: string; readonly again?: boolean }
  | { readonly ok: false; readonly reason: string };

/** The cell that is being typed in; `fresh`: the first key replaced what stood there. */
export type Edit = { readonly row: number; readonly col: number; readonly text: string; readonly fresh: boolean };
/** How somebody leaves it. */
export type Leave = 'down' | 'up' | 'next' | 'back' | 'stay' | 'cancel';
