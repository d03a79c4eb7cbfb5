/** A dialog with a form as one plain object; form-dialog.tsx renders it. */
import type { ReactNode } from 'react';
import type { CascadeOption, Option, RemoteSource, ValueKind } from '../format/kinds.ts';
import type { LineColumn, ScanOutcome } from '../grid/types.ts';
import type { LineModel } from '../grid/line-model.ts';

export type FormMode = 'add' | 'edit' | 'view';
export type NameOf<V> = keyof V & string;
/** One wrong field: `path` as in the body (`bizGoodsList.0.inNum`). */
export type Problem = { readonly path: string; readonly message: string };

/** The living form, for computed values, custom sections and buttons. */
export type FormHandle<V extends object> = {
  readonly values: Partial<V>;
  readonly mode: FormMode;
  readonly set: (patch: Partial<V>) => void;
  readonly problemOf: (path: string) => string | undefined;
  /** How many places are wrong at or below a path: a list with its lines. */
  readonly wrongIn: (path: string) => number;
  /** `own`: found by the form itself, which looks again with every change; else they stand until their field changes. */
  readonly setProblems: (problems: readonly Problem[], own: boolean) => void;
  /** Text of a field that is typed and not settled yet. */
  readonly textAt: (path: string) => string | undefined;
  /** Keeps what is typed; with a `message` it cannot be read, and nothing is saved until it can. */
  readonly type: (path: string, text: string, message: string | undefined) => void;
  /** Leaving a field: what was read shows as its value, anything else stays with its message. */
  readonly settle: (path: string) => void;
  /** Drops the text of a field. */
  readonly forget: (path: string) => void;
  /** The lines of a `lines` section. */
  readonly lines: <L extends object>(name: NameOf<V>) => LineModel<L>;
  /** What an earlier attempt left goes; what is typed from now on is kept as ever. */
  readonly discardDraft: () => void;
  /** Nothing of it is kept when it closes now. */
  readonly dropDraft: () => void;
};

type FieldBase<V extends object> = {
  readonly name: NameOf<V>;
  readonly label: string;
  /** Text shown when it is empty: 分店不能为空; `true` says {label}不能为空. */
  readonly required?: true | string;
  readonly disabled?: boolean | ((values: Partial<V>) => boolean);
  readonly hidden?: (values: Partial<V>) => boolean;
  readonly allow?: string;
  readonly hint?: string;
  readonly placeholder?: string;
  /** The key that goes to it (F2), shown beside its label. */
  readonly shortcut?: string;
  /** Columns it spans. */
  readonly span?: 1 | 2 | 3;
  /** Beside the control, while it can be written: what fills it otherwise, as a scale does. */
  readonly aside?: (form: FormHandle<V>) => ReactNode;
  /** Further fields that follow from this one; returned values are set with it. */
  readonly follow?: (value: unknown, values: Partial<V>) => Partial<V> | void;
};
export type Field<V extends object> = FieldBase<V> &
  (
    | {
        readonly kind: 'text' | 'password';
        /** a longer text stays and says so */ readonly maxLength?: number;
        readonly upper?: boolean;
      }
    | { readonly kind: 'textarea'; readonly maxLength?: number; readonly rows?: number }
    | {
        readonly kind: 'money' | 'weight' | 'carat' | 'count' | 'number' | 'percent';
        readonly unit?: string;
        /** The unit that is shown, where it follows from other values. */
        readonly unitBy?: (values: Partial<V>) => string;
        /** Default by kind: money 2, weight and carat 3, count 0, number and percent 2. */
        readonly decimals?: number;
        /** Default 0; null allows negatives. */
        readonly min?: number | null;
        readonly max?: number;
      }
    | {
        readonly kind: 'select' | 'radio';
        readonly options: readonly Option[] | ((values: Partial<V>) => readonly Option[]);
        /** the value travels as a number */ readonly numeric?: boolean;
      }
    | {
        /** Several of them; the value is a list. */
        readonly kind: 'choices';
        readonly options: readonly Option[];
        /** the values travel as numbers */ readonly numeric?: boolean;
        /** One field that opens, instead of a box for each. */
        readonly folded?: boolean;
      }
    | {
        /** Step by step down to an option without any below; the value is the way there. */
        readonly kind: 'cascade';
        readonly options: readonly CascadeOption[];
        /** the values travel as numbers */ readonly numeric?: boolean;
      }
    /** A day with its time, yyyy-MM-dd HH:mm:ss. */
    | { readonly kind: 'moment' }
    | {
        /** Files as they were chosen; what becomes of them is the save's. */
        readonly kind: 'files';
        readonly multiple?: boolean;
        /** As browsers take it: .pdf,image/* */
        readonly accept?: string;
        /** Of one file. */
        readonly maxMb?: number;
      }
    | { readonly kind: 'dict'; readonly dict: string; /** typed words are allowed too */ readonly free?: boolean }
    | { readonly kind: 'shop'; readonly multiple?: boolean }
    | { readonly kind: 'day'; /** false lifts the 45-day window */ readonly limited?: boolean }
    | {
        readonly kind: 'remote';
        readonly source: RemoteSource;
        /** Field that holds the words of the present value (supplierName). */
        readonly nameField?: NameOf<V>;
        /** 新增… at the end of the list; resolves to the new option. */
        readonly addNew?: {
          readonly label: string;
          readonly open: (done: (option: Option) => void, close: () => void) => ReactNode;
        };
        /** 编辑… of what is chosen, on the same way. */
        readonly edit?: {
          readonly label: string;
          readonly open: (value: string, done: (option: Option) => void, close: () => void) => ReactNode;
        };
      }
    | {
        readonly kind: 'checkbox' | 'switch';
        /** values for on and off; default true and false */ readonly on?: string | number;
        readonly off?: string | number;
      }
    | {
        readonly kind: 'pictures';
        /** default 2 (R34) */ readonly max?: number;
        /** Whether this user may take pictures with the camera. */ readonly camera?: boolean;
        /** Cut to that shape before the upload. */ readonly crop?: { readonly width: number; readonly height: number };
        /** asText: JSON text list as on the wire (default) */ readonly asText?: boolean;
      }
    | {
        readonly kind: 'computed';
        readonly as: ValueKind;
        readonly compute: (values: Partial<V>) => number | string | undefined;
        /** 总重 = 金重 + 配件重 + 0.2 × 主石重 + 0.2 × 副石重 */
        readonly formula: string;
        readonly inputs?: readonly NameOf<V>[];
        /** May be typed over: what was written stays until it is given back to the formula (value undefined). */
        readonly editable?: boolean;
        /** Of the text that is typed over it. */
        readonly maxLength?: number;
      }
    | { readonly kind: 'fixed'; readonly as: ValueKind; readonly dict?: string }
    | { readonly kind: 'custom'; readonly render: (form: FormHandle<V>) => ReactNode }
  );

