/** 部门 (S2§2.8): a tree whose branches fold. */
import { departmentLines, departmentTree, type DepartmentLine } from 'projections/master-data/contract';
import { useRecord } from 'root-config/api';
import {
  FormDialog,
  STATUS_OPTIONS,
  SkeletonBox,
  closing,
  columnsOf,
  listScreen,
  removing,
  type FormMode,
  type ScreenHandle,
} from 'root-config/ui';
import { mostOf } from 'services/contracts/values';
import { DepartmentBody, DepartmentNode, DepartmentRow } from 'services/master-data/contract';
import { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { placesIn } from '../../sheets/tree-options.ts';
import { withHistory } from '../../sheets/record-history.tsx';

const KEY = 'admin:sysDept';
const { text, count, moment, dict } = columnsOf(departmentLines);

type Props = {
  readonly row: DepartmentLine | null;
  readonly parentId: number;
  readonly mode: FormMode;
  readonly screen: ScreenHandle;
};
const DepartmentDialog = ({ row, parentId, mode, screen }: Props) => {
  const tree = useRecord(departmentTree.path, z.array(DepartmentNode));
  if (tree.record === null) return <SkeletonBox height={1} />;
  const places = placesIn(tree.record, {
    nameOf: ({ deptId, deptName }) => ({ id: deptId, label: deptName }),
    own: row?.deptId,
  });
  return (
    <FormDialog<DepartmentBody & { id: number }>
      title={{ add: '新增部门', edit: '编辑部门', view: '查看部门' }[mode]}
      mode={mode}
      width={500}
      path={departmentTree.path}
      {...(row === null
        ? { initial: { parentId, sort: 10, status: '2' } }
        : { source: `${departmentTree.path}/${row.deptId}`, initial: row, read: withId(DepartmentRow, 'deptId') })}
      schema={DepartmentBody}
      sections={withHistory(
        [
          {
            columns: 2,
            fields: [
              {
                kind: 'select',
                name: 'parentId',
                label: '上级部门',
                options: places,
                numeric: true,
                required: true,
                span: 2,
              },
              { kind: 'text', name: 'deptName', label: '部门名称', required: true, maxLength: 50 },
              { kind: 'count', name: 'sort', label: '部门顺序', required: true, max: mostOf('sort') },
              { kind: 'text', name: 'leader', label: '负责人', required: true, maxLength: 20 },
              { kind: 'text', name: 'phone', label: '联系电话', maxLength: 40 },
              { kind: 'text', name: 'email', label: '邮箱', maxLength: 50 },
              { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS },
            ],
          },
        ],
        { path: row === null ? undefined : `${departmentTree.path}/${row.deptId}`, tab: '部门' },
      )}
      {...closing(screen)}
    />
  );
};
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
