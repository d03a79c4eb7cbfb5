/** 菜单 (S2§2.7): the tree of directories, pages and keys, folded below its pages. */
import { can, sendOnce } from 'root-config/api';
import { columnsOf, confirm, listScreen, type ScreenHandle } from 'root-config/ui';
import { optionsOf } from 'services/contracts/options';
import { menuLines, menuTree, type MenuLine } from 'services/system/contract';
import { MENU_TYPES, MenuDialog, SHOWN_OPTIONS } from './menu-dialog.tsx';

const KEY = 'admin:sysMenu';
const { text, count, moment, dict } = columnsOf(menuLines);
const typeName = (type: string): string => ({ ...MENU_TYPES } as Record<string, string>)[type] ?? type;
/** Only the super administrator writes menus (R107). */
const isOthers = (): string | undefined => (can('*:*:*') ? undefined : '只有系统管理员可以修改菜单');
const isShipped = ({ shipped }: MenuLine): string | undefined =>
  isOthers() ?? (shipped ? '系统自带的菜单不能删除，可以改为隐藏' : undefined);
const remove = async ({ menuId, title }: MenuLine): Promise<void> => {
  if (!(await confirm({ text: `是否确认删除名称为"${title}"的数据项?下级一并删除。`, danger: true }))) return;
  await sendOnce({
    method: 'DELETE',
    path: menuTree.path,
    body: { ids: [menuId] },
    views: [menuTree.path],
  });
};
const add = (parentId: number, screen: ScreenHandle) => (
  <MenuDialog row={null} parentId={parentId} mode="add" screen={screen} />
);

export default listScreen(menuLines, {
  title: '菜单',
  permission: ['list', 'add', 'edit', 'remove'].map((action) => `${KEY}:${action}`),
  rowKey: 'menuId',
  latestDay: false,
  tree: { depthOf: ({ depth }) => depth, open: 1 },
  empty: '没有符合条件的菜单。',
  filters: [
    { kind: 'text', name: 'title', label: '菜单标题', daily: true },
    { kind: 'text', name: 'permission', label: '权限标识', daily: true },
    { kind: 'select', name: 'visible', label: '菜单状态', options: SHOWN_OPTIONS, daily: true },
    {
      kind: 'select',
      name: 'menuType',
      label: '菜单类型',
      options: optionsOf(MENU_TYPES),
    },
    { kind: 'text', name: 'path', label: '路由地址' },
  ],
  columns: [
    text('title', '菜单标题', { width: 240 }),
    text('menuType', '类型', { width: 70, render: ({ menuType }) => typeName(menuType) }),
    count('sort', '排序', { width: 70 }),
    text('permission', '权限标识', { width: 210 }),
    text('path', '路由地址', { width: 180 }),
    text('component', '组件路径', { width: 180, hidden: true }),
    count('apis', '接口(个)', { width: 80, render: ({ apis }) => String(apis.length) }),
    dict('visible', '菜单状态', 'sys_show_hide', { width: 90 }),
    moment('createdAt', '创建时间', { width: 160 }),
  ],
  toolbar: [
    {
      label: '新增菜单',
      primary: true,
      allow: `${KEY}:add`,
      blocked: isOthers,
      open: (screen) => add(0, screen),
    },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${KEY}:edit`,
      blocked: isOthers,
      open: (row, screen) => <MenuDialog row={row} parentId={row.parentId} mode="edit" screen={screen} />,
    },
    {
      label: '新增下级',
      allow: `${KEY}:add`,
      when: ({ menuType }) => menuType !== 'F',
      blocked: isOthers,
      open: (row, screen) => add(row.menuId, screen),
    },
    {
      label: '查看',
      reads: true,
      open: (row, screen) => <MenuDialog row={row} parentId={row.parentId} mode="view" screen={screen} />,
    },
    { label: '删除', danger: true, allow: `${KEY}:remove`, blocked: isShipped, run: remove },
  ],
  card: (row) => ({
    title: row.title,
    subtitle: typeName(row.menuType),
    facts: [
      ['菜单状态', row.visible === '0' ? '显示' : '隐藏'],
      row.menuType === 'F' ? ['权限标识', row.permission || '—'] : ['路由地址', row.path || '—'],
    ],
  }),
});
