import { usePageState, usePreference, useRows, useLockShops, useShopTree, can, type QueryOf } from 'root-config/api';
import { useEffect, useMemo, useState } from 'react';
import { dayOf } from 'services/contracts/dates';
import { shopToday } from '../pieces/date-window.ts';
import { PLAIN, type Arrangement } from './arrangement.ts';
import { changeFilter, missing, namesOf, startValues, toQuery } from './filter-model.ts';
import { daysMoved } from './moment-model.ts';
import type { Column, Filter, FilterValues, ListEndpoint, ListSpec, Query, RowOfEndpoint } from './types.ts';

export type Sort = { readonly field: string; readonly way: 'asc' | 'desc' };
type Kept = {
  readonly values: FilterValues;
  readonly page: number;
  readonly sort: Sort | null;
  readonly asOf: string | null;
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
const fromAddress = (filters: readonly Filter[]): FilterValues => {
  const params = new URLSearchParams(location.search);
  const names = filters.flatMap((filter) => namesOf(filter));
  return Object.fromEntries([...params].filter(([name]) => names.includes(name)));
};

const useStart = (filters: readonly Filter[]): (() => FilterValues) => {
  const { preset, shops } = useLockShops();
  return () => {
    const shop = filters.find((filter) => filter.kind === 'shop');
    const locked = shop !== undefined && preset !== null && shops.length > 0;
    return startValues(filters, shopToday(), locked ? { [shop.name]: String(preset) } : {});
  };
};

type Seen = Pick<ReturnType<typeof useRows>, 'loaded' | 'refreshing' | 'error' | 'rows' | 'count'>;
type At = { readonly page: number; readonly size: number; readonly setPage: (page: number) => void };
/** Rows that went, or totals that came late, may leave one behind the last page: back to it. */
const useWithinEnd = ({ loaded, refreshing, error, rows, count }: Seen, { page, size, setPage }: At): void => {
  const isBehind = loaded && !refreshing && error === null && rows.length === 0 && page > 1;
  useEffect(() => {
    if (isBehind) setPage(Math.max(1, Math.min(page - 1, Math.ceil(count / size))));
  });
};

const dayAt = (moment: string | null): string => (moment === null ? shopToday() : dayOf(new Date(moment)));

/** Everything a list remembers and asks: filters, page, sort, arrangement, rows. */
export const useList = <E extends ListEndpoint>(endpoint: E, spec: ListSpec<RowOfEndpoint<E>>, report: boolean) => {
  const filters = useMemo(() => spec.filters.filter(({ allow }) => allow === undefined || can(allow)), [spec]);
  const all = useMemo(() => [...filters, ...columnFilters(spec.columns)], [filters, spec]);
  const start = useStart(filters);
  const name = `list:${endpoint.path}:${spec.title}`;
  const [kept, keep] = usePageState<Kept>(name, () => ({
    values: changeFilter(filters, start(), fromAddress(filters)),
    page: 1,
    sort: null,
    asOf: null,
  }));
  const [size, setSize] = usePreference<number>(`${name}:size`, spec.pageSize ?? 20);
  const [arrangement, arrange] = usePreference<Arrangement>(`${name}:columns`, PLAIN);
  const [selected, setSelected] = useState<ReadonlyMap<string, RowOfEndpoint<E>>>(new Map());
  const shopsPending = useShopTree().pending;

  const query: Query = {
    ...toQuery(kept.values, spec.fixed),
    ...(kept.sort === null ? {} : { [`${kept.sort.field}Order`]: kept.sort.way }),
    ...(kept.asOf === null ? {} : { asOf: kept.asOf }),
  };
  const lacking = missing(filters, kept.values);
  // Reports load once the shop options have arrived (S0§4).
  const enabled = lacking === undefined && !(report && shopsPending);
  const rows = useRows(endpoint, { ...query, pageIndex: kept.page, pageSize: size } as unknown as QueryOf<E>, {
    enabled,
  });

  /** Filters of one moment at another: days that meant that day mean the other's. */
  const daysAt = (values: FilterValues, from: string | null, to: string | null): FilterValues =>
    daysMoved(filters, values, { from: dayAt(from), to: dayAt(to) });
  const change = (patch: Partial<Kept>): void => {
    setSelected(new Map());
    keep((now) => ({ ...now, page: 1, ...patch }));
  };
  const setPage = (page: number): void => change({ page });
  useWithinEnd(rows, { page: kept.page, size, setPage });
  return {
    ...rows,
    filters,
    allFilters: all,
    values: kept.values,
    setFilter: (patch: FilterValues): void => change({ values: changeFilter(all, kept.values, patch) }),
    setValues: (values: FilterValues): void => change({ values }),
    reset: (): void => change({ values: daysAt(start(), null, kept.asOf), sort: null }),
    page: kept.page,
    setPage,
    size,
    setSize: (next: number): void => {
      setSize(next);
      change({});
    },
    sort: kept.sort,
    setSort: (sort: Sort | null): void => change({ sort }),
    asOf: kept.asOf,
    setAsOf: (asOf: string | null): void => change({ asOf, values: daysAt(kept.values, kept.asOf, asOf) }),
    arrangement,
    arrange,
    selected,
    setSelected,
    query,
    lacking,
  };
};
export type ListState<E extends ListEndpoint> = ReturnType<typeof useList<E>>;
