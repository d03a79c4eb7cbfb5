/** What a user is given from lists of few rows: roles, shops, a post, a department. */
import { useRecord, useShopTree } from 'root-config/api';
import { Picker, type PickerOption } from 'root-config/ui';
import { LabelNode } from 'services/contracts/tree';
import { z } from 'zod';
import type { Columns } from '../../sheets/change-words.ts';

type Several = {
  readonly id?: string | undefined;
  readonly label: string;
  readonly ids: readonly number[];
  readonly disabled: boolean;
  readonly onChange: (ids: readonly number[]) => void;
};
type Offer = { readonly options: readonly PickerOption[]; readonly loading: boolean };
const Chosen = ({
  ids,
  onChange,
  multiple = true,
  ...rest
}: Several & Offer & { readonly multiple?: boolean; readonly placeholder?: string }) => (
  <Picker {...rest} multiple={multiple} chosen={ids.map(String)} onChoose={(values) => onChange(values.map(Number))} />
);

const Roles = z.object({ list: z.array(z.object({ roleId: z.int(), roleName: z.string(), status: z.string() })) });
/** Disabled ones stay with whoever has them, and are offered to nobody. */
const offered = <Row extends { readonly status: string }>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  ids: readonly number[],
) => rows.filter((row) => row.status === '2' || ids.includes(idOf(row)));
const useRoles = () => useRecord('/role', Roles, { pageSize: 1000 });
export const RoleChoice = (props: Several) => {
  const { record, pending } = useRoles();
  const rows = offered(record?.list ?? [], ({ roleId }) => roleId, props.ids);
  const options = rows.map(({ roleId, roleName }) => ({ value: String(roleId), label: roleName }));
  return <Chosen {...props} options={options} loading={pending} placeholder="选择角色，可多选" />;
};
export const ShopChoice = (props: Several) => {
  const { shops, pending } = useShopTree();
  const options = shops.map(({ id, label }) => ({ value: String(id), label }));
  return <Chosen {...props} options={options} loading={pending} placeholder="选择分店，可多选" />;
};
const Posts = z.object({ list: z.array(z.object({ postId: z.int(), postName: z.string(), status: z.string() })) });
type One = Omit<Several, 'ids' | 'onChange'> & {
  readonly value: number | null | undefined;
  readonly onChange: (id: number | null) => void;
};
const idsOf = (value: One['value']): readonly number[] => (value == null ? [] : [value]);
const ChosenOne = ({ value, onChange, ...rest }: One & Offer) => (
  <Chosen {...rest} multiple={false} ids={idsOf(value)} onChange={([id]) => onChange(id ?? null)} />
);
const usePosts = () => useRecord('/post', Posts, { pageSize: 1000 });
export const PostChoice = (props: One) => {
  const { record, pending } = usePosts();
  const rows = offered(record?.list ?? [], ({ postId }) => postId, idsOf(props.value));
  const options = rows.map(({ postId, postName }) => ({ value: String(postId), label: postName }));
  return <ChosenOne {...props} options={options} loading={pending} />;
};

type ShopNode = z.infer<typeof LabelNode>;
const placesIn = (nodes: readonly ShopNode[], depth = 0): readonly (ShopNode & { readonly depth: number })[] =>
  nodes.flatMap((node) => [{ ...node, depth }, ...placesIn(node.children, depth + 1)]);
/** Every department, the tree as lines. */
export const useDepartments = () => {
  const { record, pending } = useRecord('/deptTree', z.array(LabelNode));
  return { departments: placesIn(record ?? []), pending };
};
export const DepartmentChoice = (props: One) => {
  const { departments, pending } = useDepartments();
  const options = departments.map(({ id, label, depth }) => ({ value: String(id), label, depth }));
  return <ChosenOne {...props} options={options} loading={pending} />;
};

/** What is chosen from these lists, by its name in a user's history. */
export const usePlaceNames = (): Columns => {
  const { departments } = useDepartments();
  const posts = usePosts().record?.list ?? [];
  const roles = useRoles().record?.list ?? [];
  const { shops } = useShopTree();
  const named = (rows: readonly (readonly [number, string])[]) => {
    const names = new Map(rows.map(([id, name]) => [String(id), name]));
    return (id: string): string => names.get(id) ?? id;
  };
  return {
    dept_id: { label: '部门', nameOf: named(departments.map(({ id, label }) => [id, label])) },
    post_id: { label: '岗位', nameOf: named(posts.map(({ postId, postName }) => [postId, postName])) },
    role_ids: { label: '角色', nameOf: named(roles.map(({ roleId, roleName }) => [roleId, roleName])) },
    lock_shops: { label: '可用分店', nameOf: named(shops.map(({ id, label }) => [id, label])) },
  };
};
