import { Checkbox, Label } from '@primer/react';
import type { ReactNode } from 'react';
import { titleOf } from 'services/contracts/field-units';
import { pictureNames, words } from '../format/show.ts';
import { StatusLabel } from '../pieces/status-label.tsx';
import { Thumb } from '../pieces/thumb.tsx';
import { CellContent } from './cell.tsx';
import { keyOfRow } from './row-key.ts';
import { RowActions, bulkFor } from './row-actions.tsx';
import { useLongPress } from './use-long-press.ts';
import { TreeCell, type Branches } from './use-tree.tsx';
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
    facts: facts.slice(0, FACTS).map((column) => [titleOf(column), content(column)]),
  };
};

type Props<Row extends object> = {
  readonly spec: ListSpec<Row>;
  readonly rows: readonly Row[];
  readonly screen: ScreenHandle;
  readonly pending: boolean;
  readonly large: boolean;
  /** Places of the rows that are not shown as they are now. */
  readonly stale: readonly number[];
  readonly selected: ReadonlyMap<string, Row>;
  readonly onSelect: (selected: ReadonlyMap<string, Row>) => void;
  readonly branches: Branches<Row> | undefined;
};

const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('button, a, input, label') !== null;

type CardProps<Row extends object> = Props<Row> & {
  readonly row: Row;
  readonly old: boolean;
  readonly selectable: boolean;
};
const Card = <Row extends object>(props: CardProps<Row>) => {
  const { spec, row, screen, large, selected, onSelect, selectable, old, branches } = props;
  const face = spec.card?.(row) ?? plainFace(spec, row);
  const key = keyOfRow(spec, row);
  const pictures = pictureNames(face.picture);
  const chosen = selected.has(key);
  const toggle = (): void => {
    const next = new Map(selected);
    if (!next.delete(key)) next.set(key, row);
    onSelect(next);
  };
  const press = useLongPress(() => {
    if (selectable) toggle();
  });
  return (
    <li
      className={chosen ? 'ui-card ui-card-chosen' : 'ui-card'}
      {...(selectable ? press : {})}
      onClick={(event) => {
        // Once one is chosen, a touch chooses the others.
        if (selectable && selected.size > 0 && !isControl(event.target)) toggle();
      }}
    >
      {pictures.length === 0 ? null : <Thumb names={pictures} size={large ? 160 : 56} />}
      <div className="ui-card-body">
        <div className="ui-card-head">
          <strong>
            <TreeCell branches={branches} spec={spec} row={row}>
              {face.title}
            </TreeCell>
          </strong>
          <span className="ui-card-side">
            {old ? <Label variant="attention">未更新</Label> : null}
            {face.subtitle}
            {selectable ? (
              <label className="ui-card-tick">
                <Checkbox aria-label={`选择${key}`} checked={chosen} onChange={toggle} />
              </label>
            ) : null}
          </span>
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
};

/** Rows as cards: on phones always, on wide screens where people look at pictures. A long press begins a selection. */
export const ListCards = <Row extends object>(props: Props<Row>) => {
  const { spec, rows, screen, pending, large, stale } = props;
  const selectable = bulkFor(spec, screen).length > 0;
  return (
    <ul className={large ? 'ui-cards ui-cards-large' : 'ui-cards'} aria-label={spec.title} aria-busy={pending}>
      {pending
        ? Array.from({ length: 4 }, (_, index) => (
            <li key={index} className="ui-card" aria-hidden>
              <span className="ui-skeleton" />
            </li>
          ))
        : rows.map((row, place) => (
            <Card key={keyOfRow(spec, row)} {...props} row={row} old={stale.includes(place)} selectable={selectable} />
          ))}
    </ul>
  );
};
