/** The head of a column: it sorts, filters, is dragged to another place and made wider. */
import type { DragEvent } from 'react';
import { titleOf } from 'services/contracts/field-units';
import { moved, ordered, type Arrangement } from './arrangement.ts';
import type { ColumnStyle } from './column-style.ts';
import { ColumnFilter } from './filter-bar.tsx';
import { columnFilters, type Sort } from './use-list.ts';
import type { Column, FilterValues, ListSpec } from './types.ts';

/** What the heads of a table show and change. */
export type HeadTable<Row extends object> = {
  readonly spec: ListSpec<Row>;
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort | null) => void;
  readonly values: FilterValues;
  readonly onFilter: (patch: FilterValues) => void;
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
};
const nextSort = (field: string, sort: Sort | null): Sort | null => {
  if (sort?.field !== field) return { field, way: 'desc' };
  return sort.way === 'desc' ? { field, way: 'asc' } : null;
};

export const HeadCell = <Row extends object>({
  column,
  width,
  table,
  ...place
}: {
  column: Column<Row>;
  width: number;
  table: HeadTable<Row>;
} & ColumnStyle) => {
  const { arrangement, sort } = table;
  const [filter] = columnFilters([column]);
  const way = sort?.field === column.field ? sort.way : undefined;
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const fields = ordered(table.spec.columns, arrangement).map(({ field }) => field);
    table.onArrange({ ...arrangement, order: moved(fields, event.dataTransfer.getData('text/column'), column.field) });
  };
  return (
    <th
      scope="col"
      {...place}
      aria-sort={way === undefined ? undefined : way === 'asc' ? 'ascending' : 'descending'}
      draggable
      onDragStart={(event) => event.dataTransfer.setData('text/column', column.field)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {column.sort === true ? (
        <button type="button" className="ui-sort" onClick={() => table.onSort(nextSort(column.field, sort))}>
          {titleOf(column)}
          <span aria-hidden>{way === undefined ? '' : way === 'asc' ? ' ↑' : ' ↓'}</span>
        </button>
      ) : (
        titleOf(column)
      )}
      {filter === undefined ? null : <ColumnFilter filter={filter} values={table.values} onChange={table.onFilter} />}
      <span
        className="ui-resize"
        aria-hidden
        onPointerDown={(event) => {
          event.preventDefault();
          const handle = event.currentTarget;
          const from = event.clientX;
          handle.setPointerCapture(event.pointerId);
          handle.onpointermove = (move) =>
            table.onArrange({
              ...arrangement,
              widths: { ...arrangement.widths, [column.field]: Math.max(48, width + move.clientX - from) },
            });
          handle.onpointerup = () => {
            handle.onpointermove = null;
          };
        }}
      />
    </th>
  );
};
