/** What the order dialog offers to choose from; kept, so that the next dialog opens at once. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from 'root-config/api';
import type { Option } from 'root-config/ui';
import { z } from 'zod';

const KEPT = { staleTime: 5 * 60_000, gcTime: 30 * 60_000 };
const Sellers = z.object({ list: z.array(z.object({ id: z.int(), nickName: z.string(), username: z.string() })) });
const Templates = z.object({ list: z.array(z.object({ name: z.string(), fileName: z.string() })) });

type Person = z.infer<typeof Sellers>['list'][number];
/** Who may sell; with a shop, there: its own people and those of the whole chain. */
const sellersOf = (shopId: number | undefined) =>
  queryOptions({
    queryKey: ['/sys-user', 'sellers', shopId ?? null],
    queryFn: async ({ signal }): Promise<readonly Person[]> => {
      const asked = { seller: 1, ...(shopId === undefined ? {} : { shopId }), pageIndex: 1, pageSize: 200 };
      return Sellers.parse(await client.get('/sys-user', asked, { signal })).list;
    },
    ...KEPT,
  });

/** `shopId`: of the order; undefined until one is chosen. */
export const useOrderOptions = (shopId?: number) => {
  const sellers = useQuery(sellersOf(undefined));
  const here = useQuery(sellersOf(shopId)).data;
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
    sellers: (here ?? []).map(({ id }): Option => ({ value: String(id), label: nameOf(id) ?? '' })),
    isSeller: (id: number): boolean => people.some((each) => each.id === id),
    sellsHere: here === undefined ? undefined : (id: number): boolean => here.some((each) => each.id === id),
    nameOf,
    templates: (templates.data ?? []).map(({ fileName, name }): Option => ({ value: fileName, label: name })),
  };
};
