/** 新增部门 / 编辑部门 (S2§2.8). */
import { departmentTree, type DepartmentLine } from 'projections/master-data/contract';
import { useRecord } from 'root-config/api';
import { FormDialog, STATUS_OPTIONS, SkeletonBox, closing, type FormMode, type ScreenHandle } from 'root-config/ui';
import { mostOf } from 'services/contracts/values';
import { DepartmentBody, DepartmentNode, DepartmentRow } from 'services/master-data/contract';
import { z } from 'zod';
import { withId } from '../../sheets/named-record.ts';
import { placesIn } from '../../sheets/tree-options.ts';
import { withHistory } from '../../sheets/record-history.tsx';

type Props = {
  readonly row: DepartmentLine | null;
  readonly parentId: number;
  readonly mode: FormMode;
  readonly screen: Pick<ScreenHandle, 'close' | 'reload'>;
  /** What a new one is called. */
  readonly called?: string;
};
export const DepartmentDialog = ({ row, parentId, mode, screen, called }: Props) => {
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
        ? {
            initial: { parentId, sort: 10, status: '2', ...(called !== undefined && { deptName: called }) },
            // What was typed for another shop is not this one's.
            ...(called !== undefined && { draft: false as const }),
          }
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
