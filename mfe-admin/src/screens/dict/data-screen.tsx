/** 字典数据 (S2§2.11), of either family, narrowed to one type. */
import { useQuery } from '@tanstack/react-query';
import type { baseDictDataList, dictDataList } from 'projections/master-data/contract';
import { client } from 'root-config/api';
import {
  FormDialog,
  STATUS_OPTIONS,
  closing,
  columnsOf,
  listScreen,
  removing,
  type Field,
  type FormMode,
  type RemoteSource,
  type ScreenHandle,
} from 'root-config/ui';
import { FINENESS_DICTIONARY, METALS, finenessOf } from 'services/contracts/fineness';
import { mostOf } from 'services/contracts/values';
import { DictDataBody, type DictDataRow } from 'services/master-data/contract';
import { z } from 'zod';
import { withHistory } from '../../sheets/record-history.tsx';

type Family = {
  readonly list: typeof dictDataList | typeof baseDictDataList;
  readonly title: string;
  readonly key: string;
  /** Where the types of the family are listed. */
  readonly types: string;
};
const ACTIONS = ['list', 'add', 'edit', 'remove', 'export'] as const;
const YES_NO = [
  { value: 'Y', label: '是' },
  { value: 'N', label: '否' },
];

const typesIn = (path: string): RemoteSource => ({
  path,
  search: 'dictName',
  pageSize: 20,
  value: 'dictType',
  label: (row) => `${String(row['dictName'])} ${String(row['dictType'])}`,
});

const TYPES = '/dict/type-option-select';
const Types = z.array(z.object({ dictType: z.string(), dictName: z.string() }));
/** A type as people call it, with its code behind. */
const TypeName = ({ code }: { readonly code: string }) => {
  const { data } = useQuery({
    queryKey: [TYPES],
    queryFn: async ({ signal }) => Types.parse(await client.get(TYPES, {}, { signal })),
    staleTime: 60_000,
  });
  const name = data?.find(({ dictType }) => dictType === code)?.dictName;
  return name === undefined ? (
    code
  ) : (
    <>
      {name} <span css={{ color: 'var(--fgColor-muted)' }}>{code}</span>
    </>
  );
};

