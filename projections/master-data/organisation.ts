/** Departments, posts and tenants (S2§2.8–2.10; R101, R108, R128). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { addDays, dayOf } from 'services/contracts/dates';
import { pageOf } from 'services/contracts/envelope';
import { route } from 'services/contracts/route';
import type { Route } from 'services/contracts/route';
import { can } from 'services/contracts/user';
import {
  DepartmentNode,
  DepartmentRow,
  Labelled,
  PostRow,
  TenantReminder,
  TenantRow,
} from 'services/master-data/contract';
import { holds } from 'services/platform/text-search';
import { departmentLines, departmentTree, postList, tenantList, type DepartmentLine } from './contract.ts';
import { equals, listRoutes, ordered, page, recordRoute, type Order, type Source } from './reading.ts';

const keysOf = (resource: string, ...actions: readonly string[]): string[] =>
  ['list', 'add', 'edit', 'remove', ...actions].map((action) => `${resource}:${action}`);
/** Whoever puts people somewhere chooses from these (R108). */
const PICKERS = ['admin:sysUser:add', 'admin:sysUser:edit'];

const posts: Source<typeof PostRow> = {
  row: PostRow,
  columns: sql.fragment`id AS "postId", post_name AS "postName", post_code AS "postCode", sort, status, remark,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.sys_post`,
  alias: 'sys_post',
};
const IN_PLACE: Order = { by: sql.fragment`sort, id` };
const postRoutes = (db: CommonQueryMethods): Route[] => [
  ...listRoutes(db, {
    endpoint: postList,
    summary: '岗位列表',
    exported: {
      name: '岗位',
      needs: 'admin:sysPost:export',
      columns: [
        ['postId', '岗位编号'],
        ['postCode', '岗位编码'],
        ['postName', '岗位名称'],
        ['sort', '排序'],
        ['status', '状态'],
        ['remark', '备注'],
      ],
    },
    allow: [...keysOf('admin:sysPost', 'export'), ...PICKERS],
    read: async (at, { query, user }) => {
      const found = await page(at, posts, {
        where: [
          holds(['sys_post', 'post_name'], query.postName),
          holds(['sys_post', 'post_code'], query.postCode),
          equals(['status'], query.status),
        ],
        order: ((): Order => {
          if (query.sortOrder === 'desc') return { by: sql.fragment`sort DESC, id DESC` };
          return query.sortOrder === 'asc' ? IN_PLACE : ordered(query, ['post_name'], IN_PLACE);
        })(),
        paging: query,
      });
      if (keysOf('admin:sysPost', 'export').some((key) => can(user, key))) return found;
      return { ...found, list: found.list.map((row) => ({ ...row, remark: '' })) };
    },
  }),
  recordRoute(db, {
    path: '/post',
    title: '岗位',
    allow: keysOf('admin:sysPost'),
    row: PostRow,
    source: () => posts,
  }),
];

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

/** Children by their parent; what names a parent that is gone stands at the root. */
const treeOf = <Row, Node>(
  rows: readonly Row[],
  idOf: (row: Row) => number,
  parentOf: (row: Row) => number,
  node: (row: Row, children: readonly Node[]) => Node,
): Node[] => {
  const known = new Set(rows.map(idOf));
  const below = Map.groupBy(rows, (row) => (known.has(parentOf(row)) ? parentOf(row) : 0));
  const nodes = (parent: number): Node[] => (below.get(parent) ?? []).map((row) => node(row, nodes(idOf(row))));
  return nodes(0);
};
const departmentNodes = (rows: readonly Department[]): DepartmentNode[] =>
  treeOf<Department, DepartmentNode>(
    rows,
    ({ deptId }) => deptId,
    ({ parentId }) => parentId,
    (row, children) => ({ ...row, children }),
  );
/** What was found, with all that is above it. */
const withAncestors = (rows: readonly Department[], found: (row: Department) => boolean): readonly Department[] => {
  const byId = new Map(rows.map((row) => [row.deptId, row]));
  const kept = new Set<number>();
  for (const row of rows.filter(found)) {
    for (
      let one: Department | undefined = row;
      one !== undefined && !kept.has(one.deptId);
      one = byId.get(one.parentId)
    ) {
      kept.add(one.deptId);
    }
  }
  return rows.filter(({ deptId }) => kept.has(deptId));
};
const linesOf = (nodes: readonly DepartmentNode[], depth = 0, parentName = ''): DepartmentLine[] =>
  nodes.flatMap(({ children, ...row }) => [
    { ...row, id: row.deptId, depth, parentName },
    ...linesOf(children, depth + 1, row.deptName),
  ]);
const includes = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.trim().toLowerCase());

const foundTree = async (
  db: CommonQueryMethods,
  deptName: string | undefined,
  status: string | undefined,
): Promise<DepartmentNode[]> => {
  const rows = await allOf(db);
  const found = (row: Department) =>
    includes(row.deptName, deptName) && (status === undefined || row.status === status);
  return departmentNodes(withAncestors(rows, found));
};

