import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { isTextField, onScanned, usePreference } from 'root-config/api';
import { usePhone } from '../pieces/use-media.ts';
import { typeInto } from './cells.ts';
import { REMOVE_WIDTH, placeColumns, type PlacedColumn } from './layout.ts';
import type { LineModel, LineNotes } from './line-model.ts';
import { at, moveBy, nextCell, type Range } from './selection.ts';
import type { Edit, Leave, LineColumn, LineGridProps } from './types.ts';
import type { GridState } from './use-grid-keys.ts';
import { useColumnOptions } from './use-options.ts';
import { ROW_HEIGHT, useRowsWindow } from './use-rows-window.ts';

/** Server messages `<index>.<field>` by row. */
export const useErrorsByRow = (errors: Readonly<Record<string, string>> | undefined): ReadonlyMap<number, LineNotes> =>
  useMemo(() => {
    const byRow = new Map<number, Record<string, string>>();
    for (const [path, message] of Object.entries(errors ?? {})) {
      const [row, field] = path.split('.');
      byRow.set(Number(row), { ...byRow.get(Number(row)), [field ?? '']: message });
    }
    return byRow;
  }, [errors]);

/** What the grid last said, and the cell that it refused. */
type GridMessage = {
  readonly text: string;
  readonly refused?: { readonly row: number; readonly col: number } | undefined;
};
type Widths = Readonly<Record<string, number>>;
const OF_THE_SCREEN: Widths = {};
/** The last thing given, for callbacks that stay the same from one rendering to the next. */
const useLatest = <T>(value: T): Readonly<RefObject<T>> => {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
};
/** Columns in their order, as wide as the user left them the last time; a phone has them in pages of its `room`. */
const useLayout = <L extends object>(
  columns: readonly LineColumn<L>[],
  { end, room, remember }: { readonly end: number; readonly room: number; readonly remember: string },
) => {
  const [widths, keep] = usePreference<Widths>(`grid:${remember}:widths`, OF_THE_SCREEN);
  const latest = useLatest(widths);
  const setWidths = useCallback(
    (change: (widths: Widths) => Widths): void => keep(change(latest.current)),
    [keep, latest],
  );
  const layout = useMemo(() => placeColumns(columns, widths, { end, room }), [columns, widths, end, room]);
  const shown = useMemo(() => layout.placed.map(({ column }) => column), [layout]);
  return { ...layout, shown, setWidths };
};

/** Brings a column out from under the frozen ones, or its page into sight. */
const revealColumn = (
  element: HTMLElement,
  place: PlacedColumn<unknown>,
  { leftEdge, rightEdge }: { leftEdge: number; rightEdge: number },
): void => {
  if (place.pageLeft !== undefined) return void (element.scrollLeft = place.pageLeft - leftEdge);
  const right = element.scrollLeft + element.clientWidth - rightEdge;
  if (place.left < element.scrollLeft + leftEdge) element.scrollLeft = place.left - leftEdge;
  else if (place.left + place.width > right) element.scrollLeft += place.left + place.width - right;
};

/** A refused text is told at its cell and below, anything else below alone; what was said of another cell is over. */
const sayOf = <L extends object>(grid: GridState<L>, cell: { row: number; col: number }, message = ''): void => {
  const line = grid.model.at(cell.row);
  const { field = '', title = '' } = grid.columns[cell.col] ?? {};
  const refused = message !== '' && line !== undefined && grid.model.typedOf(line)?.[field] !== undefined;
  if (refused) grid.say(`第${cell.row + 1}行 ${title}：${message}`, cell);
  else grid.say(message);
};

/** What a closed editor leaves behind: the value, and the next cell. */
const finishEdit = <L extends object>(grid: GridState<L>, text: string, then: Leave): void => {
  const { row, col } = grid.edited ?? grid.range.focus;
  const column = grid.columns[col];
  if (column === undefined) return;
  const message = typeInto(grid.model, { row, column }, text, grid.optionsOf(column));
  sayOf(grid, { row, col }, message);
  const extent = { rows: grid.model.length, cols: grid.columns.length };
  if (then === 'down' || then === 'up') {
    grid.select(moveBy(at(row, col), { row: then === 'down' ? 1 : -1, col: 0 }, { extent, extend: false }));
  } else if (then === 'next' || then === 'back') {
    const next = nextCell({ row, col }, then === 'back', extent);
    if (next !== undefined) grid.select(at(next.row, next.col));
  }
};

