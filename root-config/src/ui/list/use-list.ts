import {
  can,
  useLocation,
  useLockShops,
  useNavigate,
  usePageState,
  usePreference,
  useRows,
  useShopTree,
  type QueryOf,
} from 'root-config/api';
import { useEffect, useMemo, useState } from 'react';
import { dayOf } from 'services/contracts/dates';
import { shopToday } from '../pieces/date-window.ts';
import { PLAIN, type Arrangement } from './arrangement.ts';
import { changeFilter, missing, namesOf, problemAt, startValues, toQuery } from './filter-model.ts';
import { daysMoved } from './moment-model.ts';
import type { Column, Filter, FilterValues, ListEndpoint, ListSpec, Query, RowOfEndpoint } from './types.ts';

/** A tree is asked for whole. */
const WHOLE = 10_000;
export type Sort = { readonly field: string; readonly way: 'asc' | 'desc' };
type ListMemory = {
  readonly values: FilterValues;
  readonly page: number;
  readonly sort: Sort | null;
  readonly asOf: string | null;
  /** The address these filters came from; '' once they are others. */
  readonly address: string;
};

/** Column filters act like filters: they show as tokens and go with 重置. */
export const columnFilters = <Row extends object>(columns: readonly Column<Row>[]): readonly Filter[] =>
  columns.flatMap(({ filter, title }): readonly Filter[] => {
    if (filter === undefined) return [];
    return 'dict' in filter
      ? [{ kind: 'dict', name: filter.param, label: title, dict: filter.dict, multiple: true }]
      : [{ kind: 'select', name: filter.param, label: title, options: filter.options, multiple: true }];
  });

/** Filter values that an address brings: /stock/goods-flow?barcode=… */
const fromAddress = (filters: readonly Filter[], search: string): FilterValues => {
  const names = filters.flatMap((filter) => namesOf(filter));
  return Object.fromEntries([...new URLSearchParams(search)].filter(([name]) => names.includes(name)));
};

const useStart = (filters: readonly Filter[]): (() => FilterValues) => {
  const { preset, shops } = useLockShops();
  return () => {
    const shop = filters.find((filter) => filter.kind === 'shop');
    const locked = shop !== undefined && preset !== null && shops.length > 0;
    return startValues(filters, shopToday(), locked ? { [shop.name]: String(preset) } : {});
  };
};

/**
 * What a list remembers, led by its address: one that names filters is followed also where the page is open with
 * others, and is left behind as soon as they are changed, so that the same link leads there again.
 */
const useKept = (name: string, filters: readonly Filter[]) => {
  const { search, pathname } = useLocation();
  const navigate = useNavigate();
  const start = useStart(filters);
  const asked = fromAddress(filters, search);
  // The router follows a moment later than the address itself.
  const led = search === location.search && Object.keys(asked).length > 0;
  const begin = (): ListMemory => ({
    values: changeFilter(filters, start(), asked),
    page: 1,
    sort: null,
    asOf: null,
    address: led ? search : '',
  });
  const [stored, keep] = usePageState<ListMemory>(name, begin);
  const moved = led && stored.address !== search;
  const kept = moved ? begin() : stored;
  useEffect(() => {
    if (moved) keep(() => kept);
  });
  const change = (patch: Partial<ListMemory>): void => {
    const values = patch.values ?? kept.values;
    const left = led && Object.entries(asked).some(([each, value]) => values[each] !== value);
    if (left) void navigate(pathname, { replace: true });
    keep((now) => ({ ...(moved ? kept : now), page: 1, ...patch, ...(left && { address: '' }) }));
  };
  return { kept, change, start };
};

type RowsNow = Pick<ReturnType<typeof useRows>, 'loaded' | 'refreshing' | 'error' | 'rows' | 'count'>;
type Paging = { readonly page: number; readonly size: number; readonly setPage: (page: number) => void };
/** Rows that went, or totals that came late, may leave one behind the last page: back to it. */
const useWithinEnd = ({ loaded, refreshing, error, rows, count }: RowsNow, { page, size, setPage }: Paging): void => {
  const isBehind = loaded && !refreshing && error === null && rows.length === 0 && page > 1;
  useEffect(() => {
    if (isBehind) setPage(Math.max(1, Math.min(page - 1, Math.ceil(count / size))));
  });
};