const departmentRoutes = (db: CommonQueryMethods): Route[] => [
  route({
    method: 'GET',
    path: departmentTree.path,
    summary: '部门树',
    allow: keysOf('admin:sysDept'),
    query: departmentTree.query,
    data: z.array(DepartmentNode),
    handler: async ({ query: { deptName, status } }) => {
      return { data: await foundTree(db, deptName, status) };
    },
  }),
  route({
    method: 'GET',
    path: departmentLines.path,
    summary: '部门列表',
    allow: keysOf('admin:sysDept'),
    query: departmentLines.query,
    data: pageOf(departmentLines.row),
    handler: async ({ query: { deptName, status, pageIndex, pageSize } }) => {
      const lines = linesOf(await foundTree(db, deptName, status));
      const list = lines.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
      return { data: { list, count: lines.length, pageIndex, pageSize } };
    },
  }),
  route({
    method: 'GET',
    path: '/deptTree',
    summary: '部门树（选择用）',
    allow: [...keysOf('admin:sysDept'), ...PICKERS, 'admin:sysRole:update'],
    data: z.array(Labelled),
    handler: async () => {
      // A disabled one is hidden here, with all below it (R110).
      const rows = (await allOf(db)).filter(({ status }) => status === '2');
      const reachable = new Set<number>([0]);
      const shown: Department[] = [];
      let rest: readonly Department[] = rows;
      for (let before = -1; rest.length !== before;) {
        before = rest.length;
        const next = rest.filter(({ parentId }) => reachable.has(parentId));
        for (const row of next) reachable.add(row.deptId);
        shown.push(...next);
        rest = rest.filter(({ deptId }) => !reachable.has(deptId));
      }
      const ids = new Set(shown.map(({ deptId }) => deptId));
      const tree = treeOf<Department, Labelled>(
        rows.filter(({ deptId }) => ids.has(deptId)),
        ({ deptId }) => deptId,
        ({ parentId }) => parentId,
        ({ deptId, deptName }, children) => ({ id: deptId, label: deptName, children }),
      );
      return { data: tree };
    },
  }),
  recordRoute(db, {
    path: '/dept',
    title: '部门',
    allow: keysOf('admin:sysDept'),
    row: DepartmentRow,
    source: () => departments,
  }),
];

const tenants: Source<typeof TenantRow> = {
  row: TenantRow,
  columns: sql.fragment`id, name, code, url, start_date::text AS "startDate", end_date::text AS "endDate",
    remind_date::text AS "remindDate", service_fee_fen::float8 / 100 AS "serviceFee", status,
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  from: sql.fragment`master.biz_tenant`,
  alias: 'biz_tenant',
};
const TENANT_KEYS = keysOf('admin:bizTenant', 'export');
/** How long after its end it is still told of. */
const REMIND_DAYS = 30;
const tenantRoutes = (db: CommonQueryMethods): Route[] => [
  route({
    method: 'GET',
    path: `${tenantList.path}/reminders`,
    summary: '到期提醒',
    allow: TENANT_KEYS,
    data: z.array(TenantReminder),
    handler: async () => {
      const day = dayOf(new Date());
      const found = await db.any(sql.type(TenantReminder)`
        SELECT id, name, end_date::text AS "endDate", remind_date::text AS "remindDate" FROM master.biz_tenant
        WHERE status = '2' AND remind_date <= ${day}::date
          AND (end_date IS NULL OR end_date >= ${addDays(day, -REMIND_DAYS)}::date)
        ORDER BY remind_date, id LIMIT 100`);
      return { data: [...found] };
    },
  }),
  ...listRoutes(db, {
    endpoint: tenantList,
    summary: '租户列表',
    exported: {
      name: '租户',
      needs: 'admin:bizTenant:export',
      columns: [
        ['name', '名称'],
        ['code', '编码'],
        ['url', '地址'],
        ['startDate', '开始日期'],
        ['endDate', '结束日期'],
        ['remindDate', '提醒日期'],
        ['serviceFee', '服务费'],
        ['status', '状态'],
      ],
    },
    allow: TENANT_KEYS,
    read: (at, { query }) =>
      page(at, tenants, {
        where: [
          holds(['biz_tenant', 'name'], query.name),
          holds(['biz_tenant', 'code'], query.code),
          equals(['status'], query.status),
        ],
        order: ordered(query, ['name'], { by: sql.fragment`id DESC`, along: 'DESC' }),
        paging: query,
      }),
  }),
  recordRoute(db, { path: '/biz-tenant', title: '租户', allow: TENANT_KEYS, row: TenantRow, source: () => tenants }),
];

export const organisationRoutes = (db: CommonQueryMethods): Route[] => [
  ...departmentRoutes(db),
  ...postRoutes(db),
  ...tenantRoutes(db),
];
