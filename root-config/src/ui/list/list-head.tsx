/** The head of a list or report: its title, what can be done with it, and its filters. */
import { shownColumns } from './arrangement.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { FilterBar } from './filter-bar.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { PrintButton } from './print-button.tsx';
import type { ListState } from './use-list.ts';
import type { ListEndpoint, ListSpec, RowOfEndpoint, ScreenHandle } from './types.ts';

type Props<E extends ListEndpoint> = {
  readonly endpoint: E;
  readonly spec: ListSpec<RowOfEndpoint<E>>;
  readonly list: ListState<E>;
  readonly screen: ScreenHandle;
  /** Reports are printed; lists print their documents. */
  readonly report: boolean;
  readonly cards: 'none' | 'small' | 'large';
  readonly gallery: boolean;
  /** Absent where rows are cards anyway. */
  readonly onCards: ((cards: boolean) => void) | undefined;
  readonly roomy: boolean;
  readonly onRoomy: (roomy: boolean) => void;
};

const Filters = <E extends ListEndpoint>({ list }: Pick<Props<E>, 'list'>) =>
  list.allFilters.length === 0 ? null : (
    <FilterBar
      filters={list.filters}
      allFilters={list.allFilters}
      values={list.values}
      problems={list.problems}
      onChange={list.setFilter}
      onValues={list.setValues}
      onReset={list.reset}
    />
  );

export const ListHead = <E extends ListEndpoint>(props: Props<E>) => {
  const { endpoint, spec, list, screen, cards } = props;
  return (
    <header className="ui-head">
      <h2 className="ui-list-title">{spec.title}</h2>
      <ListToolbar
        spec={spec}
        path={endpoint.path}
        exportKey={endpoint.exportKey}
        columns={shownColumns(spec.columns, list.arrangement).map(({ field }) => field)}
        screen={screen}
        selected={list.selected}
        onClear={() => list.setSelected(new Map())}
        clock={endpoint.asOf === true ? { asOf: list.asOf, onAsOf: list.setAsOf } : undefined}
        cards={props.gallery}
        onCards={props.onCards}
        refreshing={list.refreshing}
      >
        {props.report && list.lacking === undefined ? (
          <PrintButton endpoint={endpoint} spec={spec} list={list} screen={screen} />
        ) : null}
        {cards === 'none' ? (
          <ColumnsMenu
            columns={spec.columns}
            arrangement={list.arrangement}
            onArrange={list.arrange}
            roomy={props.roomy}
            onRoomy={props.onRoomy}
          />
        ) : null}
      </ListToolbar>
      <Filters list={list} />
    </header>
  );
};
