import { memo, type CSSProperties, type ReactNode } from 'react';
import type { Option } from '../format/kinds.ts';
import { pictureNames } from '../format/show.ts';
import { isNameOfGoods, textWidth } from '../format/text-width.ts';
import { Thumb } from '../pieces/thumb.tsx';
import { StatusLabel } from '../pieces/status-label.tsx';
import { cellText, getterOf, isEditable } from './cells.ts';
import { CellEditor } from './cell-editor.tsx';
import type { PlacedColumn } from './layout.ts';
import type { LineNotes } from './line-model.ts';
import { ROW_HEIGHT } from './use-rows-window.ts';
import type { Edit, Leave, LineColumn } from './types.ts';

export type RowProps<L extends object> = {
  readonly id: string;
  readonly index: number;
  readonly line: L;
  readonly placed: readonly PlacedColumn<LineColumn<L>>[];
  readonly width: number;
  readonly readOnly: boolean;
  /** Has 删除 at its end. */
  readonly removes: boolean;
  /** Selected columns, -1 none. */
  readonly from: number;
  readonly to: number;
  /** Column of the active cell, -1 when it is in another row. */
  readonly active: number;
  readonly edit: Edit | undefined;
  readonly notes: LineNotes | undefined;
  readonly typed: LineNotes | undefined;
  readonly errors: LineNotes | undefined;
  /** The column whose text was just refused: it says why; -1 none. */
  readonly refused: number;
  /** Grows with every scan of this row. */
  readonly flash: number;
  readonly optionsOf: (column: LineColumn<L>) => readonly Option[];
  readonly onEdited: (text: string, then: Leave) => void;
};

const contentOf = <L extends object>(column: LineColumn<L>, line: L, options: readonly Option[]): ReactNode => {
  if (column.render !== undefined) return column.render(line);
  if (column.kind === 'picture') return <Thumb names={pictureNames(getterOf(column)(line))} />;
  if (column.kind === 'status') return <StatusLabel value={getterOf(column)(line)} labels={column.labels} />;
  return cellText(column, line, options);
};

type CellState = {
  readonly selected: boolean;
  readonly active: boolean;
  /** Why it is refused, or what is to be said of it. */
  readonly note: string | undefined;
  readonly bad: boolean;
  readonly editable: boolean;
};
const stateOf = <L extends object>({ column, index }: PlacedColumn<LineColumn<L>>, row: RowProps<L>): CellState => {
  const { field } = column;
  const error = row.errors?.[field];
  return {
    selected: index >= row.from && index <= row.to,
    active: row.active === index,
    note: error ?? row.notes?.[field],
    bad: error !== undefined || row.typed?.[field] !== undefined,
    editable: isEditable(column, row.line, row.readOnly),
  };
};
const cellClass = <L extends object>(
  { column, className }: PlacedColumn<LineColumn<L>>,
  line: L,
  state: CellState,
): string => {
  const tone = column.tone?.(line);
  let name = className;
  if (state.editable) name += ' ui-editable';
  if (state.selected) name += ' ui-selected';
  if (state.active) name += ' ui-active';
  if (state.bad) name += ' ui-bad';
  else if (state.note !== undefined) name += ' ui-noted';
  return tone === undefined ? name : `${name} ui-tone-${tone}`;
};

/** px of a cell beside its words. */
const AROUND = 16;
/** A name that is longer than its column is read in two lines: no figure leaves the sight for it. */
const isInTwoLines = <L extends object>(
  { column, width }: PlacedColumn<LineColumn<L>>,
  shown: ReactNode,
): shown is string =>
  isNameOfGoods(column.field, column.kind) && typeof shown === 'string' && textWidth(shown) > width - AROUND;

/** Words that may be cut are told whole on hover. */
const wholeText = ({ kind }: { readonly kind: string }, shown: ReactNode): string | undefined =>
  kind === 'text' && typeof shown === 'string' && shown !== '' ? shown : undefined;

const Cell = <L extends object>({ place, row }: { place: PlacedColumn<LineColumn<L>>; row: RowProps<L> }) => {
  const { column, index } = place;
  const state = stateOf(place, row);
  const typed = row.typed?.[column.field];
  const editing = row.edit?.col === index ? row.edit : undefined;
  const options = row.optionsOf(column);
  const shown = typed ?? contentOf(column, row.line, options);
  const lines = editing === undefined && isInTwoLines(place, shown) ? ' ui-two-lines' : '';
  return (
    <div
      role="gridcell"
      id={`${row.id}-${row.index}-${index}`}
      aria-colindex={index + 2}
      aria-selected={state.selected}
      aria-readonly={row.readOnly ? undefined : !state.editable}
      aria-invalid={state.bad || undefined}
      title={state.note ?? wholeText(column, shown)}
      data-col={index}
      className={`${cellClass(place, row.line, state)}${lines}`}
      style={place.style}
    >
      {editing === undefined ? (
        <>
          {shown}
          {typed !== undefined && row.refused === index ? <span className="ui-cell-why">{state.note}</span> : null}
        </>
      ) : (
        <CellEditor edit={editing} column={column} options={options} onDone={row.onEdited} />
      )}
    </div>
  );
};

const RowOf = <L extends object>(row: RowProps<L>) => {
  const style: CSSProperties = { top: row.index * ROW_HEIGHT, width: row.width };
  return (
    <div
      role="row"
      aria-rowindex={row.index + 2}
      data-row={row.index}
      className={row.flash === 0 ? 'ui-row' : `ui-row ui-flash-${row.flash % 2}`}
      style={style}
    >
      <div role="rowheader" aria-colindex={1} data-col={-1} className="ui-cell ui-num ui-frozen ui-rownum">
        {row.index + 1}
      </div>
      {row.placed.map((place) => (
        <Cell key={place.column.field} place={place} row={row} />
      ))}
      {row.removes ? (
        <div role="gridcell" aria-colindex={row.placed.length + 2} className="ui-cell ui-frozen ui-remove">
          <button type="button" tabIndex={-1} data-remove={row.index} aria-label={`删除第${row.index + 1}行`}>
            删除
          </button>
        </div>
      ) : null}
    </div>
  );
};
/** Repainted only when its line, its selection or its editor changes. */
export const GridRow = memo(RowOf) as typeof RowOf;