/** What is chosen goes when an address leads to other rows. */
const useSelected = <Row>(address: string) => {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  const [followed, follow] = useState(address);
  if (followed !== address) {
    follow(address);
    setSelected(new Map());
  }
  return [selected, setSelected] as const;
};

const dayAt = (moment: string | null): string => (moment === null ? shopToday() : dayOf(new Date(moment)));

type ChangeContext = ReturnType<typeof useKept> & {
  /** The filters of the line, and those of the columns too. */
  readonly filters: readonly Filter[];
  readonly all: readonly Filter[];
};
/** What the user may change; everything but the page leads back to the first one. */
const changesOf = ({ kept, change, start, filters, all }: ChangeContext) => {
  /** Filters of one moment at another: days that meant that day mean the other's. */
  const daysAt = (values: FilterValues, from: string | null, to: string | null): FilterValues =>
    daysMoved(filters, values, { from: dayAt(from), to: dayAt(to) });
  return {
    setFilter: (patch: FilterValues): void => change({ values: changeFilter(all, kept.values, patch) }),
    setValues: (values: FilterValues): void => change({ values }),
    reset: (): void => change({ values: daysAt(start(), null, kept.asOf), sort: null }),
    setPage: (page: number): void => change({ page }),
    setSort: (sort: Sort | null): void => change({ sort }),
    setAsOf: (asOf: string | null): void => change({ asOf, values: daysAt(kept.values, kept.asOf, asOf) }),
  };
};
/** The parameters of the request, but for the page. */
const queryOf = ({ values, sort, asOf }: ListMemory, fixed: Query | undefined): Query => ({
  ...toQuery(values, fixed),
  ...(sort === null ? {} : { [`${sort.field}Order`]: sort.way }),
  ...(asOf === null ? {} : { asOf }),
});

/** Everything a list remembers and asks: filters, page, sort, arrangement, rows. */
export const useList = <E extends ListEndpoint>(endpoint: E, spec: ListSpec<RowOfEndpoint<E>>, report: boolean) => {
  const filters = useMemo(() => spec.filters.filter(({ allow }) => allow === undefined || can(allow)), [spec]);
  const all = useMemo(() => [...filters, ...columnFilters(spec.columns)], [filters, spec]);
  const name = `list:${endpoint.path}:${spec.title}`;
  const { kept, change: keep, start } = useKept(name, filters);
  const [size, setSize] = usePreference<number>(`${name}:size`, spec.pageSize ?? 20);
  const [arrangement, arrange] = usePreference<Arrangement>(`${name}:columns`, PLAIN);
  const [selected, setSelected] = useSelected<RowOfEndpoint<E>>(kept.address);
  const shopsPending = useShopTree().pending;

  const query = queryOf(kept, spec.fixed);
  const lacking = missing(filters, kept.values);
  // Reports load once the shop options have arrived (S0§4).
  const enabled = lacking === undefined && !(report && shopsPending);
  const paged = { ...query, pageIndex: kept.page, pageSize: spec.tree === undefined ? size : WHOLE };
  const rows = useRows(endpoint, paged as unknown as QueryOf<E>, { enabled });

  const change = (patch: Partial<ListMemory>): void => {
    setSelected(new Map());
    keep(patch);
  };
  const changes = changesOf({ kept, change, start, filters, all });
  useWithinEnd(rows, { page: kept.page, size, setPage: changes.setPage });
  return {
    ...rows,
    ...kept,
    ...changes,
    filters,
    /** What the server refused in the filter line: to be mended there, trying again is of no use. */
    problems: rows.error?.fields.filter((problem) => filters.some((filter) => problemAt(filter, [problem]))) ?? [],
    allFilters: all,
    size,
    setSize: (next: number): void => {
      setSize(next);
      change({});
    },
    arrangement,
    arrange,
    selected,
    setSelected,
    query,
    lacking,
  };
};
export type ListState<E extends ListEndpoint> = ReturnType<typeof useList<E>>;
