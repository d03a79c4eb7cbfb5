/** 接口 (S2§2.12, R122): every interface of the house; what it is called and where it stands is people's, in a drawer. */
import { useRecord } from 'root-config/api';
import {
  FormDialog,
  SkeletonBox,
  StatusLabel,
  closing,
  columnsOf,
  listScreen,
  removing,
  type Field,
  type FormMode,
  type Option,
  type ScreenHandle,
} from 'root-config/ui';
import { optionsOf } from 'services/contracts/options';
import { mostOf } from 'services/contracts/values';
import { ApiEdit, ApiPlace, apiList, type ApiRow } from 'services/system/contract';
import { z } from 'zod';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'admin:sysApi';
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'].map((value) => ({ value, label: value }));
const TYPES: Readonly<Record<string, string>> = { SYS: '无需授权', BUS: '需要授权' };
const TYPE_OPTIONS = optionsOf(TYPES);
const STATES = { false: { text: '在用', tone: 'success' }, true: { text: '已下线', tone: 'neutral' } } as const;
const NONE = { value: '0', label: '不归入菜单' };
const { text, count, moment, status } = columnsOf(apiList);

type Values = ApiEdit & { readonly id: number; readonly keysText: string; readonly typeText: string };
const withWords = (row: ApiRow) => ({
  ...row,
  keysText: row.keys.join('、') || '—',
  typeText: TYPES[row.type] ?? row.type,
});
const NEW = { action: 'GET', parentId: 0, sort: 0 } as const;
/** What of an interface is the house's own. */
const given = (isNew: boolean): readonly Field<Values>[] =>
  isNew
    ? [
        { kind: 'select', name: 'action', label: '请求类型', options: METHODS, required: '类型不能为空' },
        {
          kind: 'text',
          name: 'path',
          label: '地址',
          required: true,
          maxLength: 300,
          span: 2,
          hint: '系统已有的接口，例如 /api/v1/sys-user/:id',
        },
      ]
    : [
        { kind: 'fixed', name: 'typeText', label: '类别', as: 'text' },
        { kind: 'fixed', name: 'action', label: '请求类型', as: 'text' },
        { kind: 'fixed', name: 'path', label: '地址', as: 'text', span: 2 },
        { kind: 'fixed', name: 'keysText', label: '权限标识（有其一即可）', as: 'text', span: 2 },
      ];
const fieldsOf = (isNew: boolean, places: readonly Option[]): readonly Field<Values>[] => [
  { kind: 'text', name: 'title', label: '标题', required: true, maxLength: 100, span: 2 },
  { kind: 'select', name: 'parentId', label: '所属菜单', options: places, numeric: true, span: 2 },
  { kind: 'count', name: 'sort', label: '排序', max: mostOf('sort') },
  ...given(isNew),
];
const bodyOf =
  (isNew: boolean) =>
  ({ title, parentId, sort, action, path }: Values) => ({
    title,
    parentId,
    sort,
    ...(isNew && { action, path }),
  });

type Props = { readonly row: ApiRow | null; readonly mode: FormMode; readonly screen: ScreenHandle };
const ApiDialog = ({ row, mode, screen }: Props) => {
  const { record } = useRecord(`${apiList.path}/places`, z.array(ApiPlace));
  if (record === null) return <SkeletonBox height={1} />;
  const places = [NONE, ...record.map(({ id, title }) => ({ value: String(id), label: title }))];
  const source = row === null ? undefined : `${apiList.path}/${row.id}`;
  return (
    <FormDialog<Values>
      title={{ add: '新增接口', edit: '编辑接口', view: '查看接口' }[mode]}
      mode={mode}
      drawer
      path={apiList.path}
      {...(source === undefined
        ? { initial: NEW }
        : { source, read: (data: unknown) => withWords(data as ApiRow) as Partial<Values> })}
      body={bodyOf(row === null)}
      sections={withHistory([{ columns: 2, fields: fieldsOf(row === null, places) }], { path: source, tab: '接口' })}
      {...closing(screen)}
    />
  );
};
const remove = removing(apiList.path);
const isLive = ({ gone }: ApiRow): string | undefined => (gone ? undefined : '接口仍在使用，不能删除');

export default listScreen(apiList, {
  title: '接口',
  permission: ['list', 'edit'].map((action) => `${KEY}:${action}`),
  pageSize: 10,
  latestDay: false,
  empty: '没有符合条件的接口。',
  exportName: '接口',
  filters: [
    { kind: 'text', name: 'title', label: '标题', daily: true },
    { kind: 'text', name: 'path', label: '地址', daily: true },
    { kind: 'select', name: 'action', label: '请求类型', options: METHODS, daily: true },
    { kind: 'select', name: 'type', label: '类别', options: TYPE_OPTIONS },
    {
      kind: 'select',
      name: 'gone',
      label: '状态',
      options: [
        { value: 'false', label: '在用' },
        { value: 'true', label: '已下线' },
      ],
    },
  ],
  columns: [
    text('title', '标题', { width: 200, sort: true }),
    text('action', '请求类型', { width: 90, sort: true }),
    text('path', '地址', { width: 300, sort: true }),
    text('type', '类别', { width: 100, sort: true, render: ({ type }) => TYPES[type] ?? type }),
    text('parentTitle', '所属菜单', { width: 130 }),
    count('menus', '绑定菜单(个)', { width: 110 }),
    status('gone', '状态', { width: 90, labels: STATES }),
    moment('createdAt', '创建时间', { width: 160, sort: true }),
  ],
  toolbar: [
    {
      label: '新增接口',
      primary: true,
      allow: `${KEY}:edit`,
      open: (screen) => <ApiDialog row={null} mode="add" screen={screen} />,
    },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${KEY}:edit`,
      open: (row, screen) => <ApiDialog row={row} mode="edit" screen={screen} />,
    },
    {
      label: '查看',
      reads: true,
      open: (row, screen) => <ApiDialog row={row} mode="view" screen={screen} />,
    },
    { label: '删除', danger: true, allow: `${KEY}:edit`, blocked: isLive, run: (row) => remove([row]) },
  ],
  card: (row) => ({
    title: row.title,
    subtitle: `${row.action} ${row.path}`,
    facts: [
      ['类别', TYPES[row.type] ?? row.type],
      ['所属菜单', row.parentTitle || '—'],
      ['状态', <StatusLabel key="gone" value={String(row.gone)} labels={STATES} />],
    ],
  }),
});
