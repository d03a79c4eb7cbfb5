import { useId, useMemo, useState, type ReactNode } from 'react';
import { usePhone } from '../pieces/use-media.ts';
import { GridFooter, GridHeader } from './grid-edges.tsx';
import { NUMBER_WIDTH } from './layout.ts';
import type { LineNotes } from './line-model.ts';
import { GridRow } from './row.tsx';
import { rectangle, type Range } from './selection.ts';
import type { LineGridProps } from './types.ts';
import { onGridCopy, onGridKey, onGridPaste } from './use-grid-keys.ts';
import { gridMouse } from './use-grid-mouse.ts';
import { useErrorsByRow, useLineGrid } from './use-line-grid.ts';
import { ROW_HEIGHT } from './use-rows-window.ts';
import './grid.css';

type Props<L extends object> = LineGridProps<L> & {
  /** Enter and double click on a cell that cannot be edited. */
  readonly onOpen?: ((line: L) => void) | undefined;
};

type RowsProps<L extends object> = Pick<
  ReturnType<typeof useLineGrid<L>>,
  'grid' | 'layout' | 'rows' | 'removes' | 'said' | 'onEdited'
> & {
  readonly id: string;
  readonly errors: ReadonlyMap<number, LineNotes>;
  readonly focused: boolean;
};
/** What is said of the cells of one line. */
const toldOf = <L extends object>(
  { grid: { model }, errors, said }: Pick<RowsProps<L>, 'grid' | 'errors' | 'said'>,
  index: number,
  line: L,
) => ({
  notes: model.notesOf(line),
  typed: model.typedOf(line),
  errors: errors.get(index),
  refused: said.refused?.row === index ? said.refused.col : -1,
});
/** The columns of a row that are selected, and the one with the active cell; -1 none. */
const selectedOf = (range: Range, index: number) => {
  const { top, bottom, left, right } = rectangle(range);
  const inside = index >= top && index <= bottom;
  return {
    from: inside ? left : -1,
    to: inside ? right : -1,
    active: index === range.focus.row ? range.focus.col : -1,
  };
};
const NOT_SELECTED = { from: -1, to: -1, active: -1 };
/** The row elements in sight; each element serves row after row while scrolling. */
const gridRows = <L extends object>({
  id,
  grid,
  layout,
  rows,
  errors,
  focused,
  removes,
  said,
  onEdited,
}: RowsProps<L>): ReactNode[] => {
  const { model, readOnly, optionsOf, range, edited: edit } = grid;
  const flashedAt = model.flashed === undefined ? -1 : model.indexOf(model.flashed.key);

  const lines: ReactNode[] = [];
  for (let index = rows.first; index < rows.end; index++) {
    const line = model.at(index);
    if (line === undefined) continue;
    lines.push(
      <GridRow<L>
        key={index % rows.slots}
        id={id}
        index={index}
        line={line}
        placed={layout.placed}
        width={layout.total}
        readOnly={readOnly}
        removes={removes}
        {...(focused ? selectedOf(range, index) : NOT_SELECTED)}
        edit={edit?.row === index ? edit : undefined}
        {...toldOf({ grid, errors, said }, index, line)}
        flash={index === flashedAt ? (model.flashed?.at ?? 0) : 0}
        optionsOf={optionsOf}
        onEdited={onEdited}
      />,
    );
  }
  return lines;
};

/** What the grid last said, for readers of the screen too; a refused text is told in red. */
type SaidProps = { readonly id: string; readonly said: RowsProps<never>['said']; readonly hint: string };
const GridSaid = ({ id, said, hint }: SaidProps) => (
  <p
    id={id}
    className={said.refused === undefined ? 'ui-grid-said' : 'ui-grid-said ui-grid-refused'}
    role="status"
    aria-live="polite"
  >
    {said.text || hint}
  </p>
);

/** Lines of a document: type, scan, paste, undo; 100,000 of them as easily as ten. */
export const LineGrid = <L extends object>(props: Props<L>) => {
  const { model, readOnly = false, height = 350, label } = props;
  const id = useId();
  const { grid, layout, rows, sums, said, removes, onEdited } = useLineGrid(props, props.onOpen);
  const { edited: edit, range } = grid;
  const phone = usePhone();
  const [focused, setFocused] = useState(false);
  const errors = useErrorsByRow(props.errors);
  const { scroller } = rows;
  const { placed, total, setWidths } = layout;
  const turns = placed.some(({ pageLeft = NUMBER_WIDTH }) => pageLeft > NUMBER_WIDTH);
  // They change with columns and lines, not with every scrolled frame; the model stays one object, its version moves.
  const header = useMemo(
    () => <GridHeader placed={placed} width={total} removes={removes} onResize={setWidths} />,
    [placed, total, removes, setWidths],
  );
  const { version } = model;
  const footer = useMemo(
    () => (version >= 0 && sums ? <GridFooter placed={placed} width={total} removes={removes} model={model} /> : null),
    [placed, total, removes, model, version, sums],
  );
  const lines = gridRows({ id, grid, layout, rows, errors, focused, removes, said, onEdited });

  return (
    <div className="ui-grid-frame">
      <div
        ref={scroller}
        className="ui-grid"
        role="grid"
        aria-label={label}
        aria-rowcount={model.length + (sums ? 2 : 1)}
        aria-colcount={placed.length + (removes ? 2 : 1)}
        aria-multiselectable
        aria-readonly={readOnly}
        aria-activedescendant={model.length > 0 ? `${id}-${range.focus.row}-${range.focus.col}` : undefined}
        aria-describedby={`${id}-said`}
        tabIndex={0}
        style={props.fit === true || phone ? { maxHeight: height } : { height }}
        onScroll={rows.measure}
        onFocus={() => setFocused(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
        }}
        onKeyDown={(event) => {
          if (edit === undefined) onGridKey(grid, event);
        }}
        onCopy={(event) => {
          if (edit === undefined) onGridCopy(grid, event);
        }}
        onCut={(event) => {
          if (edit === undefined && !readOnly) onGridCopy(grid, event);
        }}
        onPaste={(event) => {
          if (edit === undefined) onGridPaste(grid, event);
        }}
        {...gridMouse(grid, props.onCellClick)}
      >
        {header}
        <div role="rowgroup" className="ui-grid-body" style={{ height: model.length * ROW_HEIGHT, width: total }}>
          {lines}
        </div>
        {model.length === 0 ? <p className="ui-grid-empty">{props.empty ?? '还没有数据'}</p> : null}
        {footer}
      </div>
      <GridSaid id={`${id}-said`} said={said} hint={turns ? '左右滑动看其他列' : ''} />
    </div>
  );
};
