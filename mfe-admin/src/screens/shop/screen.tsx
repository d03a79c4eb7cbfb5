import { shopList } from 'projections/master-data/contract';
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
import { ShopBody, type ShopRow } from 'services/master-data/contract';
import { withHistory } from '../../sheets/record-history.tsx';

const { text, moment, dict } = columnsOf(shopList);

const dialog = (row: ShopRow | null, mode: FormMode, screen: ScreenHandle) => (
  <FormDialog<ShopBody & { id: number }>
    title={{ add: '新增分店', edit: '编辑分店', view: '查看分店' }[mode]}
    mode={mode}
    width={500}
    path={shopList.path}
    {...(row === null ? { initial: { status: '2' } } : { source: `${shopList.path}/${row.id}`, initial: row })}
    schema={ShopBody}
    sections={withHistory(
      [
        {
          columns: 1,
          fields: [
            { kind: 'text', name: 'name', label: '分店名称', required: '分店名称不能为空', maxLength: 50 },
            { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
            { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200 },
          ],
        },
      ],
      { path: row === null ? undefined : `${shopList.path}/${row.id}`, tab: '分店' },
    )}
    {...closing(screen)}
  />
);
const remove = removing(shopList.path, ['/base-shop/tree']);

export default listScreen(shopList, {
  title: '分店',
  permission: 'base:baseShop:list',
  latestDay: false,
  empty: '还没有分店。先新增一家分店，之后才能入库。',
  filters: [
    { kind: 'text', name: 'name', label: '分店名称', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('name', '分店名称', { width: 200 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    text('remark', '备注', { width: 320 }),
    moment('createdAt', '创建时间'),
  ],
  toolbar: [
    { label: '新增分店', primary: true, allow: 'base:baseShop:add', open: (screen) => dialog(null, 'add', screen) },
  ],
  actions: [
    { label: '编辑', main: true, allow: 'base:baseShop:edit', open: (row, screen) => dialog(row, 'edit', screen) },
    { label: '查看', reads: true, open: (row, screen) => dialog(row, 'view', screen) },
    { label: '删除', danger: true, allow: 'base:baseShop:remove', run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'base:baseShop:remove', run: remove }],
  card: (row) => ({ title: row.name, subtitle: row.remark, facts: [['状态', row.status === '2' ? '正常' : '停用']] }),
});
