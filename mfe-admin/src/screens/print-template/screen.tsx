import { printTemplateList } from 'projections/master-data/contract';
import {
  FormDialog,
  Label,
  columnsOf,
  listScreen,
  runCommand,
  type FormMode,
  type ScreenHandle,
  closing,
  removing,
} from 'root-config/ui';
import { GoTo } from 'root-config/api';
import { LABEL_KIND, PrintTemplateBody, type PrintTemplateRow } from 'services/master-data/contract';
import { readLayout } from 'services/contracts/print-layout';
import { keysOf } from 'services/contracts/maintainers';
import { withHistory } from '../../sheets/record-history.tsx';

const { path } = printTemplateList;
const KEY = 'base:basePrintTemplate';
const { text, moment, dict } = columnsOf(printTemplateList);
const size = ({ template }: PrintTemplateRow): string => {
  const layout = readLayout(template);
  return layout === null ? '还没有设计' : `${layout.page.width} × ${layout.page.height} mm`;
};

const typeOf = ({ kind, labelType }: PrintTemplateRow): string =>
  kind === LABEL_KIND && labelType === '' ? '全部' : labelType;

type Values = PrintTemplateBody & { id: number };
type DialogState = {
  readonly title: string;
  readonly mode: FormMode;
  readonly initial: Partial<Values>;
  readonly id?: number;
};
const form = ({ title, mode, initial, id }: DialogState, screen: ScreenHandle) => (
  <FormDialog<Values>
    title={title}
    mode={mode}
    width={500}
    path={path}
    initial={initial}
    {...(id === undefined ? {} : { source: `${path}/${id}` })}
    {...(id === undefined && initial.template !== undefined ? { draft: false } : {})}
    // The design is the designer's: an edit here leaves it as it is.
    body={({ template, ...values }) => (id === undefined && template !== undefined ? { ...values, template } : values)}
    schema={PrintTemplateBody}
    sections={withHistory(
      [
        {
          columns: 2,
          fields: [
            {
              kind: 'dict',
              name: 'kind',
              label: '模板类型',
              dict: 'sys_print_kind',
              required: '模板类型不能为空',
              span: 2,
            },
            {
              kind: 'dict',
              name: 'labelType',
              label: '首饰类别',
              dict: 'goodsType',
              hidden: ({ kind }) => kind !== undefined && kind !== LABEL_KIND,
              hint: '不选则所有类别都能用',
              span: 2,
            },
            { kind: 'text', name: 'name', label: '模板名称', required: '模板名称不能为空', maxLength: 50 },
            { kind: 'text', name: 'fileName', label: '文件名称', required: '文件名称不能为空', maxLength: 60 },
            { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200, span: 2 },
          ],
        },
      ],
      {
        path: id === undefined ? undefined : `${path}/${id}`,
        tab: '模板',
        columns: { template: { label: '设计' }, is_default: { label: '默认' } },
      },
    )}
    {...closing(screen)}
  />
);
const add = (screen: ScreenHandle) =>
  form({ title: '新增打印模板', mode: 'add', initial: { kind: LABEL_KIND, labelType: '' } }, screen);
const edit = (row: PrintTemplateRow, screen: ScreenHandle) =>
  form({ title: '编辑打印模板', mode: 'edit', initial: row, id: row.id }, screen);
const copy = ({ kind, labelType, name, fileName, remark, template }: PrintTemplateRow, screen: ScreenHandle) => {
  const initial = { kind, labelType, name: `${name} 副本`, fileName: `${fileName} 副本`, remark, template };
  return form({ title: '复制打印模板', mode: 'add', initial }, screen);
};
const remove = removing(path);
const makeDefault = ({ id }: PrintTemplateRow) =>
  runCommand({ method: 'PUT', path: `${path}/default/${id}`, body: { id }, views: [path] });
const name = (row: PrintTemplateRow) => (
  <>
    {row.name} {row.isDefault ? <Label variant="accent">默认</Label> : null}
  </>
);

export default listScreen(printTemplateList, {
  title: '打印模板',
  permission: keysOf(KEY),
  latestDay: false,
  empty: '还没有这样的打印模板。新增一个，再进入设计。',
  filters: [
    { kind: 'dict', name: 'kind', label: '模板类型', dict: 'sys_print_kind', daily: true },
    { kind: 'dict', name: 'labelType', label: '首饰类别', dict: 'goodsType', daily: true },
    { kind: 'text', name: 'name', label: '模板名称', daily: true },
  ],
  columns: [
    dict('kind', '模板类型', 'sys_print_kind', { width: 120 }),
    text('labelType', '首饰类别', { width: 100, render: typeOf }),
    text('name', '模板名称', { width: 180, render: name }),
    text('fileName', '文件名称', { width: 150 }),
    text('template', '纸张', { width: 120, render: size }),
    text('remark', '备注', { width: 150 }),
    moment('updatedAt', '修改时间'),
  ],
  toolbar: [{ label: '新增打印模板', primary: true, allow: `${KEY}:add`, open: add }],
  actions: [
    {
      label: '设计',
      main: true,
      allow: `${KEY}:edit`,
      // A phone only shows a design.
      when: () => !matchMedia('(max-width: 640px)').matches,
      open: ({ id }) => <GoTo to={`/new-page?design=1&templateId=${id}`} />,
    },
    { label: '编辑', allow: `${KEY}:edit`, open: edit },
    { label: '复制', allow: `${KEY}:add`, open: copy },
    {
      label: '设为默认',
      allow: `${KEY}:edit`,
      blocked: (row) => (row.isDefault ? '已经是默认模板' : undefined),
      run: makeDefault,
    },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: `${KEY}:remove`, run: remove }],
  card: (row) => ({
    title: name(row),
    facts: [
      ['首饰类别', typeOf(row)],
      ['纸张', size(row)],
      // Most files are called as their template.
      ...(row.fileName === row.name ? [] : [['文件名称', row.fileName] as const]),
    ],
  }),
});
