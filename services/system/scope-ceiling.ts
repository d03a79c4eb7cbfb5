/** Nobody shows others more rows than he sees: what roles and department of a person come to lies within his own (R107, R109). */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { RowScope } from '../contracts/user.ts';
import { rowScope, SUPER_ROLE } from './session-user.ts';

/** Whose rows a person would see. */
export type ScopeFacts = { readonly roleIds: readonly number[]; readonly deptId: number | null };

/** Rows that somebody makes himself are nobody's grant. Pure. */
const covers = (own: RowScope, other: RowScope): boolean =>
  own === 'all' || (other !== 'all' && other.deptIds.every((id) => own.deptIds.includes(id)));

const Scope = z.object({ super: z.boolean(), dataScope: z.string(), deptIds: z.array(z.int()) });
/** Whether these roles show rows in that department which are not among the actor's; a disabled role counts, since it can be enabled tomorrow. */
export const seesBeyond = async (
  tx: CommonQueryMethods,
  own: RowScope,
  { roleIds, deptId }: ScopeFacts,
): Promise<boolean> => {
  if (own === 'all') return false;
  const scopes = await tx.any(sql.type(Scope)`
    SELECT role_key = ${SUPER_ROLE} AS super, data_scope AS "dataScope", dept_ids AS "deptIds"
    FROM master.sys_role WHERE id = ANY (${sql.array([...roleIds], 'int8')})`);
  return scopes.some((scope) => scope.super) || !covers(own, await rowScope(tx, scopes, deptId));
};
