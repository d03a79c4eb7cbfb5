/** Departments (S2§2.8; R101, R108, R110): the tree, its lines, and what is chosen from. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pageOf } from 'services/contracts/envelope';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { DepartmentNode, DepartmentRow } from 'services/master-data/contract';
import { LabelNode, byParent, labelTree, pageOfLines, treeLines, withAncestors } from 'services/contracts/tree';
import { departmentLines, departmentTree, type DepartmentLine } from './contract.ts';
import { PICKERS, keysOf } from 'services/contracts/maintainers';
import { recordRoute, type Source } from './reading.ts';

const KEYS = keysOf('admin:sysDept');
const departments: Source<typeof DepartmentRow> = {
  row: DepartmentRow,
  columns: sql.fragment`id AS "deptId", parent_id AS "parentId", dept_name AS "deptName", sort, leader, phone, email, status,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.sys_dept`,
  alias: 'sys_dept',
};
type Department = z.infer<typeof DepartmentRow>;
/** All of them: a house has some dozens. In the order in which a tree shows them. */
const allOf = async (db: CommonQueryMethods): Promise<readonly (Department & { readonly id: number })[]> => {
  const rows = await db.any(sql.type(DepartmentRow)`
    SELECT ${departments.columns} FROM master.sys_dept ORDER BY sort, id`);
  return rows.map((row) => ({ ...row, id: row.deptId }));
};
const linesOf = (nodes: readonly DepartmentNode[]): DepartmentLine[] =>
  treeLines(nodes).map(({ node: { children: _children, ...row }, depth, parent }) => ({
    ...row,
    id: row.deptId,
    depth,
    parentName: parent?.deptName ?? '',
  }));
type DepartmentFilter = { readonly deptName?: string | undefined; readonly status?: string | undefined };
const treeOf = async (
  db: CommonQueryMethods,
  { deptName = '', status }: DepartmentFilter,
): Promise<DepartmentNode[]> => {
  const part = deptName.trim().toLowerCase();
  const found = withAncestors(
    await allOf(db),
    (row) => row.deptName.toLowerCase().includes(part) && (status === undefined || row.status === status),
  );
  const groups = byParent(found);
  const below = (parentId: number): DepartmentNode[] =>
    (groups.get(parentId) ?? []).map(({ id, ...row }) => ({ ...row, children: below(id) }));
  return below(0);
};
/** A disabled one is hidden, with all below it. */
const choices = async (db: CommonQueryMethods): Promise<LabelNode[]> => {
  const enabled = (await allOf(db)).filter(({ status }) => status === '2');
  return labelTree(enabled.map(({ id, parentId, deptName }) => ({ id, parentId, label: deptName })));
};

const treeRoutes = (db: CommonQueryMethods): Route[] => [
  route({
    method: 'GET',
    path: departmentTree.path,
    summary: '部门树',
    allow: KEYS,
    query: departmentTree.query,
    data: z.array(DepartmentNode),
    handler: async ({ query }) => ({ data: await treeOf(db, query) }),
  }),
  route({
    method: 'GET',
    path: '/deptTree',
    summary: '部门树（选择用）',
    allow: [...KEYS, ...PICKERS, 'admin:sysRole:update'],
    data: z.array(LabelNode),
    handler: async () => ({ data: await choices(db) }),
  }),
];
export const departmentRoutes = (db: CommonQueryMethods): Route[] => [
  ...treeRoutes(db),
  route({
    method: 'GET',
    path: departmentLines.path,
    summary: '部门列表',
    allow: KEYS,
    query: departmentLines.query,
    data: pageOf(departmentLines.row),
    handler: async ({ query }) => ({ data: pageOfLines(linesOf(await treeOf(db, query)), query) }),
  }),
  recordRoute(db, { path: '/dept', title: '部门', allow: KEYS, row: DepartmentRow, source: () => departments }),
];
