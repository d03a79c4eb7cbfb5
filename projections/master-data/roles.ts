/** Roles as a sheet; the list itself is the write side's, which knows what its callers may see. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { DATA_SCOPE_WORDS } from 'services/contracts/data-scopes';
import type { Route } from 'services/contracts/route';
import { z } from 'zod';
import { roleList } from 'services/system/contract';
import { exportRoute, type PageReader } from '../platform/sheets/export.ts';
import { equals, page, type Source } from './reading.ts';

const Row = z.object({
  id: z.int(),
  roleName: z.string(),
  roleKey: z.string(),
  roleSort: z.int(),
  dataScope: z.string(),
  secondFactor: z.string(),
  status: z.string(),
  remark: z.string(),
  createdAt: z.string(),
});
const roles: Source<typeof Row> = {
  row: Row,
  columns: sql.fragment`id, role_name AS "roleName", role_key AS "roleKey", role_sort AS "roleSort",
    data_scope AS "dataScope", second_factor AS "secondFactor", status, remark, created_at AS "createdAt"`,
  from: sql.fragment`master.sys_role`,
  alias: 'sys_role',
};
const COLUMNS = [
  { field: 'id', title: '角色编号' },
  { field: 'roleName', title: '角色名称' },
  { field: 'roleKey', title: '权限字符' },
  { field: 'roleSort', title: '显示顺序' },
  { field: 'dataScope', title: '数据范围', words: DATA_SCOPE_WORDS },
  { field: 'secondFactor', title: '两步验证', words: { '1': '不要求', '2': '要求' } },
  { field: 'status', title: '状态', words: { '1': '停用', '2': '正常' } },
  { field: 'remark', title: '备注' },
  { field: 'createdAt', title: '创建时间' },
].map((column) => ({ ...column, kind: 'text' as const }));

/** Roles are few: a text is looked for in each of them. */
const contains = (column: string, value: string | undefined) =>
  value === undefined || value === ''
    ? null
    : sql.fragment`position(lower(${value}) IN lower(${sql.identifier([column])})) > 0`;

export const roleExport = (db: CommonQueryMethods): Route =>
  exportRoute<ReturnType<typeof roleList.query.parse>, PageReader>(
    { db },
    {
      path: `${roleList.path}/export`,
      name: '角色',
      allow: ['list', 'add', 'update', 'remove', 'export'].map((action) => `admin:sysRole:${action}`),
      exportKey: 'admin:sysRole:export',
      query: roleList.query,
      columns: COLUMNS,
      page: (at, { query }) =>
        page(at.db, roles, {
          where: [
            contains('role_name', query.roleName),
            contains('role_key', query.roleKey),
            equals(['status'], query.status),
          ],
          order: { by: sql.fragment`role_sort, id` },
          paging: query,
        }),
    },
  );
