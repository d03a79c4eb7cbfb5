/** 部门 (S2§2.8): a tree whose branches fold. */
import { departmentLines, departmentTree } from 'projections/master-data/contract';
import { STATUS_OPTIONS, columnsOf, listScreen, removing } from 'root-config/ui';
import { DepartmentDialog } from './dept-dialog.tsx';

const KEY = 'admin:sysDept';
const { text, count, moment, dict } = columnsOf(departmentLines);

const removeRows = removing(departmentTree.path, [departmentLines.path]);

export default listScreen(departmentLines, {
  title: '部门',
  permission: ['list', 'add', 'edit', 'remove'].map((action) => `${KEY}:${action}`),
  rowKey: 'deptId',
  latestDay: false,
  tree: { depthOf: ({ depth }) => depth, open: 10 },
  empty: '没有符合条件的部门。',
  filters: [
    { kind: 'text', name: 'deptName', label: '部门名称', daily: true },
    { kind: 'select', name: 'status', label: '状态', options: STATUS_OPTIONS, daily: true },
  ],
  columns: [
    text('deptName', '部门名称', { width: 260 }),
    count('sort', '顺序', { width: 80 }),
    text('leader', '负责人', { width: 110 }),
    text('phone', '联系电话', { width: 150 }),
    text('email', '邮箱', { width: 200 }),
    dict('status', '状态', 'sys_normal_disable', { width: 90 }),
    moment('createdAt', '创建时间', { width: 160 }),
  ],
  toolbar: [
    {
      label: '新增部门',
      primary: true,
      allow: `${KEY}:add`,
      open: (screen) => <DepartmentDialog row={null} parentId={0} mode="add" screen={screen} />,
    },
  ],
  actions: [
    {
      label: '编辑',
      main: true,
      allow: `${KEY}:edit`,
      open: (row, screen) => <DepartmentDialog row={row} parentId={row.parentId} mode="edit" screen={screen} />,
    },
    {
      label: '新增下级',
      allow: `${KEY}:add`,
      open: (row, screen) => <DepartmentDialog row={null} parentId={row.deptId} mode="add" screen={screen} />,
    },
    { label: '删除', danger: true, allow: `${KEY}:remove`, run: (row) => removeRows([row]) },
  ],
  card: (row) => ({
    title: row.deptName,
    subtitle: row.parentName,
    facts: [
      ['负责人', row.leader],
      ['联系电话', row.phone || '—'],
    ],
  }),
});
