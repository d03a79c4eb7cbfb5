import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { client } from 'root-config/api';
import { z } from 'zod';
import type { Query } from './types.ts';

const Sums = z.object({
  count: z.int(),
  audited: z.int(),
  totals: z.record(z.string(), z.union([z.number(), z.string()])),
});

/** The sums of a plain list's filters: asked apart, so that twenty rows do not wait until all are added up. */
export const useSums = (path: string, query: Query, enabled: boolean) => {
  const filters = Object.fromEntries(Object.entries(query).filter(([name]) => !name.endsWith('Order')));
  const { data, error } = useQuery({
    queryKey: [`${path}/totals`, filters],
    queryFn: async ({ signal }) => Sums.parse(await client.get(`${path}/totals`, filters, { signal })),
    placeholderData: keepPreviousData,
    enabled,
  });
  return { sums: data, failed: error !== null };
};
