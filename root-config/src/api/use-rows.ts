import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import { type Query, client } from './client.ts';
import { type Endpoint, type QueryOf, type Sums, type TotalsOf, parseRows, parseSums } from './endpoint.ts';
import type { ApiError } from './errors.ts';

type RowsOptions = {
  /** false: do not load yet. */
  enabled?: boolean;
  /** Milliseconds between reloads (monitor, live prices). */
  every?: number;
};

/** A report answers a page and its totals apart: twenty rows do not wait until all are added up. */
const isReport = (endpoint: Endpoint): boolean => endpoint.totals !== undefined;
/** What the totals are of: the filters, of whatever page in whatever order. */
const filtersOf = (query: Query): Query =>
  Object.fromEntries(
    Object.entries(query).filter(([name]) => name !== 'pageIndex' && name !== 'pageSize' && !name.endsWith('Order')),
  );

/** `key` names the filters of the query. */
const rowsOptions = <E extends Endpoint>(endpoint: E, query: Query, key: string) => {
  const path = isReport(endpoint) ? `${endpoint.path}/rows` : endpoint.path;
  const before = (Number(query['pageIndex'] ?? 1) - 1) * Number(query['pageSize'] ?? 0);
  return queryOptions({
    queryKey: [path, query] as const,
    queryFn: async ({ signal }) => {
      const found = parseRows(endpoint, await client.get(path, query, { signal }));
      const full = found.rows.length > 0 && found.rows.length === query['pageSize'];
      return { ...found, filters: key, atLeast: { count: before + found.rows.length, more: full } };
    },
  });
};
const sumsKey = (endpoint: Endpoint, filters: string) => [`${endpoint.path}/totals`, filters] as const;
type SumsRequest = { readonly filters: Query; readonly key: string; readonly page: Query[string] };
/** A report's figures: of its filters, whatever the page, and renewed with each. */
const useSums = <E extends Endpoint>(
  endpoint: E,
  { filters, key, page }: SumsRequest,
  options: { enabled: boolean },
) => {
  const queryKey = sumsKey(endpoint, key);
  const result = useQuery({
    queryKey,
    queryFn: async ({ signal }) => parseSums(endpoint, await client.get(queryKey[0], filters, { signal })),
    ...options,
    enabled: options.enabled && isReport(endpoint),
  });
  const last = useRef({ key, page });
  const { refetch } = result;
  useEffect(() => {
    const turned = last.current.key === key && last.current.page !== page;
    last.current = { key, page };
    if (turned && isReport(endpoint)) void refetch();
  }, [endpoint, key, page, refetch]);
  return result;
};

/** Rows that were there stay when others are refused. */
const useHeld = <Rows>({ data, error }: { readonly data: Rows | undefined; readonly error: unknown }) => {
  const [last, keep] = useState(data);
  if (data !== undefined && data !== last) keep(data);
  return data ?? ((error as ApiError | null)?.status === 422 ? last : undefined);
};

/**
 * Rows of a list or report. While it reloads, or other filters are on their way, the old rows stay (`refreshing`);
 * `pending` is the very first load only. A failure leaves `error` beside whatever rows there were, those of other
 * filters only when the new ones are refused (422); `retry` loads again.
 * `totals` are a report's, always those of the rows shown: `undefined` until they are there, with `count` a lower bound
 * till then; `totalsError` says that they could not be had or renewed. null for other lists.
 */
export const useRows = <E extends Endpoint>(
  endpoint: E,
  asked: QueryOf<E>,
  { enabled = true, every }: RowsOptions = {},
) => {
  const query = asked as Query;
  const filters = filtersOf(query);
  const key = JSON.stringify(filters);
  const cache = useQueryClient();
  const options = { enabled, ...(every !== undefined && { refetchInterval: every }) };
  const result = useQuery({ ...rowsOptions(endpoint, query, key), placeholderData: keepPreviousData, ...options });
  const sums = useSums(endpoint, { filters, key, page: query['pageIndex'] }, options);
  const held = useHeld(result);
  const { rows, count, more, parked, stale, filters: shown, atLeast } = held ?? NOTHING;
  type Figures = { readonly count: number; readonly more: boolean; readonly totals: TotalsOf<E> | null | undefined };
  const figures = (): Figures => {
    if (!isReport(endpoint)) return { count, more, totals: null };
    // Old rows, while others are on their way, keep the totals they came with.
    const old = cache.getQueryData<Sums<TotalsOf<E>>>(sumsKey(endpoint, shown));
    const found = shown === key ? sums.data : old;
    return found === undefined ? { ...atLeast, totals: undefined } : { ...found, more: false };
  };
  return {
    rows,
    parked,
    stale,
    ...figures(),
    totalsError: sums.error as ApiError | null,
    loaded: held !== undefined,
    pending: result.isPending && enabled,
    refreshing: result.isFetching && !result.isPending,
    error: result.error as ApiError | null,
    retry: (): void => {
      void result.refetch();
      if (isReport(endpoint)) void sums.refetch();
    },
  };
};
const NOTHING = {
  rows: [],
  count: 0,
  more: false,
  parked: 0,
  stale: [],
  filters: '',
  atLeast: { count: 0, more: false },
};

/** One record and the ETag to send back as If-Match. `path` null: nothing to load. */
export const useRecord = <Schema extends z.ZodType>(path: string | null, schema: Schema, query: Query = {}) => {
  const result = useQuery({
    queryKey: [path, query],
    enabled: path !== null,
    // A form opens on what is true now, never on an older copy.
    staleTime: 0,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const { data, etag } = await client.request('GET', path ?? '', { query, signal });
      return { record: schema.parse(data), etag };
    },
  });
  return {
    record: result.data?.record ?? null,
    etag: result.data?.etag ?? null,
    pending: result.isPending && path !== null,
    error: result.error as ApiError | null,
    retry: (): void => void result.refetch(),
  };
};
