import { can } from 'root-config/api';
import { useRef, type ReactNode } from 'react';
import { pictureNames, words } from '../format/show.ts';
import { StatusLabel } from '../pieces/status-label.tsx';
import { Thumb } from '../pieces/thumb.tsx';
import { CellContent } from './cell.tsx';
import { footOf, keyOfRow, type ShownTotals } from './list-table.tsx';
import { RowActions } from './row-actions.tsx';
import type { CardFace, Column, ListSpec, ScreenHandle } from './types.ts';

const FACTS = 4;
/** A card when the screen declares none: the first column as title, the next ones as facts. */
const plainFace = <Row extends object>({ columns }: ListSpec<Row>, row: Row): CardFace => {
  const shown = columns.filter(({ hidden }) => hidden !== true);
  const picture = shown.find(({ kind }) => kind === 'picture');
  const status = shown.find(({ kind }) => kind === 'status');
  const rest = shown.filter((column) => column !== picture && column !== status);
  const content = (column: Column<Row>): ReactNode => <CellContent column={column} row={row} />;
  const [title, ...facts] = rest;
  return {
    title: title === undefined ? '' : content(title),
    subtitle: status === undefined ? undefined : <StatusLabel value={row[status.field]} labels={status.labels} />,
    picture: picture === undefined ? undefined : pictureNames(row[picture.field])[0],
    facts: facts.slice(0, FACTS).map((column) => [column.title, content(column)]),
  };
};

type Props<Row extends object> = {
  readonly spec: ListSpec<Row>;
  readonly rows: readonly Row[];
  /** A report's totals: over the cards, where a table has them below. */
  readonly totals: ShownTotals;
  readonly screen: ScreenHandle;
  readonly pending: boolean;
  readonly large: boolean;
};
const Totals = <Row extends object>(props: Pick<Props<Row>, 'spec' | 'rows' | 'totals' | 'screen'>) => {
  const figures = props.spec.columns.flatMap((column) => {
    if (column.total === undefined || (column.allow !== undefined && !can(column.allow))) return [];
    const figure = footOf(column, props);
    return figure === null ? [] : [[column, figure] as const];
  });
  return figures.length === 0 ? null : (
    <dl className="ui-card-totals" aria-label="合计">
      {figures.map(([{ field, title }, figure]) => (
        <div key={field}>
          <dt>{title}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
};
/** Rows as cards: on phones always, on wide screens where people look at pictures. */
export const ListCards = <Row extends object>({ spec, rows, totals, screen, pending, large }: Props<Row>) => {
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      {totals === null ? null : <Totals spec={spec} rows={rows} totals={totals} screen={screen} />}
      <ul
        ref={list}
        className={large ? 'ui-cards ui-cards-large' : 'ui-cards'}
        aria-label={spec.title}
        aria-busy={pending}
      >
        {pending
          ? Array.from({ length: 4 }, (_, index) => (
              <li key={index} className="ui-card" aria-hidden>
                <span className="ui-skeleton" />
              </li>
            ))
          : rows.map((row) => {
              const face = spec.card?.(row) ?? plainFace(spec, row);
              const key = keyOfRow(spec, row);
              const pictures = pictureNames(face.picture);
              return (
                <li key={key} className="ui-card">
                  {pictures.length === 0 ? null : <Thumb names={pictures} size={large ? 160 : 56} />}
                  <div className="ui-card-body">
                    <div className="ui-card-head">
                      <strong>{face.title}</strong>
                      {face.subtitle}
                    </div>
                    <dl>
                      {(face.facts ?? []).map(([label, value]) => (
                        <div key={label}>
                          <dt>{label}</dt>
                          <dd>{typeof value === 'string' ? words(value) : value}</dd>
                        </div>
                      ))}
                    </dl>
                    {spec.actions === undefined ? null : (
                      <RowActions actions={spec.actions} row={row} screen={screen} name={` ${key}`} />
                    )}
                  </div>
                </li>
              );
            })}
      </ul>
    </>
  );
};
