/** What the order dialog offers to choose from; kept, so that the next dialog opens at once. */
import { useQuery } from '@tanstack/react-query';
import { client } from 'root-config/api';
import type { Option } from 'root-config/ui';
import { z } from 'zod';

const KEPT = { staleTime: 5 * 60_000, gcTime: 30 * 60_000 };
const Sellers = z.object({ list: z.array(z.object({ id: z.int(), nickName: z.string(), username: z.string() })) });
const Templates = z.object({ list: z.array(z.object({ name: z.string(), fileName: z.string() })) });

export const useOrderOptions = () => {
  const sellers = useQuery({
    queryKey: ['/sys-user', 'sellers'],
    queryFn: async ({ signal }) =>
      Sellers.parse(await client.get('/sys-user', { seller: 1, pageIndex: 1, pageSize: 200 }, { signal })).list,
    ...KEPT,
  });
  const templates = useQuery({
    queryKey: ['/base-print-template', 'invoice'],
    queryFn: async ({ signal }) =>
      Templates.parse(
        await client.get('/base-print-template', { kind: 'invoice', pageIndex: 1, pageSize: 100 }, { signal }),
      ).list,
    ...KEPT,
  });
  const people = sellers.data ?? [];
  const nameOf = (id: number): string | undefined => {
    const person = people.find((each) => each.id === id);
    return person === undefined || person.nickName !== '' ? person?.nickName : person.username;
  };
  return {
    pending: sellers.isPending || templates.isPending,
    sellers: people.map(({ id }): Option => ({ value: String(id), label: nameOf(id) ?? '' })),
    isSeller: (id: number): boolean => people.some((each) => each.id === id),
    nameOf,
    templates: (templates.data ?? []).map(({ fileName, name }): Option => ({ value: fileName, label: name })),
  };
};
