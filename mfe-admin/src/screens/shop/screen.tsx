import { shopList } from 'projections/master-data/contract';
import { GoTo } from 'root-config/api';
import { columnsOf, listScreen, STATUS_OPTIONS, removing } from 'root-config/ui';
import { SHOP_SETUP_KEY } from 'services/system/contract';
import { ShopDialog } from './shop-dialog.tsx';

const { text, moment, dict } = columnsOf(shopList);

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
    {
      label: '新增分店',
      primary: true,
      allow: 'base:baseShop:add',
      open: (screen) => <ShopDialog row={null} mode="add" screen={screen} />,
    },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: 'base:baseShop:edit',
      open: (row, screen) => <ShopDialog row={row} mode="edit" screen={screen} />,
    },
    { label: '查看', reads: true, open: (row, screen) => <ShopDialog row={row} mode="view" screen={screen} /> },
    {
      label: '还缺什么',
      reads: true,
      allow: SHOP_SETUP_KEY,
      open: ({ id }) => <GoTo to={`/admin/shop-setup?shopId=${id}`} />,
    },
    { label: '删除', danger: true, allow: 'base:baseShop:remove', run: (row) => remove([row]) },
  ],
  bulk: [{ label: '删除', danger: true, allow: 'base:baseShop:remove', run: remove }],
  card: (row) => ({ title: row.name, subtitle: row.remark, facts: [['状态', row.status === '2' ? '正常' : '停用']] }),
});