/** Lines of a document inside the dialog: grid, scan box, totals. */
export type LinesSection<V extends object, L extends object> = {
  readonly name: NameOf<V>;
  readonly columns: readonly LineColumn<L>[];
  readonly keyOf: (line: L) => string;
  /** px; default 350. */
  readonly height?: number;
  /** A fresh line for paste and 新增一行; absent: lines come by scan only. */
  readonly newLine?: () => L;
  /** Why 新增一行 waits: the cell that the last line lacks, and what is said; null: it may come. */
  readonly mayAdd?: (last: L | undefined) => { readonly field: keyof L & string; readonly message: string } | null;
  /** Scan box above the grid: looks the code up and appends or counts up. */
  readonly scan?: {
    readonly label?: string;
    readonly onScan: (code: string, form: FormHandle<V>, lines: LineModel<L>) => Promise<ScanOutcome>;
  };
  /** false: the lines are given, none is taken away. */
  readonly removable?: boolean;
  readonly toolbar?: (form: FormHandle<V>, lines: LineModel<L>) => ReactNode;
  /** Text of the grid while no line is there; default 还没有明细. */
  readonly empty?: string;
  /** Text when no line is there at save: 请输入要调拨的首饰！ */
  readonly required?: string;
};

export type Section<V extends object> = {
  readonly title?: string;
  /** Sections of one tab share its name; without tabs all stand below each other. */
  readonly tab?: string;
  readonly columns?: 1 | 2 | 3 | 4 | 6;
  /** px that it takes at least: as much as what stands in the tabs beside it. */
  readonly least?: number;
  /** Folded to these words until somebody opens it or something in it is wrong; null: it stands open. */
  readonly fold?: (form: FormHandle<V>) => ReactNode | null;
  /** Its lines and problems are kept, and it is not shown: something else stands in its place. */
  readonly hidden?: boolean;
  /** Stays in sight at the foot of the form, whatever is scrolled and whichever tab is open. */
  readonly foot?: true;
  readonly fields?: readonly Field<V>[];
  // Lines differ per section; `linesOf` in sections.ts keeps their type while declaring.
  readonly lines?: LinesSection<V, Record<string, unknown>>;
  readonly render?: (form: FormHandle<V>) => ReactNode;
};

