import type { PointerEvent } from 'react';
import { titleOf } from 'services/contracts/field-units';
import { show } from '../format/show.ts';
import { getterOf } from './cells.ts';
import type { PlacedColumn } from './layout.ts';
import type { LineModel } from './line-model.ts';
import type { GridColumn, LineColumn } from './types.ts';

type Widths = Readonly<Record<string, number>>;
type EdgeProps<L extends object> = {
  readonly placed: readonly PlacedColumn<LineColumn<L>>[];
  readonly width: number;
  /** Rows have 删除 at their end. */
  readonly removes: boolean;
};
const MIN_WIDTH = 48;

/** Drags a column's right edge; double click on it goes back to the width of the screen. */
const resizing =
  (field: string, width: number, onResize: (change: (widths: Widths) => Widths) => void) =>
  (event: PointerEvent<HTMLElement>): void => {
    event.preventDefault();
    const handle = event.currentTarget;
    const from = event.clientX;
    handle.setPointerCapture(event.pointerId);
    handle.onpointermove = (move) =>
      onResize((widths) => ({ ...widths, [field]: Math.max(MIN_WIDTH, width + move.clientX - from) }));
    handle.onpointerup = () => {
      handle.onpointermove = null;
      handle.onpointerup = null;
    };
  };

export const GridHeader = <L extends object>({
  placed,
  width,
  removes,
  onResize,
}: EdgeProps<L> & { onResize: (change: (widths: Widths) => Widths) => void }) => (
  <div role="rowgroup" className="ui-grid-head" style={{ width }}>
    <div role="row" aria-rowindex={1} className="ui-row">
      <div role="columnheader" aria-colindex={1} className="ui-cell ui-num ui-frozen ui-rownum">
        #
      </div>
      {placed.map(({ column, className, style, width: own }, index) => (
        <div
          key={column.field}
          role="columnheader"
          aria-colindex={index + 2}
          className={className}
          style={style}
          title={titleOf(column)}
        >
          {titleOf(column)}
          <span
            className="ui-resize"
            aria-hidden
            onPointerDown={resizing(column.field, own, onResize)}
            onDoubleClick={() =>
              onResize((widths) =>
                Object.fromEntries(Object.entries(widths).filter(([field]) => field !== column.field)),
              )
            }
          />
        </div>
      ))}
      {removes ? (
        <div role="columnheader" className="ui-cell ui-frozen ui-remove">
          操作
        </div>
      ) : null}
    </div>
  </div>
);

const ColumnSum = <L extends object>({ column, model }: { column: GridColumn<L>; model: LineModel<L> }) => {
  const { sum, field, kind } = column;
  if (sum === undefined || sum === false) return null;
  if (sum === true) return show(kind, model.sum(field, getterOf(column)));
  return (
    <span>
      <span className="ui-sum-counts">{sum.counts}</span> {show(kind, model.sum(field, sum.of))}
    </span>
  );
};

export const GridFooter = <L extends object>({
  placed,
  width,
  removes,
  model,
}: EdgeProps<L> & { model: LineModel<L> }) => (
  <div role="rowgroup" className="ui-grid-foot" style={{ width }}>
    <div role="row" aria-rowindex={model.length + 2} className="ui-row">
      <div role="rowheader" className="ui-cell ui-num ui-frozen ui-rownum">
        合计
      </div>
      {placed.map(({ column, className, style }) => (
        <div key={column.field} role="gridcell" className={className} style={style}>
          <ColumnSum column={column} model={model} />
        </div>
      ))}
      {removes ? <div role="gridcell" className="ui-cell ui-frozen ui-remove" /> : null}
    </div>
  </div>
);
