import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Query, client } from './client.ts';
import { type Endpoint, type QueryOf, type TotalsOf, parseRows, parseSums } from './endpoint.ts';
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

const rowsOptions = <E extends Endpoint>(endpoint: E, query: Query) => {
  const path = isReport(endpoint) ? `${endpoint.path}/rows` : endpoint.path;
  const filters = JSON.stringify(filtersOf(query));
  return queryOptions({
    queryKey: [path, query] as const,
    queryFn: async ({ signal }) => ({ ...parseRows(endpoint, await client.get(path, query, { signal })), filters }),
  });
};
/** A report's figures; renewed with each page, and standing until the new ones are there while the filters stay. */
const useSums = <E extends Endpoint>(endpoint: E, query: Query, options: { enabled: boolean }) => {
  const filters = filtersOf(query);
  const path = `${endpoint.path}/totals`;
  const key = JSON.stringify(filters);
  return useQuery({
    queryKey: [path, key, query['pageIndex']] as const,
    queryFn: async ({ signal }) => ({
      ...parseSums(endpoint, await client.get(path, filters, { signal })),
      filters: key,
    }),
    placeholderData: (before, asking) => (asking?.queryKey[1] === key ? before : undefined),
    ...options,
    enabled: options.enabled && isReport(endpoint),
  });
};
/** What is known of all rows before their totals are: there are at least these. */
const atLeast = ({ pageIndex, pageSize }: Query, onPage: number) => ({
  count: (Number(pageIndex ?? 1) - 1) * Number(pageSize ?? 0) + onPage,
  more: onPage > 0 && onPage === pageSize,
  totals: undefined,
});

/**
 * Rows of a list or report. While it reloads, or other filters are on their way, the old rows stay (`refreshing`);
 * `pending` is the very first load only. A failure leaves `error` beside whatever rows there were; `retry` loads again.
 * `totals` are a report's, `undefined` until they are those of the rows shown (`totalsError`: they could not be had),
 * with `count` a lower bound till then; null for other lists.
 */
export const useRows = <E extends Endpoint>(
  endpoint: E,
  asked: QueryOf<E>,
  { enabled = true, every }: RowsOptions = {},
) => {
  const query = asked as Query;
  const options = { enabled, ...(every !== undefined && { refetchInterval: every }) };
  const result = useQuery({ ...rowsOptions(endpoint, query), placeholderData: keepPreviousData, ...options });
  const sums = useSums(endpoint, query, options);
  const { rows, count, more, filters } = result.data ?? { rows: [], count: 0, more: false, filters: '' };
  const figures = (): { count: number; more: boolean; totals: TotalsOf<E> | null | undefined } => {
    if (!isReport(endpoint)) return { count, more, totals: null };
    return sums.data?.filters === filters ? { ...sums.data, more: false } : atLeast(query, rows.length);
  };
  return {
    rows,
    ...figures(),
    totalsError: sums.error as ApiError | null,
    loaded: result.data !== undefined,
    pending: result.isPending && enabled,
    refreshing: result.isFetching && !result.isPending,
    error: result.error as ApiError | null,
    retry: (): void => {
      void result.refetch();
      if (isReport(endpoint)) void sums.refetch();
    },
  };
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
