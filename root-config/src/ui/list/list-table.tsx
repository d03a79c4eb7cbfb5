import { Checkbox, Label } from '@primer/react';
import { can, usePageScroll } from 'root-config/api';
import { useRef, type FocusEvent, type KeyboardEvent } from 'react';
import { shownColumns } from './arrangement.ts';
import { CellContent } from './cell.tsx';
import { HeadCell, type HeadTable } from './head-cell.tsx';
import { leftsOf, placeOf } from './column-style.ts';
import { layoutOf } from './layout.ts';
import { RowActions, actionsFor, actionsWidth, bulkFor, perform } from './row-actions.tsx';
import { keyOfRow } from './row-key.ts';
import { useBoth, useRoom } from './use-room.ts';
import { TreeCell, treeTable, type Branches } from './use-tree.tsx';
import type { Column, RowAction, ScreenHandle } from './types.ts';

export type TableProps<Row extends object> = HeadTable<Row> & {
  readonly rows: readonly Row[];
  /** Places of rows that are not up to date. */
  readonly stale?: readonly number[] | undefined;
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void;
  readonly screen: ScreenHandle;
  /** First load: rows of the right height stand in. */
  readonly pending: boolean;
  /** The rows are lines of a tree. */
  readonly branches: Branches<Row> | undefined;
};
const SELECT_WIDTH = 40;
type RowMoves = {
  readonly main: () => void;
  readonly select: () => void;
  /** Folds or unfolds a branch: true opens it. */
  readonly fold: (open: boolean) => void;
};
/** Arrows move between rows and fold branches, Enter opens, Space selects. */
const rowKeys = (event: KeyboardEvent<HTMLTableRowElement>, { main, select, fold }: RowMoves): void => {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  const other =
    event.key === 'ArrowDown' ? row.nextElementSibling : event.key === 'ArrowUp' ? row.previousElementSibling : null;
  if (other instanceof HTMLElement) other.focus();
  else if (event.key === 'Enter') main();
  else if (event.key === ' ') select();
  else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') fold(event.key === 'ArrowRight');
  else return;
  event.preventDefault();
};

/** What a cell says, where it may be cut. */
const wholeText = <Row extends object>(
  { kind, render, field, nameField }: Column<Row>,
  row: Row,
): string | undefined => {
  if (kind !== 'text' && kind !== 'shop') return undefined;
  const said = render === undefined ? row[nameField ?? field] : render(row);
  return typeof said === 'string' && said !== '' ? said : undefined;
};

/** Where somebody was in the table, Tab leads back to: one row is its stop, the first one at first. */
const stopHere = ({ currentTarget: row }: FocusEvent<HTMLTableRowElement>): void => {
  for (const other of row.parentElement?.querySelectorAll<HTMLElement>('tr[tabindex="0"]') ?? []) other.tabIndex = -1;
  row.tabIndex = 0;
};

type BodyProps<Row extends object> = {
  readonly table: TableProps<Row>;
  readonly lefts: readonly (number | undefined)[];
  readonly columns: readonly Column<Row>[];
  readonly actions: readonly RowAction<Row>[];
  readonly selectable: boolean;
};
const BodyRow = <Row extends object>({
  table,
  lefts,
  columns,
  actions,
  selectable,
  row,
  first,
  stale,
}: BodyProps<Row> & { row: Row; first: boolean; stale: boolean }) => {
  const { spec, selected, onSelect, screen, branches } = table;
  const open = branches?.openOf(row);
  const key = keyOfRow(spec, row);
  const usable = actionsFor(actions, row, screen);
  const main = usable.find((action) => action.main === true) ?? usable[0];
  const toggle = (): void => {
    if (!selectable) return;
    const next = new Map(selected);
    if (!next.delete(key)) next.set(key, row);
    onSelect(next);
  };
  return (
    <tr
      tabIndex={first ? 0 : -1}
      onFocus={stopHere}
      aria-selected={selectable ? selected.has(key) : undefined}
      aria-level={branches && branches.depthOf(row) + 1}
      aria-expanded={open}
      onKeyDown={(event) =>
        rowKeys(event, {
          main: () => main && perform(main, row, screen),
          select: toggle,
          fold: (wanted) => {
            if (open === !wanted) branches?.toggle(row);
          },
        })
      }
      onDoubleClick={() => main && perform(main, row, screen)}
    >
      {selectable ? (
        <td className="ui-td ui-select">
          <Checkbox aria-label={`选择${key}`} checked={selected.has(key)} onChange={toggle} tabIndex={-1} />
        </td>
      ) : null}
      {columns.map((column, index) => (
        <td key={column.field} {...placeOf(column, lefts[index])} title={wholeText(column, row)}>
          <TreeCell branches={index === 0 ? branches : undefined} spec={spec} row={row}>
            <CellContent column={column} row={row} />
          </TreeCell>
          {stale && index === 0 ? <Label variant="attention">未更新</Label> : null}
        </td>
      ))}
      {actions.length > 0 ? (
        <td className="ui-td ui-last">
          <RowActions actions={actions} row={row} screen={screen} name={` ${key}`} />
        </td>
      ) : null}
      <td className="ui-td ui-fill" aria-hidden />
    </tr>
  );
};

