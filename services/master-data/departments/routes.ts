/** Writing departments: no circles, no deeper than ten, and what is in use stays (S2§2.8; R101, R110, R111). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import { refuse, refuseField } from '../../contracts/refusal.ts';
import type { Refusal } from '../../contracts/refusal.ts';
import { listOfNames } from '../../contracts/success.ts';
import type { Route } from '../../contracts/route.ts';
import { LOCKS } from '../../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../../platform/locks/lock-until-commit.ts';
import { deleteLocked, lockRow } from '../../platform/rows/master.ts';
import type { MasterRow, MasterTable } from '../../platform/rows/master.ts';
import type { Actor } from '../../contracts/route.ts';
import { DepartmentBody, DepartmentEdit } from '../contract.ts';
import { keysOf } from '../../contracts/maintainers.ts';
import { MAX_DEPTH } from '../../contracts/tree.ts';
import { resourceRoutes, type Attempt, type ResourceDeps } from '../resource.ts';

const TABLE: MasterTable = { name: 'sys_dept', key: 'id' };

const Id = z.object({ id: z.int() });
/** The department and all above it, nearest first. */
const lineOf = (tx: CommonQueryMethods, id: number): Promise<readonly number[]> =>
  tx.anyFirst(sql.type(Id)`
    WITH RECURSIVE up AS (
      SELECT id, parent_id, 1 AS depth FROM master.sys_dept WHERE id = ${id}::bigint
      UNION ALL SELECT d.id, d.parent_id, up.depth + 1 FROM up JOIN master.sys_dept d ON d.id = up.parent_id
      WHERE up.depth <= ${MAX_DEPTH})
    SELECT id FROM up ORDER BY depth`);
const Below = z.object({ id: z.int(), depth: z.int() });
/** All below it and itself, by depth from 1. */
const belowOf = (tx: CommonQueryMethods, id: number) =>
  tx.any(sql.type(Below)`
    WITH RECURSIVE down AS (
      SELECT id, 1 AS depth FROM master.sys_dept WHERE id = ${id}::bigint
      UNION ALL SELECT d.id, down.depth + 1 FROM down JOIN master.sys_dept d ON d.parent_id = down.id
      WHERE down.depth <= ${MAX_DEPTH})
    SELECT id, depth FROM down ORDER BY depth DESC, id`);

const wrongParent = (message: string): Refusal => refuseField('dept.parent', 'parentId', message);
const parentOf = ({ before, body }: Attempt<DepartmentEdit>): number =>
  body.parentId ?? Number(before?.['parent_id'] ?? 0);
const OUT_OF_SIGHT = refuse('forbidden', 'dept.scope', '只能在你的数据权限范围内移动部门');
/** Whoever sees some departments only would see those that he draws below them (R107). */
const refuseMove = (attempt: Attempt<DepartmentEdit>): Refusal | null => {
  const { before, by } = attempt;
  const { rows } = by.user;
  const [above, parentId] = [Number(before?.['parent_id'] ?? 0), parentOf(attempt)];
  if (rows === 'all' || before === null || above === parentId) return null;
  const moved = [Number(before['id']), parentId];
  return moved.every((id) => rows.deptIds.includes(id)) ? null : OUT_OF_SIGHT;
};
const refuseParent = async (attempt: Attempt<DepartmentEdit>): Promise<Refusal | null> => {
  const { tx, before } = attempt;
  const parentId = parentOf(attempt);
  await lockUntilCommit(tx, LOCKS.departmentTree);
  if (parentId === 0) return null;
  const line = await lineOf(tx, parentId);
  if (line.length === 0) return wrongParent('上级部门不存在');
  const own = before === null ? null : Number(before['id']);
  if (own === parentId) return wrongParent('上级部门不能是自己');
  if (own !== null && line.includes(own)) return wrongParent('上级部门不能是自己的下级');
  const height = own === null ? 1 : Math.max(...(await belowOf(tx, own)).map(({ depth }) => depth));
  return line.length + height > MAX_DEPTH ? wrongParent(`部门最多${MAX_DEPTH}级`) : null;
};

const Use = z.object({ users: z.int(), names: z.array(z.string()), roles: z.string() });
/** Users in it or below, or a data scope that names one of them. */
const keep = async (tx: CommonQueryMethods, row: MasterRow): Promise<string | null> => {
  const ids = sql.array(
    (await belowOf(tx, Number(row['id']))).map(({ id }) => id),
    'int8',
  );
  const { users, names, roles } = await tx.one(sql.type(Use)`
    SELECT count(u.id)::int AS users, coalesce(array_agg(u.nick_name ORDER BY u.id) FILTER (WHERE u.place <= 3), '{}') AS names,
      coalesce((SELECT string_agg(role_name, '、' ORDER BY id) FROM master.sys_role WHERE dept_ids && ${ids}), '') AS roles
    FROM (SELECT id, nick_name, row_number() OVER (ORDER BY id) AS place FROM master.sys_user
      WHERE dept_id = ANY (${ids})) AS u`);
  const name = `部门“${String(row['dept_name'])}”`;
  if (users > 0) return `${name}或其下级还有用户：${listOfNames(names, '人', users)}，不能删除`;
  return roles === '' ? null : `${name}或其下级在角色“${roles}”的数据范围中，不能删除`;
};
/** Empty ones below go with it. */
const removeBelow = async (tx: CommonQueryMethods, row: MasterRow, by: Actor): Promise<void> => {
  const above = Number(row['id']);
  // The row itself is gone by now: what names it as its parent is the first below.
  const first = await tx.anyFirst(sql.type(Id)`SELECT id FROM master.sys_dept WHERE parent_id = ${above}::bigint`);
  for (const id of first) {
    for (const below of await belowOf(tx, id)) {
      const found = await lockRow(tx, TABLE, below.id);
      if (found !== null) await deleteLocked(tx, TABLE, found, by);
    }
  }
};

const columnsOf = ({ parentId, deptName, ...rest }: DepartmentEdit): MasterRow => ({
  ...rest,
  parent_id: parentId,
  dept_name: deptName,
});
export const departmentRoutes = (deps: ResourceDeps): readonly Route[] =>
  resourceRoutes(deps, {
    title: '部门',
    path: '/dept',
    table: TABLE,
    allow: { add: 'admin:sysDept:add', edit: 'admin:sysDept:edit', remove: 'admin:sysDept:remove' },
    history: { allow: keysOf('admin:sysDept') },
    body: DepartmentBody,
    edit: DepartmentEdit,
    columns: columnsOf,
    changes: columnsOf,
    onCreate: refuseParent,
    onEdit: async (attempt) => refuseMove(attempt) ?? refuseParent(attempt),
    keep,
    onDelete: removeBelow,
  });
