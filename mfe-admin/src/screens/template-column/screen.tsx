import { mostOf } from 'services/contracts/values';
import { templateColumnList } from 'projections/master-data/contract';
import { FormDialog, columnsOf, listScreen, type FormMode, type ScreenHandle, closing, removing } from 'root-config/ui';
import { PRINTED_DOCUMENTS, TemplateColumnBody, type TemplateColumnRow } from 'services/master-data/contract';
import { titleOf } from '../../design/fields.ts';
import { keysOf } from 'services/contracts/maintainers';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'base:baseTemplateColumn';
const KINDS = PRINTED_DOCUMENTS.map(({ columns, title }) => ({ value: columns, label: title }));
const kindName = (kind: string): string => KINDS.find(({ value }) => value === kind)?.label ?? kind;
const { text, count, moment } = columnsOf(templateColumnList);

type Values = TemplateColumnBody & { id: number };
/** The Chinese name of a known field comes by itself; what somebody typed stays. */
const chineseName = (value: unknown, values: Partial<Values>): Partial<Values> => {
  const known = typeof value === 'string' ? titleOf(values.kind ?? '', value.trim()) : undefined;
  return known === undefined || (values.columnComment ?? '') !== '' ? {} : { columnComment: known };
};

const dialog = (row: TemplateColumnRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<Values>
    title={{ add: '新增模板字段', edit: '编辑模板字段', view: '查看模板字段' }[mode]}
    mode={mode}
    width={500}
    path={templateColumnList.path}
    {...(row === null
      ? { initial: { columnSort: 0 } }
      : { source: `${templateColumnList.path}/${row.id}`, initial: row })}
    schema={TemplateColumnBody}
    sections={withHistory(
      [
        {
          columns: 1,
          fields: [
            { kind: 'select', name: 'kind', label: '单据类型', options: KINDS, required: '单据类型不能为空' },
            { kind: 'count', name: 'columnSort', label: '排序', max: mostOf('sort') },
            {
              kind: 'text',
              name: 'columnName',
              label: '字段名称',
              required: '字段名称不能为空',
              maxLength: 64,
              hint: '单据数据里的英文名，例如 goldWeight',
              follow: chineseName,
            },
            { kind: 'text', name: 'columnComment', label: '中文名称', maxLength: 64 },
          ],
        },
      ],
      { path: row === null ? undefined : `${templateColumnList.path}/${row.id}`, tab: '模板字段' },
    )}
    {...closing(screen)}
  />
);
const remove = removing(templateColumnList.path);

export default listScreen(templateColumnList, {
  title: '模板字段',
  permission: keysOf(KEY),
  latestDay: false,
  empty: '这种单据还没有模板字段。新增以后，设计模板时就能直接选用。',
  filters: [{ kind: 'select', name: 'kind', label: '单据类型', options: KINDS, daily: true }],
  columns: [
    text('kind', '单据类型', { width: 120, render: (row) => kindName(row.kind) }),
    count('columnSort', '排序', { width: 80 }),
    text('columnName', '字段名称', { width: 180 }),
    text('columnComment', '中文名称', { width: 180 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    { label: '新增模板字段', primary: true, allow: `${KEY}:add`, open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [
    { label: '编辑', main: true, allow: `${KEY}:edit`, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: row.columnComment === '' ? row.columnName : row.columnComment,
    subtitle: kindName(row.kind),
    facts: [
      ['字段名称', row.columnName],
      ['排序', String(row.columnSort)],
    ],
  }),
});
