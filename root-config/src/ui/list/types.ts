/** A list screen as one plain object; list-screen.tsx renders it. */
import type { Endpoint as ApiEndpoint, RowOf } from 'root-config/api';
import type { ReactNode } from 'react';
import type { Option, RemoteSource, Tone, ValueKind } from '../format/kinds.ts';

/** What a list reads: a contract's endpoint (`path` below /api/v1, `row` schema) as it is. */
export type ListEndpoint = ApiEndpoint & {
  /** The list can be seen as of a moment; a clock then stands in the toolbar. */
  readonly asOf?: boolean;
  /** Key of its export, or any of several, where the list's own key does not name it. */
  readonly exportKey?: string | readonly string[];
};
export type RowOfEndpoint<E extends ListEndpoint> = RowOf<E> & object;
export type FieldOf<Row> = keyof Row & string;
/** Query as it is sent; arrays become repeated parameters. */
export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;
/** What the filter line holds, by parameter name. */
export type FilterValues = Readonly<Record<string, string | readonly string[]>>;

type FilterBase = {
  readonly label: string;
  /** Stands on the first line; the others wait behind 更多筛选. */
  readonly daily?: boolean;
  /** Permission key without which the filter is absent. */
  readonly allow?: string;
  /** Value at the start and after 重置. */
  readonly start?: string;
  /** Must be filled before anything is asked; the text says so: 请输入条码！ */
  readonly required?: string;
};
export type RangePreset = 'today' | 'yesterday' | '7d' | 'month' | 'none';
export type Filter = FilterBase &
  (
    | {
        readonly kind: 'text';
        readonly name: string;
        /** barcode and certificate number: S0§4 */ readonly clearsDates?: boolean;
        /** Other filters that go with the dates: the piece is found whatever brought it. */
        readonly clears?: readonly string[];
        readonly placeholder?: string;
        /** A scanned code goes here; a filter `barcode` needs no saying. */
        readonly scanned?: true;
      }
    | {
        readonly kind: 'number';
        readonly name: string;
        /** unit, places and limit of that kind */ readonly as: ValueKind;
      }
    | {
        readonly kind: 'range';
        /** Parameter names of the least and the most, both included. */
        readonly from: string;
        readonly to: string;
        readonly as: ValueKind;
      }
    | { readonly kind: 'dict'; readonly name: string; readonly dict: string; readonly multiple?: boolean }
    | {
        readonly kind: 'select';
        readonly name: string;
        readonly options: readonly Option[];
        readonly multiple?: boolean;
      }
    | { readonly kind: 'shop'; readonly name: string }
    | { readonly kind: 'remote'; readonly name: string; readonly source: RemoteSource }
    | { readonly kind: 'day'; readonly name: string }
    | {
        readonly kind: 'dates';
        /** Parameter names; default beginTime and endTime. */
        readonly begin?: string;
        readonly end?: string;
        /** Default 'today' (S0§9). */
        readonly range?: RangePreset;
        /** false lifts the 45-day window (dates that are not business dates). */
        readonly limited?: boolean;
        /** Whether no dates means all days here: what still waits is shown however long it has been there. */
        readonly lifted?: (values: FilterValues) => boolean;
      }
  );

export type Column<Row extends object> = {
  readonly field: FieldOf<Row>;
  readonly title: string;
  readonly kind: ValueKind;
  /** px; default by kind. */
  readonly width?: number;
  /** The server sorts by it: sent as `<field>Order=asc|desc`. */
  readonly sort?: boolean;
  /** Parameter of the column filter (`typeArr`) and the dictionary it chooses from. */
  readonly filter?:
    | { readonly param: string; readonly dict: string }
    | { readonly param: string; readonly options: readonly Option[] };
  /** Stands in the strip over the list: the server's sum of that name (default the field's). */
  readonly total?: true | string;
  /** What that sum is called, where the column's title would not say it. */
  readonly totalTitle?: string;
  /** Words of that sum, where the figure alone would not say what happened. */
  readonly totalText?: (totals: Readonly<Record<string, unknown>>) => string;
  /** Hidden until somebody chooses it. */
  readonly hidden?: boolean;
  readonly allow?: string;
  /** Dictionary type of kind `dict`. */
  readonly dict?: string;
  /** Words and tones of kind `status`; default 1 待审核, 2 已审核. */
  readonly labels?: Readonly<Record<string, { readonly text: string; readonly tone: Tone }>>;
  /** Own cell. */
  readonly render?: (row: Row) => ReactNode;
  /** The words of `render`, where they hold a number that must not be cut: the column is as wide as the longest. */
  readonly whole?: (row: Row) => string;
  /** Field that names the shop, when the row carries it (kind `shop`). */
  readonly nameField?: FieldOf<Row>;
};

