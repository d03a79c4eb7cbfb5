/** Words and options that many screens share; loaded once and kept. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { client } from './client.ts';
import { useLockShops, useSession } from './session.ts';

const KEPT = { staleTime: 10 * 60_000, gcTime: 60 * 60_000 };

export type Option = { value: string; label: string };
const Entry = z.object({
  dictLabel: z.string(),
  dictValue: z.coerce.string(),
  dictSort: z.coerce.number().nullish(),
  listClass: z.string().nullish(),
});
const Entries = z.union([z.array(Entry), z.object({ list: z.array(Entry) }).transform(({ list }) => list)]);

/** System dictionaries are named sys_…, all others are goods dictionaries. */
const dictionaryPath = (type: string): string =>
  type.startsWith('sys_') ? '/dict-data/option-select' : '/base-data/option-select';

/** One dictionary's options, for several at once (`useQueries`) or outside a component. */
export const dictionaryOptions = (type: string) =>
  queryOptions({
    queryKey: [dictionaryPath(type), { dictType: type }] as const,
    queryFn: async ({ signal }) =>
      Entries.parse(await client.get(dictionaryPath(type), { dictType: type }, { signal })).map(
        ({ dictLabel, dictValue }): Option => ({ value: dictValue, label: dictLabel }),
      ),
    ...KEPT,
  });

/** Options of a dictionary, and `labelOf` a value (the value itself when unknown, '' when empty); `wanted` false waits. */
export const useDictionary = (type: string, wanted = true) => {
  const signedIn = useSession().user !== null;
  const { data, isPending } = useQuery({ ...dictionaryOptions(type), enabled: wanted && signedIn && type !== '' });
  const options = data ?? [];
  const labelOf = (value: string | number | null | undefined): string => {
    const text = value === null || value === undefined ? '' : String(value);
    return options.find((option) => option.value === text)?.label ?? text;
  };
  return { options, labelOf, pending: isPending };
};

export type TreeNode = { id: number; label: string; children?: TreeNode[] | null | undefined };
export const TreeNode: z.ZodType<TreeNode> = z.lazy(() =>
  z.object({ id: z.int(), label: z.string(), children: z.array(TreeNode).nullish() }),
);
const flat = (nodes: readonly TreeNode[]): TreeNode[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

/** The shop tree, and `shops`: the ones the user may work in, flat, with `nameOf(id)` for all. */
export const useShopTree = () => {
  const locked = useLockShops().shops;
  const signedIn = useSession().user !== null;
  const { data, isPending } = useQuery({
    queryKey: ['/base-shop/tree'],
    queryFn: async ({ signal }) => z.array(TreeNode).parse(await client.get('/base-shop/tree', {}, { signal })),
    enabled: signedIn,
    ...KEPT,
  });
  const tree = data ?? [];
  const all = flat(tree);
  return {
    tree,
    shops: locked.length === 0 ? all : all.filter(({ id }) => locked.includes(id)),
    nameOf: (id: number | null | undefined): string => all.find((shop) => shop.id === id)?.label ?? '',
    pending: isPending,
  };
};

/** One setting by its key; null while loading or when it does not exist. */
export const useConfig = (configKey: string): string | null => {
  const signedIn = useSession().user !== null;
  const { data } = useQuery({
    queryKey: [`/configKey/${configKey}`],
    queryFn: async ({ signal }) =>
      z
        .object({ configValue: z.coerce.string().nullish() })
        .parse(await client.get(`/configKey/${encodeURIComponent(configKey)}`, {}, { signal })).configValue ?? null,
    enabled: signedIn,
    ...KEPT,
  });
  return data ?? null;
};

/** Settings that may be seen before signing in (name of the system, filing number). */
export const useAppConfig = (): Readonly<Record<string, string>> => {
  const { data } = useQuery({
    queryKey: ['/app-config'],
    queryFn: async ({ signal }) =>
      z
        .record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullish())
        .transform((all) => Object.fromEntries(Object.entries(all).map(([name, value]) => [name, String(value ?? '')])))
        .parse(await client.get('/app-config', {}, { signal, anonymous: true })),
    ...KEPT,
  });
  return data ?? {};
};
