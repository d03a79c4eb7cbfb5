/** 字典类型 (S2§2.11), of either family: its type leads to its data. */
import type { baseDictTypeList, dictTypeList } from 'projections/master-data/contract';
import { GoTo, RouterLink, useCan } from 'root-config/api';
import {
  FormDialog,
  STATUS_OPTIONS,
  closing,
  columnsOf,
  listScreen,
  removing,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { DictTypeBody, type DictTypeRow } from 'services/master-data/contract';
import { withHistory } from '../../sheets/record-history.tsx';

type Family = {
  readonly list: typeof dictTypeList | typeof baseDictTypeList;
  readonly title: string;
  readonly key: string;
  /** Keys of its data, which may see its types too. */
  readonly dataKey: string;
  /** Where its data are. */
  readonly data: string;
};
const ACTIONS = ['list', 'add', 'edit', 'remove', 'export'] as const;

type DataLink = { readonly dictType: string; readonly to: string; readonly allow: readonly string[] };
/** Whoever may not see the data reads the type. */
const TypeLink = ({ dictType, to, allow }: DataLink) =>
  useCan(allow) ? (
    <RouterLink to={to} className="ui-link" title="查看字典数据">
      {dictType}
    </RouterLink>
  ) : (
    dictType
  );

export const dictTypeScreen = ({ list, title, key, dataKey, data }: Family) => {
  const { text, moment, dict } = columnsOf(list);
  const dataKeys = ACTIONS.map((action) => `${dataKey}:${action}`);
  const dataOf = ({ id, dictType }: DictTypeRow): string =>
    `${data}?dictId=${id}&dictType=${encodeURIComponent(dictType)}`;
  const dialog = (row: DictTypeRow | null, mode: FormMode, screen: ScreenHandle) => (
    <FormDialog<DictTypeBody & { id: number }>
      title={{ add: '新增字典类型', edit: '编辑字典类型', view: '查看字典类型' }[mode]}
      mode={mode}
      width={500}
      path={list.path}
      {...(row === null ? { initial: { status: '2' } } : { source: `${list.path}/${row.id}`, initial: row })}
      schema={DictTypeBody}
      sections={withHistory(
        [
          {
            columns: 1,
            fields: [
              {
                kind: 'text',
                name: 'dictName',
                label: '名称',
                required: true,
                maxLength: 64,
                disabled: row !== null,
              },
              { kind: 'text', name: 'dictType', label: '类型', required: true, maxLength: 64, disabled: row !== null },
              { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: true },
              { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200 },
            ],
          },
        ],
        { path: row === null ? undefined : `${list.path}/${row.id}`, tab: '字典类型' },
      )}
      {...closing(screen)}
    />
  );
  const remove = removing(list.path);
  return listScreen(list, {
    title,
    permission: ACTIONS.flatMap((action) => [`${key}:${action}`, `${dataKey}:${action}`]),
    pageSize: 10,
    latestDay: false,
    empty: '没有符合条件的字典类型。',
    exportName: title,
    filters: [
      { kind: 'text', name: 'dictName', label: '名称', daily: true },
      { kind: 'text', name: 'dictType', label: '类型', daily: true },
      { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
    ],
    columns: [
      text('dictName', '名称', { width: 180 }),
      text('dictType', '类型', {
        width: 200,
        render: (row) => <TypeLink dictType={row.dictType} to={dataOf(row)} allow={dataKeys} />,
      }),
      dict('status', '状态', 'sys_normal_disable', { width: 90 }),
      text('remark', '备注', { width: 260 }),
      moment('createdAt', '创建时间', { width: 160 }),
    ],
    toolbar: [
      { label: '新增字典类型', primary: true, allow: `${key}:add`, open: (screen) => dialog(null, 'add', screen) },
    ],
    actions: [
      {
        label: '数据',
        main: true,
        reads: true,
        allow: dataKeys,
        open: (row) => <GoTo to={dataOf(row)} />,
      },
      { label: '编辑', allow: `${key}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
      { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
      { label: '删除', danger: true, allow: `${key}:remove`, run: (row) => remove([row]) },
    ],
    bulk: [{ label: '删除', danger: true, allow: `${key}:remove`, run: remove }],
    card: (row) => ({ title: row.dictName, subtitle: row.dictType, facts: [['备注', row.remark || '—']] }),
  });
};
