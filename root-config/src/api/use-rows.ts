import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Query, client } from './client.ts';
import { type Endpoint, type QueryOf, parseRows } from './endpoint.ts';
import type { ApiError } from './errors.ts';

type RowsOptions = {
  /** false: do not load yet. */
  enabled?: boolean;
  /** Milliseconds between reloads (monitor, live prices). */
  every?: number;
};

/** For lists loaded outside a component (`queryClient.fetchQuery`); key = path + filters. */
export const rowsOptions = <E extends Endpoint>(endpoint: E, query: QueryOf<E>) =>
  queryOptions({
    queryKey: [endpoint.path, query] as const,
    queryFn: async ({ signal }) => parseRows(endpoint, await client.get(endpoint.path, query as Query, { signal })),
  });

/**
 * Rows of a list or report. While it reloads, or other filters are on their way, the old rows stay (`refreshing`);
 * `pending` is the very first load only. A failure leaves `error` beside whatever rows there were; `retry` loads again.
 */
export const useRows = <E extends Endpoint>(
  endpoint: E,
  query: QueryOf<E>,
  { enabled = true, every }: RowsOptions = {},
) => {
  const result = useQuery({
    ...rowsOptions(endpoint, query),
    enabled,
    placeholderData: keepPreviousData,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
  const { rows, count, more, totals } = result.data ?? { rows: [], count: 0, more: false, totals: null };
  return {
    rows,
    count,
    more,
    totals,
    loaded: result.data !== undefined,
    pending: result.isPending && enabled,
    refreshing: result.isFetching && !result.isPending,
    error: result.error as ApiError | null,
    retry: (): void => void result.refetch(),
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