/** What an action may do with the screen it stands on. */
export type ScreenHandle = {
  /** Closes the dialog that `open` returned. */
  readonly close: () => void;
  /** Asks again and keeps the old rows meanwhile. */
  readonly reload: () => void;
  /** Replaces the open dialog, or opens one. */
  readonly show: (dialog: ReactNode) => void;
  /** The query of the rows on screen, without paging. */
  readonly query: Query;
  /** Narrows the list to these values alone. */
  readonly filter: (values: FilterValues) => void;
  /** ISO 8601 while the screen shows the past. */
  readonly asOf: string | undefined;
};
type ActionBase = {
  readonly label: string;
  /** A key, or any of several. */
  readonly allow?: string | readonly string[];
  readonly danger?: boolean;
  /** Reading only: stays usable while the screen shows the past. */
  readonly reads?: boolean;
};
export type RowAction<Row extends object> = ActionBase & {
  /** false: absent. */
  readonly when?: (row: Row) => boolean;
  /** A reason: disabled, and says it. */
  readonly blocked?: (row: Row) => string | undefined;
  /** Enter and double click do this; default the first action. */
  readonly main?: boolean;
  readonly open?: (row: Row, screen: ScreenHandle) => ReactNode;
  readonly run?: (row: Row, screen: ScreenHandle) => Promise<unknown> | void;
};
export type BulkAction<Row extends object> = ActionBase & {
  readonly blocked?: (rows: readonly Row[]) => string | undefined;
  readonly open?: (rows: readonly Row[], screen: ScreenHandle) => ReactNode;
  readonly run?: (rows: readonly Row[], screen: ScreenHandle) => Promise<unknown> | void;
};
export type ToolbarAction = ActionBase & {
  /** One per screen. */
  readonly primary?: boolean;
  /** Its work needs a wide screen: absent on a phone. */
  readonly wide?: boolean;
  readonly blocked?: () => string | undefined;
  readonly open?: (screen: ScreenHandle) => ReactNode;
  readonly run?: (screen: ScreenHandle) => Promise<unknown> | void;
};

/** A row on a phone. */
export type CardFace = {
  readonly title: ReactNode;
  readonly subtitle?: ReactNode;
  /** A name, or the field's JSON list of names. */
  readonly picture?: string | undefined;
  /** 2–6 pairs. */
  readonly facts?: readonly (readonly [label: string, value: ReactNode])[];
};

export type ListSpec<Row extends object> = {
  readonly title: string;
  /** Key of the list permission, or any of several; without it the screen says so. */
  readonly permission: string | readonly string[];
  readonly filters: readonly Filter[];
  readonly columns: readonly Column<Row>[];
  /** So many of the first columns stay in sight; default 1. */
  readonly fixedColumns?: number;
  /** Default `id`. */
  readonly rowKey?: FieldOf<Row>;
  readonly actions?: readonly RowAction<Row>[];
  readonly toolbar?: readonly ToolbarAction[];
  /** Appear with a selection. */
  readonly bulk?: readonly BulkAction<Row>[];
  /** Always sent. */
  readonly fixed?: Query;
  /** Default 20 (S0§9). */
  readonly pageSize?: 10 | 20 | 50 | 100;
  /** `{name}` of 是否确认导出{name}数据? and the file's name; absent: no export. */
  readonly exportName?: string;
  /** What is asked before an export, where it is not the usual question. */
  readonly exportQuestion?: string;
  /** `<path>/latest-day` answers the latest day with data (`yyyy-MM-dd` or null), which is offered; false: no offer. */
  readonly latestDay?: false;
  /** What to do when there is nothing: 今天还没有入库。扫码或新增一件 */
  readonly empty?: string;
  readonly card?: (row: Row) => CardFace;
  /** Cards beside the table also on wide screens (goods with photos). */
  readonly gallery?: boolean;
  /** A chart or figures between toolbar and table; gets the answer of a report. */
  readonly above?: (
    data: { readonly rows: readonly Row[]; readonly totals: Readonly<Record<string, unknown>> },
    screen: ScreenHandle,
  ) => ReactNode;
  /** The server adds up this list too: `<path>/totals`, and `<path>/explain` opens a figure (projections/documents/sums). */
  readonly sums?: true;
  /**
   * Its rows are a tree in the order in which it is read, and are asked for whole: branches fold. Those above the depth
   * `open` stand open at first.
   */
  readonly tree?: { readonly depthOf: (row: Row) => number; readonly open: number };
  /** What a report's rows are, where that is not plain: 已审核明细. */
  readonly counts?: string;
  /** Figures that open: called with the total's field. */
  readonly explain?: (field: string, screen: ScreenHandle) => ReactNode;
};
