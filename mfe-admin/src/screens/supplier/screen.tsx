import { supplierList } from 'projections/master-data/contract';
import {
  FormDialog,
  columnsOf,
  listScreen,
  type FormMode,
  type ScreenHandle,
  STATUS_OPTIONS,
  closing,
  removing,
} from 'root-config/ui';
import { SupplierBody, type SupplierRow } from 'services/master-data/contract';
import { withHistory } from '../../sheets/record-history.tsx';

const { text, moment, dict } = columnsOf(supplierList);

const dialog = (row: SupplierRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<SupplierBody & { id: number }>
    title={{ add: '新增供应商', edit: '编辑供应商', view: '查看供应商' }[mode]}
    mode={mode}
    width={500}
    path={supplierList.path}
    {...(row === null ? { initial: { status: '2' } } : { source: `${supplierList.path}/${row.id}`, initial: row })}
    schema={SupplierBody}
    checksOnLeaving
    sections={withHistory(
      [
        {
          columns: 2,
          fields: [
            {
              kind: 'text',
              name: 'name',
              label: '供应商名称',
              required: '供应商名称不能为空',
              maxLength: 100,
              span: 2,
            },
            { kind: 'text', name: 'contract', label: '联系人', required: '联系人不能为空', maxLength: 50 },
            { kind: 'text', name: 'mobile', label: '联系电话', required: '联系电话不能为空', maxLength: 40 },
            { kind: 'text', name: 'grade', label: '等级', maxLength: 20 },
            { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
            { kind: 'text', name: 'qq', label: 'QQ', maxLength: 20 },
            { kind: 'text', name: 'weichat', label: '微信', maxLength: 50 },
            { kind: 'text', name: 'addr', label: '地址', maxLength: 200, span: 2 },
            { kind: 'textarea', name: 'remark', label: '备注', maxLength: 500, span: 2 },
          ],
        },
      ],
      { path: row === null ? undefined : `${supplierList.path}/${row.id}`, tab: '供应商' },
    )}
    {...closing(screen)}
  />
);
const remove = removing(supplierList.path);

export default listScreen(supplierList, {
  title: '供应商',
  permission: 'base:baseSupplier:list',
  latestDay: false,
  empty: '还没有供应商。新增一家供应商，入库时就能选到。',
  filters: [
    { kind: 'text', name: 'name', label: '供应商名称', daily: true },
    { kind: 'text', name: 'contract', label: '联系人', daily: true },
    { kind: 'text', name: 'mobile', label: '联系电话', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, start: '2', daily: true },
  ],
  columns: [
    text('name', '供应商名称', { width: 220 }),
    text('contract', '联系人', { width: 100 }),
    text('mobile', '联系电话', { width: 150 }),
    text('grade', '等级', { width: 80 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('addr', '地址', { width: 220 }),
    text('qq', 'QQ', { width: 110, hidden: true }),
    text('weichat', '微信', { width: 120, hidden: true }),
    text('remark', '备注', { width: 200 }),
    moment('createdAt', '创建时间', { hidden: true }),
  ],
  toolbar: [
    {
      label: '新增供应商',
      primary: true,
      allow: 'base:baseSupplier:add',
      open: (screen) => dialog(null, 'add', screen),
    },
  ],
  actions: [
    { label: '编辑', main: true, allow: 'base:baseSupplier:edit', open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: 'base:baseSupplier:remove', run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'base:baseSupplier:remove', run: remove }],
  card: (row) => ({
    title: row.name,
    subtitle: row.addr,
    facts: [
      ['联系人', row.contract],
      ['联系电话', row.mobile],
    ],
  }),
});
