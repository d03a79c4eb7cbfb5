/** Departments (S2§2.8; R101, R108, R110): the tree, its lines, and what is chosen from. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { pageOf } from 'services/contracts/envelope';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { DepartmentNode, DepartmentRow, Labelled } from 'services/master-data/contract';
import { departmentLines, departmentTree, type DepartmentLine } from './contract.ts';
import { PICKERS, keysOf } from './maintainers.ts';
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
const allOf = (db: CommonQueryMethods): Promise<readonly Department[]> =>
  db.any(sql.type(DepartmentRow)`SELECT ${departments.columns} FROM master.sys_dept ORDER BY sort, id`);

/** What names a parent that is gone stands at the root. */
const nodesOf = (rows: readonly Department[]): DepartmentNode[] => {
  const known = new Set(rows.map(({ deptId }) => deptId));
  const below = Map.groupBy(rows, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const nodes = (parent: number): DepartmentNode[] =>
    (below.get(parent) ?? []).map((row) => ({ ...row, children: nodes(row.deptId) }));
  return nodes(0);
};
/** What was found, with all that is above it. */
const foundIn = (nodes: readonly DepartmentNode[], found: (row: Department) => boolean): DepartmentNode[] =>
  nodes.flatMap((node) => {
    const children = foundIn(node.children, found);
    return children.length > 0 || found(node) ? [{ ...node, children }] : [];
  });
const linesOf = (nodes: readonly DepartmentNode[], depth = 0, parentName = ''): DepartmentLine[] =>
  nodes.flatMap(({ children, ...row }) => [
    { ...row, id: row.deptId, depth, parentName },
    ...linesOf(children, depth + 1, row.deptName),
  ]);
/** A disabled one is hidden, with all below it. */
const choicesOf = (nodes: readonly DepartmentNode[]): Labelled[] =>
  nodes
    .filter(({ status }) => status === '2')
    .map(({ deptId, deptName, children }) => ({ id: deptId, label: deptName, children: choicesOf(children) }));

type Wanted = { readonly deptName?: string | undefined; readonly status?: string | undefined };
const treeOf = async (db: CommonQueryMethods, { deptName = '', status }: Wanted): Promise<DepartmentNode[]> => {
  const part = deptName.trim().toLowerCase();
  return foundIn(
    nodesOf(await allOf(db)),
    (row) => row.deptName.toLowerCase().includes(part) && (status === undefined || row.status === status),
  );
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
    data: z.array(Labelled),
    handler: async () => ({ data: choicesOf(nodesOf(await allOf(db))) }),
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
    handler: async ({ query }) => {
      const { pageIndex, pageSize } = query;
      const lines = linesOf(await treeOf(db, query));
      const list = lines.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
      return { data: { list, count: lines.length, pageIndex, pageSize } };
    },
  }),
  recordRoute(db, { path: '/dept', title: '部门', allow: KEYS, row: DepartmentRow, source: () => departments }),
];