export type SaveContext = {
  /** ETag of the record as it was loaded; send it as If-Match. */
  readonly etag: string | undefined;
  /** Name of the button that was pressed. */
  readonly button: string;
  /** One key per dialog until a definite answer; send it as Idempotency-Key (R40). */
  readonly key: string;
  /** What the body has besides: somebody's word (R131). */
  readonly more: object;
};
export type FormButton<V extends object> = {
  readonly name: string;
  readonly label: string;
  readonly variant?: 'primary' | 'default' | 'danger';
  /** The key that does the same (F9), shown on it. */
  readonly shortcut?: string;
  /** Without validation and save. */
  readonly press?: (form: FormHandle<V>) => void;
  readonly when?: (form: FormHandle<V>) => boolean;
  /** Instead of saving, while nothing was changed. */
  readonly untouched?: (form: FormHandle<V>) => void;
  /** Also in view mode. */
  readonly always?: boolean;
};

/** Sends the same record once more, with this beside its body. */
export type Resend = (more: object) => Promise<unknown>;
export type FormDialogProps<V extends object> = {
  readonly title: string;
  readonly mode: FormMode;
  readonly width?: 500 | 900 | 1000 | 1400;
  /** Slides in from the right instead, 830 px wide (S2§9). */
  readonly drawer?: true;
  readonly sections: readonly Section<V>[];
  /** Values of a new record; for edit and view what the row already shows. */
  readonly initial?: Partial<V>;
  /** GET of the record below /api/v1 (`/biz-allocate/7`); its ETag goes to save. */
  readonly source?: string;
  /** Answer of `source` → values; default: the answer. */
  readonly read?: (data: unknown) => Partial<V>;
  /** Writes with the default save: POST path, or PUT path/{id}. */
  readonly path?: string;
  /** Own save; resolves with what the server answered, throws ApiError. */
  readonly save?: (values: V, context: SaveContext) => Promise<unknown>;
  /** Values → body for the default save. */
  readonly body?: (values: V) => unknown;
  /** Local rules with the same messages as the server's. */
  readonly schema?: {
    readonly safeParse: (value: unknown) => {
      readonly success: boolean;
      readonly error?: {
        readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
      };
    };
  };
  readonly check?: (values: Partial<V>) => readonly Problem[];
  /** A field is judged when it is left, not only at the save. */
  readonly checksOnLeaving?: true;
  /** Said besides when something is wrong in it as it is to be saved. */
  readonly wrongText?: string;
  /** Asked when nothing is wrong and before anything is sent; false keeps the form open as it is. */
  readonly ask?: (values: V) => Promise<boolean>;
  /**
   * What was refused, with a way to send it again: for what somebody else may allow. Resolves with the answer, throws
   * what is to be said in the form, which stays as it was typed.
   */
  readonly authorise?: (refused: unknown, values: V, resend: Resend) => Promise<unknown>;
  /** Footer, right to left; default 保存. 取消 / 关闭 is always there. */
  readonly buttons?: readonly FormButton<V>[];
  /** After a success; default closes. Answer 'again' resets to a new record, in its first field. */
  readonly onSaved?: (answer: unknown, values: V, button: string) => void | 'again' | 'stay';
  readonly onClose: () => void;
  /** Name of the draft kept until saved or thrown away; default made of path and record id, false: none. */
  readonly draft?: string | false;
  /** What the draft keeps is taken up at once. */
  readonly resume?: boolean;
  /** Whether closing would lose something; default and undefined: whether anything was changed since it was loaded. */
  readonly unsaved?: (values: Partial<V>) => boolean | undefined;
  /** The focus begins in the scan box instead of the first field. */
  readonly scanFirst?: boolean;
  /** Further keys, beside those of its fields and buttons. */
  readonly shortcuts?: Readonly<Record<string, () => void>>;
  /** Brings the place of a problem in front, before the focus goes there. */
  readonly reveal?: (path: string) => void;
  /** Says nothing of a success itself: `save` or `onSaved` does. */
  readonly quiet?: boolean;
  /** Above the fields: what was done last. */
  readonly head?: ReactNode;
  /** Default of a document in view mode, e.g. history. */
  readonly aside?: (form: FormHandle<V>) => ReactNode;
};