/** The table: first and last column stay, head and totals stay, columns remember the user. */
export const ListTable = <Row extends object>(table: TableProps<Row>) => {
  const { spec, rows, arrangement, selected, onSelect } = table;
  const scroll = usePageScroll(`scroll:${spec.title}`);
  const [room, measure] = useRoom();
  const frame = useBoth(scroll, measure);
  const body = useRef<HTMLTableSectionElement>(null);
  const columns = shownColumns(spec.columns, arrangement).filter(({ allow }) => allow === undefined || can(allow));
  const actions = spec.actions ?? [];
  const selectable = bulkFor(spec, table.screen).length > 0;
  const all = rows.length > 0 && rows.every((row) => selected.has(keyOfRow(spec, row)));
  const beside = (selectable ? SELECT_WIDTH : 0) + (actions.length > 0 ? actionsWidth(actions) : 0);
  const { role, indent } = treeTable(table.branches);
  const widths = layoutOf(columns, { arrangement, rows, room: room - beside, indent });
  const width = widths.reduce((sum, each) => sum + each, beside);
  const lefts = leftsOf(widths, { from: selectable ? SELECT_WIDTH : 0, fixed: spec.fixedColumns ?? 1, room });
  return (
    <div className="ui-table-frame" ref={frame}>
      <table
        className={selectable ? 'ui-table ui-selectable' : 'ui-table'}
        style={{ minWidth: width }}
        role={role}
        aria-label={spec.title}
        aria-busy={table.pending}
      >
        <colgroup>
          {selectable ? <col style={{ width: SELECT_WIDTH }} /> : null}
          {columns.map((column, index) => (
            <col key={column.field} style={{ width: widths[index] }} />
          ))}
          {actions.length > 0 ? <col style={{ width: actionsWidth(actions) }} /> : null}
          <col />
        </colgroup>
        <thead>
          <tr>
            {selectable ? (
              <th className="ui-td ui-select">
                <Checkbox
                  aria-label="选择本页全部"
                  checked={all}
                  onChange={() => onSelect(all ? new Map() : new Map(rows.map((row) => [keyOfRow(spec, row), row])))}
                />
              </th>
            ) : null}
            {columns.map((column, index) => (
              <HeadCell
                key={column.field}
                column={column}
                width={widths[index] ?? 0}
                table={table}
                {...placeOf(column, lefts[index])}
              />
            ))}
            {actions.length > 0 ? <th className="ui-td ui-last">操作</th> : null}
            <th className="ui-td ui-fill" aria-hidden />
          </tr>
        </thead>
        <tbody ref={body}>
          {table.pending
            ? Array.from({ length: 10 }, (_, index) => (
                <tr key={index} aria-hidden>
                  <td className="ui-td" colSpan={columns.length + (selectable ? 1 : 0) + (actions.length > 0 ? 2 : 1)}>
                    <span className="ui-skeleton" style={{ width: `${50 + ((index * 17) % 40)}%` }} />
                  </td>
                </tr>
              ))
            : rows.map((row, index) => (
                <BodyRow
                  key={keyOfRow(spec, row)}
                  table={table}
                  lefts={lefts}
                  columns={columns}
                  actions={actions}
                  selectable={selectable}
                  row={row}
                  first={index === 0}
                  stale={table.stale?.includes(index) === true}
                />
              ))}
        </tbody>
      </table>
    </div>
  );
};
