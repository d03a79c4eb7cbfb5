/** 收银台 (R138): the tills of each shop, registered once; devices choose among them. */
import { tillList } from 'projections/master-data/contract';
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
import { MAX_TILL } from 'services/contracts/tills';
import { TILL_KEY, TillBody, type TillRow } from 'services/master-data/contract';

const { text, moment, dict, shop } = columnsOf(tillList);
const dialog = (row: TillRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<TillBody & { readonly id: number }>
    title={{ add: '登记收银台', edit: '编辑收银台', view: '查看收银台' }[mode]}
    mode={mode}
    width={500}
    path={tillList.path}
    {...(row === null ? { initial: { status: '2' } } : { source: `${tillList.path}/${row.id}`, initial: row })}
    schema={TillBody}
    sections={[
      {
        columns: 1,
        fields: [
          { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空', disabled: row !== null },
          {
            kind: 'text',
            name: 'name',
            label: '收银台名称',
            required: '收银台名称不能为空',
            maxLength: MAX_TILL,
            placeholder: '例如：二号台',
            hint: row?.used === true ? '已收过款，不能改名；不再使用时请停用' : '收过款以后不能改名',
          },
          { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
          { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200 },
        ],
      },
    ]}
    {...closing(screen)}
  />
);
const remove = removing(tillList.path);

export default listScreen(tillList, {
  title: '收银台',
  permission: ['biz:bizShift:list', TILL_KEY],
  latestDay: false,
  empty: '还没有收银台。每家分店至少登记一个，收款的设备从中选择。',
  exportName: '收银台',
  filters: [
    { kind: 'shop', name: 'shopId', label: '分店', daily: true },
    { kind: 'text', name: 'name', label: '收银台', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    shop('shopId', '分店', { nameField: 'shopName', width: 160 }),
    text('name', '收银台', { width: 160 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('used', '收过款', { width: 90, render: ({ used }) => (used ? '是' : '否') }),
    text('remark', '备注', { width: 260 }),
    moment('createdAt', '登记时间', { width: 160, sort: true }),
  ],
  toolbar: [{ label: '登记收银台', primary: true, allow: TILL_KEY, open: (screen) => dialog(null, 'add', screen) }],
  actions: [
    { label: '编辑', main: true, allow: TILL_KEY, open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '删除', danger: true, allow: TILL_KEY, when: ({ used }) => !used, run: (row) => remove([row]) },
  ],
  card: (row) => ({
    title: `${row.shopName} ${row.name}`,
    subtitle: row.status === '2' ? '正常' : '停用',
    facts: [
      ['收过款', row.used ? '是' : '否'],
      ['备注', row.remark],
    ],
  }),
});
