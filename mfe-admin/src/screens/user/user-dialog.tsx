/** 新增用户 / 编辑用户 (S2§2.2, §5). */
import { client, useLockShops } from 'root-config/api';
import {
  FormDialog,
  Label,
  STATUS_OPTIONS,
  SkeletonBox,
  closing,
  type Field,
  type FormMode,
  type SaveContext,
  type ScreenHandle,
} from 'root-config/ui';
import { useState } from 'react';
import { UserForm, UserRow, userList, type PasswordRule } from 'services/system/contract';
import { withHistory } from '../../sheets/record-history.tsx';
import { DepartmentChoice, PostChoice, RoleChoice, ShopChoice, usePlaceNames } from './choices.tsx';
import { useInitialPassword } from './initial-password.ts';
import { lengthHint, lengthProblems } from './password-length.ts';
import { usePasswordRule } from './password-rule.ts';

/** 全部分店 is chosen, never what is left empty (R155). */
type ShopsOf = 'all' | 'some';
type Values = Omit<UserRow, 'dept' | 'avatar' | 'createdAt'> & {
  readonly password?: string;
  readonly shopsOf?: ShopsOf | undefined;
};
type Props = {
  readonly row: Pick<UserRow, 'userId'> | null;
  readonly mode: FormMode;
  readonly screen: Pick<ScreenHandle, 'close' | 'reload'>;
  /** Where a new one belongs. */
  readonly place?: { readonly shopId: number; readonly deptId: number | null };
};
const startIn = ({ shopId, deptId }: NonNullable<Props['place']>): Partial<Values> => ({
  shopsOf: 'some',
  lockShops: [shopId],
  ...(deptId !== null && { deptId }),
});
const SEX = [
  { value: '0', label: '男' },
  { value: '1', label: '女' },
];

const ALL_SHOPS = { value: 'all', label: '全部分店' };
const SOME_SHOPS = { value: 'some', label: '指定分店' };
/** Whoever is limited to some shops gives nobody all of them. */
const shopFields = (limited: boolean): readonly Field<Values>[] => [
  {
    kind: 'radio',
    name: 'shopsOf',
    label: '可用分店',
    options: limited ? [SOME_SHOPS] : [ALL_SHOPS, SOME_SHOPS],
    required: '请选择全部分店或指定分店',
    aside: ({ values }) => (values.shopsOf === 'all' ? <Label variant="attention">含以后新开的分店</Label> : null),
  },
  {
    kind: 'custom',
    name: 'lockShops',
    label: '指定的分店',
    required: '请选择分店',
    hidden: ({ shopsOf }) => shopsOf !== 'some',
    render: ({ values, mode, set }) => (
      <ShopChoice
        label="指定的分店"
        ids={values.lockShops ?? []}
        disabled={mode === 'view'}
        onChange={(lockShops) => set({ lockShops: [...lockShops] })}
      />
    ),
  },
];
type OnRoles = (roleIds: readonly number[]) => void;
const placeFields = (onRoles: OnRoles): readonly Field<Values>[] => [
  {
    kind: 'custom',
    name: 'deptId',
    label: '部门',
    required: true,
    render: ({ values, mode, set }) => (
      <DepartmentChoice
        label="部门"
        value={values.deptId}
        disabled={mode === 'view'}
        onChange={(deptId) => set({ deptId })}
      />
    ),
  },
  {
    kind: 'custom',
    name: 'postId',
    label: '岗位',
    render: ({ values, mode, set }) => (
      <PostChoice
        label="岗位"
        value={values.postId}
        disabled={mode === 'view'}
        onChange={(postId) => set({ postId })}
      />
    ),
  },
  {
    kind: 'custom',
    name: 'roleIds',
    label: '角色',
    render: ({ values, mode, set }) => (
      <RoleChoice
        label="角色"
        ids={values.roleIds ?? []}
        disabled={mode === 'view'}
        onChange={(roleIds) => {
          set({ roleIds: [...roleIds] });
          onRoles(roleIds);
        }}
      />
    ),
  },
];
type Shape = {
  readonly isNew: boolean;
  readonly limited: boolean;
  readonly rule: PasswordRule | null;
  readonly onRoles: OnRoles;
};
const fieldsOf = ({ isNew, limited, rule, onRoles }: Shape): readonly Field<Values>[] => [
  { kind: 'text', name: 'username', label: '登录名称', required: true, maxLength: 50 },
  { kind: 'text', name: 'nickName', label: '用户名称', required: true, maxLength: 50 },
  ...placeFields(onRoles),
  ...shopFields(limited),
  { kind: 'text', name: 'phone', label: '手机号码', required: true, maxLength: 40 },
  { kind: 'text', name: 'email', label: '邮箱', required: '邮箱地址不能为空', maxLength: 50 },
  ...(isNew
    ? [
        {
          kind: 'text',
          name: 'password',
          label: '用户密码',
          required: true,
          maxLength: 20,
          hint: lengthHint(rule, '首次登录时由本人修改'),
        } as const,
      ]
    : []),
  { kind: 'radio', name: 'sex', label: '性别', options: SEX },
  { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
  { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, span: 2 },
];
const bodyOf = ({ id: _id, postIds: _posts, roleId: _role, shopsOf, lockShops, ...user }: Values) => ({
  ...user,
  lockShops: shopsOf === 'all' ? [] : lockShops,
});
const read = (data: unknown): Partial<Values> => {
  const user = UserRow.omit({ dept: true, createdAt: true, avatar: true }).parse(data);
  return { ...user, shopsOf: user.lockShops.length === 0 ? 'all' : 'some' };
};
const save = (isNew: boolean) => (values: Values, context: SaveContext) => {
  const headers = {
    'Idempotency-Key': context.key,
    ...(context.etag !== undefined && { 'If-Match': context.etag }),
  };
  return isNew
    ? client.post(userList.path, bodyOf(values), { headers })
    : client.put(userList.path, bodyOf(values), { headers });
};

export const UserDialog = ({ row, mode, screen, place }: Props) => {
  const password = useInitialPassword(row === null);
  const columns = usePlaceNames();
  const limited = useLockShops().shops.length > 0;
  const [roleIds, setRoleIds] = useState<readonly number[]>([]);
  const isNew = row === null;
  const rule = usePasswordRule(roleIds, isNew);
  if (password === null) return <SkeletonBox height={1} />;
  const source = row === null ? undefined : `${userList.path}/${row.userId}`;
  return (
    <FormDialog<Values>
      title={{ add: '新增用户', edit: '编辑用户', view: '查看用户' }[mode]}
      mode={mode}
      width={900}
      path={userList.path}
      {...(source === undefined
        ? {
            initial: {
              sex: '0',
              status: '2',
              roleIds: [],
              lockShops: [],
              ...(limited && { shopsOf: 'some' }),
              ...(place !== undefined && startIn(place)),
              password,
            },
          }
        : { source, read })}
      schema={UserForm}
      check={({ password: typed }) => (isNew ? lengthProblems(rule, typed) : [])}
      save={save(isNew)}
      sections={withHistory([{ columns: 2, fields: fieldsOf({ isNew, limited, rule, onRoles: setRoleIds }) }], {
        path: source,
        tab: '用户',
        columns,
      })}
      draft={false}
      {...closing(screen)}
    />
  );
};