/** The selected cells; choosing some brings the moving corner into sight. */
const useSelection = <L extends object>(
  layout: ReturnType<typeof useLayout<L>>,
  { scroller, reveal }: ReturnType<typeof useRowsWindow>,
) => {
  const [range, setRange] = useState<Range>(() => at(0, 0));
  const select = useCallback(
    (next: Range): void => {
      setRange(next);
      reveal(next.focus.row);
      const place = layout.placed[next.focus.col];
      const stays = place?.pageLeft === undefined && place?.column.frozen !== undefined;
      if (place !== undefined && !stays && scroller.current !== null) revealColumn(scroller.current, place, layout);
    },
    [layout, reveal, scroller],
  );
  return { range, setRange, select };
};
/** A cell that the model asks for gets selection and keyboard, a scanned line comes into sight. */
const useShownByModel = <L extends object>(
  model: LineModel<L>,
  latest: Readonly<RefObject<GridState<L>>>,
  reveal: (row: number) => void,
): void => {
  const { revealed, flashed } = model;
  useEffect(() => {
    if (revealed === undefined) return;
    const { columns, select, focus } = latest.current;
    const col = columns.findIndex(({ field }) => field === revealed.field);
    select(at(revealed.row, Math.max(0, col)));
    focus();
  }, [revealed, latest]);
  useEffect(() => {
    if (flashed !== undefined) reveal(model.indexOf(flashed.key));
  }, [flashed, model, reveal]);
};

/** State of a grid: what is in sight, what is selected, which cell is open. */
export const useLineGrid = <L extends object>(props: LineGridProps<L>, onOpen: ((line: L) => void) | undefined) => {
  const { model, columns, readOnly = false, newLine } = props;
  const removes = !readOnly && props.removable !== false;
  useSyncExternalStore(model.subscribe, model.snapshot);
  const optionsOf = useColumnOptions(columns);
  const [edit, setEdit] = useState<Edit>();
  const [said, setSaid] = useState<GridMessage>({ text: '' });
  const say = useCallback((text: string, refused?: GridMessage['refused']): void => setSaid({ text, refused }), []);
  const leaving = useRef(false);
  const sums = columns.some(({ hidden, sum }) => hidden !== true && sum !== undefined && sum !== false);
  const rows = useRowsWindow(model.length, ROW_HEIGHT * (sums ? 2 : 1));
  const { scroller, width } = rows;
  const phone = usePhone();
  const remember = props.remember ?? props.label;
  const layout = useLayout(columns, { end: removes ? REMOVE_WIDTH : 0, room: phone ? width : 0, remember });
  const selection = useSelection(layout, rows);
  const focus = useCallback((): void => scroller.current?.focus({ preventScroll: true }), [scroller]);
  const base = { model, columns: layout.shown, readOnly, newLine, optionsOf, page: rows.page };
  const grid: GridState<L> = { ...base, ...selection, edited: edit, setEdit, say, leaving, onOpen, focus };
  const latest = useLatest(grid);

  const onEdited = useCallback(
    (text: string, then: Leave): void => {
      setEdit(undefined);
      // The editor had the focus; without this it would fall to the page.
      if (then !== 'stay') focus();
      if (then !== 'cancel') finishEdit(latest.current, text, then);
    },
    [focus, latest],
  );
  useEffect(
    () =>
      onScanned((began) => {
        // A cell that was open before has what was typed in it.
        if (latest.current.edited?.fresh !== true || isTextField(began)) return;
        flushSync(() => setEdit(undefined));
        focus();
      }),
    [latest, focus],
  );
  useShownByModel(model, latest, rows.reveal);
  return { grid, layout, rows, sums, said, removes, onEdited };
};