type Values = DictDataBody & {
  readonly id: number;
  /** Of a fineness alone: what it is made of (R133), in its expanded data. */
  readonly metal?: string;
  readonly content?: number;
};
const METAL_OPTIONS = METALS.map((metal) => ({ value: metal, label: metal }));
/** How a console of its own colours the words. */
const LIST_CLASSES = [
  { value: 'default', label: '默认' },
  { value: 'primary', label: '主要' },
  { value: 'success', label: '成功' },
  { value: 'info', label: '信息' },
  { value: 'warning', label: '警告' },
  { value: 'danger', label: '危险' },
];
/** A fineness with what it is made of, as fields. */
const readEntry = (data: unknown): Partial<Values> => {
  const row = data as DictDataRow;
  const made = row.dictType === FINENESS_DICTIONARY ? finenessOf(row.expandData) : null;
  return { ...(row as Values), ...made };
};
/** A field that was emptied is absent. */
type EntryBody = Omit<Values, 'cssClass' | 'listClass'> & Partial<Pick<Values, 'cssClass' | 'listClass'>>;
/** As the server takes it; what was not a fineness keeps what it has. */
const entryBody = ({ metal, content, cssClass = '', listClass = '', ...rest }: EntryBody): unknown => {
  // What is absent would stay as it was.
  const body = { ...rest, cssClass, listClass };
  if (body.dictType !== FINENESS_DICTIONARY) return body;
  const isKnown = metal !== undefined && metal !== '' && content !== undefined;
  return { ...body, expandData: isKnown ? JSON.stringify({ metal, content }) : '' };
};
/** What names an entry is fixed once it is made (S2§5). */
const fieldsOf = (disabled: boolean, isFineness: boolean): readonly Field<Values>[] => [
  { kind: 'text', name: 'dictType', label: '字典类型', required: '不能为空', maxLength: 64, disabled, span: 2 },
  { kind: 'text', name: 'dictLabel', label: '数据标签', required: true, maxLength: 64, disabled },
  { kind: 'text', name: 'dictValue', label: '数据键值', required: true, maxLength: 64, disabled },
  { kind: 'count', name: 'dictSort', label: '数据顺序', required: true, max: mostOf('sort') },
  ...(isFineness
    ? ([
        { kind: 'select', name: 'metal', label: '金属', options: METAL_OPTIONS },
        { kind: 'number', name: 'content', label: '含量（千分之几）', max: 1000 },
      ] as const)
    : []),
  { kind: 'text', name: 'cssClass', label: '样式', maxLength: 64 },
  { kind: 'select', name: 'listClass', label: '列表样式', options: LIST_CLASSES },
  { kind: 'radio', name: 'isDefault', label: '是否默认', options: YES_NO },
  { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
  { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, span: 2 },
];

export const dictDataScreen = ({ list, title, key, types }: Family) => {
  const { text, count, moment, dict } = columnsOf(list);
  const source = typesIn(types);
  const dialog = (row: DictDataRow | null, mode: FormMode, screen: ScreenHandle) => {
    const dictType = typeof screen.query['dictType'] === 'string' ? screen.query['dictType'] : '';
    return (
      <FormDialog<Values>
        title={{ add: '新增字典数据', edit: '编辑字典数据', view: '查看字典数据' }[mode]}
        mode={mode}
        width={500}
        path={list.path}
        {...(row === null
          ? { initial: { dictType, dictSort: 0, status: '2', isDefault: 'N' } }
          : { source: `${list.path}/${row.id}`, initial: readEntry(row), read: readEntry })}
        body={entryBody}
        schema={DictDataBody}
        sections={withHistory(
          [{ columns: 2, fields: fieldsOf(row !== null, (row?.dictType ?? dictType) === FINENESS_DICTIONARY) }],
          {
            path: row === null ? undefined : `${list.path}/${row.id}`,
            tab: '字典数据',
            columns: { expand_data: { label: '列设置' } },
          },
        )}
        {...closing(screen)}
      />
    );
  };
  const remove = removing(list.path);
  return listScreen(list, {
    title,
    permission: ACTIONS.map((action) => `${key}:${action}`),
    pageSize: 10,
    latestDay: false,
    empty: '没有符合条件的字典数据。先选字典类型，再新增。',
    exportName: title,
    filters: [
      { kind: 'remote', name: 'dictType', label: '字典类型', source, daily: true },
      { kind: 'text', name: 'dictLabel', label: '数据标签', daily: true },
      { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
    ],
    columns: [
      count('id', '编号', { width: 80, render: ({ id }) => String(id) }),
      count('dictSort', '数据顺序', { width: 90 }),
      text('dictType', '字典类型', { width: 220, render: ({ dictType }) => <TypeName code={dictType} /> }),
      text('dictLabel', '数据标签', { width: 180 }),
      text('dictValue', '数据键值', { width: 160 }),
      dict('status', '状态', 'sys_normal_disable', { width: 90 }),
      text('remark', '备注', { width: 220 }),
      moment('createdAt', '创建时间', { hidden: true }),
    ],
    toolbar: [
      { label: '新增字典数据', primary: true, allow: `${key}:add`, open: (screen) => dialog(null, 'add', screen) },
    ],
    actions: [
      { label: '编辑', main: true, allow: `${key}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
      { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
      { label: '删除', danger: true, allow: `${key}:remove`, run: (row) => remove([row]) },
    ],
    bulk: [{ label: '删除', danger: true, allow: `${key}:remove`, run: remove }],
    card: (row) => ({
      title: row.dictLabel,
      subtitle: <TypeName code={row.dictType} />,
      facts: [
        ['数据键值', row.dictValue],
        ['顺序', String(row.dictSort)],
      ],
    }),
  });
};
