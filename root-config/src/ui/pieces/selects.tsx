import { useInfiniteQuery } from '@tanstack/react-query';
import { client, useDictionary, useLockShops, useShopTree, type TreeNode } from 'root-config/api';
import { useDeferredValue, useState } from 'react';
import type { Option, RemoteSource } from '../format/kinds.ts';
import type { PickerOption, PickerProps } from './picker-props.ts';
import { Picker } from './picker.tsx';

type Common = Omit<PickerProps, 'options' | 'chosen' | 'onChoose' | 'onSearch' | 'onMore' | 'loading' | 'onOpen'>;
type Single = Common & { readonly value: string | undefined; readonly onChange: (value: string | undefined) => void };

const listed = (value: string | undefined): readonly string[] => (value === undefined || value === '' ? [] : [value]);

/** A dictionary for a picker; one among the filters of a list waits until somebody opens it. */
const useChoices = (dict: string, { compact, anchor }: Common, chosen: readonly string[]) => {
  const [opened, setOpened] = useState(false);
  const inForm = compact !== true && anchor === undefined;
  const { options, labelOf, pending } = useDictionary(dict, opened || inForm || chosen.length > 0);
  return { options, wordsOf: labelOf, loading: pending, onOpen: () => setOpened(true) };
};
/** Words of a dictionary, searchable. */
export const DictSelect = ({ dict, value, onChange, ...rest }: Single & { readonly dict: string }) => {
  const chosen = listed(value);
  const choices = useChoices(dict, rest, chosen);
  return <Picker {...rest} {...choices} chosen={chosen} onChoose={([first]) => onChange(first)} />;
};
export type Several = Common & {
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
};
export const DictMultiSelect = ({ dict, values, onChange, ...rest }: Several & { readonly dict: string }) => {
  const choices = useChoices(dict, rest, values);
  return <Picker {...rest} {...choices} multiple chosen={values} onChoose={onChange} />;
};

const flat = (nodes: readonly TreeNode[], allowed: readonly number[], depth = 0): PickerOption[] =>
  nodes.flatMap((node) => {
    const below = flat(node.children ?? [], allowed, depth + 1);
    const open = allowed.length === 0 || allowed.includes(node.id);
    if (!open && below.length === 0) return [];
    return [{ value: String(node.id), label: node.label, depth, disabled: !open }, ...below];
  });
/** Shops as a tree, limited to the user's own; with only one it is fixed (R13). */
export const ShopTreeSelect = ({ value, onChange, disabled, ...rest }: Single) => {
  const { tree, nameOf, pending } = useShopTree();
  const { shops, fixed } = useLockShops();
  return (
    <Picker
      {...rest}
      disabled={disabled === true || fixed}
      options={flat(tree, shops)}
      wordsOf={(id) => nameOf(Number(id)) || undefined}
      loading={pending}
      chosen={listed(value)}
      onChoose={([first]) => onChange(first)}
    />
  );
};

type RemoteChoices = {
  readonly options: readonly Option[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
};
const isRow = (row: unknown): row is Readonly<Record<string, unknown>> => typeof row === 'object' && row !== null;
const read = (data: unknown, source: RemoteSource): RemoteChoices => {
  const list: unknown = Array.isArray(data) ? data : isRow(data) ? data['list'] : [];
  const rows = (Array.isArray(list) ? list : []).filter(isRow);
  const labelOf = source.label ?? ((row) => (typeof row['name'] === 'string' ? row['name'] : ''));
  return {
    rows,
    options: rows.map((row) => ({ value: String(row[source.value ?? 'id'] as string | number), label: labelOf(row) })),
  };
};

/** Options from a paged list, searched on the server as somebody types. */
export const RemoteSelect = ({
  source,
  value,
  onChange,
  onRow,
  ...rest
}: Single & {
  readonly source: RemoteSource;
  /** The whole row behind the choice. */
  readonly onRow?: ((row: Readonly<Record<string, unknown>> | undefined) => void) | undefined;
}) => {
  const [typed, setTyped] = useState('');
  const [touched, setTouched] = useState(false);
  const text = useDeferredValue(typed);
  const pageSize = source.pageSize ?? 20;
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [source.path, 'options', source.query, text],
    initialPageParam: 1,
    enabled: touched,
    queryFn: async ({ pageParam, signal }) =>
      read(
        await client.get(
          source.path,
          { ...source.query, [source.search]: text, pageIndex: pageParam, pageSize },
          { signal },
        ),
        source,
      ),
    getNextPageParam: (last, pages) => (last.rows.length < pageSize ? undefined : pages.length + 1),
    staleTime: 30_000,
  });
  const pages = data?.pages ?? [];
  return (
    <span onFocus={() => setTouched(true)} className="ui-remote">
      <Picker
        {...rest}
        options={pages.flatMap(({ options }) => options)}
        loading={isFetching || typed !== text}
        onSearch={setTyped}
        onMore={() => {
          if (hasNextPage && !isFetching) void fetchNextPage();
        }}
        chosen={listed(value)}
        onChoose={([first]) => {
          onChange(first);
          onRow?.(
            pages
              .flatMap(({ rows }) => rows)
              .find((row) => String(row[source.value ?? 'id'] as string | number) === first),
          );
        }}
      />
    </span>
  );
};

/** Fixed options. */
export const OptionSelect = ({
  options,
  value,
  onChange,
  ...rest
}: Single & { readonly options: readonly Option[] }) => (
  <Picker {...rest} options={options} chosen={listed(value)} onChoose={([first]) => onChange(first)} />
);
