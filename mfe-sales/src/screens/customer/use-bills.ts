/** How many bills a customer has that the user may see; null until it is known, and without the right. */
import { useQuery } from '@tanstack/react-query';
import { saleList } from 'projections/sales/contract';
import { client, useCan } from 'root-config/api';
import { z } from 'zod';

const Answer = z.object({ summary: saleList.summary });
export const useBills = (customerId: number): number | null => {
  const enabled = useCan('biz:bizSell:list');
  const query = { customerId, pageIndex: 1, pageSize: 1 };
  const { data } = useQuery({
    enabled,
    queryKey: [saleList.path, query, 'summary'],
    queryFn: async ({ signal }) => Answer.parse(await client.get(saleList.path, query, { signal })).summary,
  });
  return data?.audited ?? null;
};
