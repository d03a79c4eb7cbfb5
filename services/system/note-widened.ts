/** Rights that were widened are rows in 异常, whoever did it (R148); asked once the change is there. */
import { sql, type CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { ExceptionDesk } from '../contracts/exception.ts';
import type { Actor } from '../contracts/route.ts';
import type { MasterRow } from '../platform/rows/master.ts';
import { keysInWords } from './keys-in-words.ts';
import { menuEntries } from './menu-entries.ts';
import { widenedRole, widenedUser } from './widened-rights.ts';

export type WidenedDeps = { readonly db: CommonQueryMethods; readonly exceptions: ExceptionDesk };
type Change = { readonly before: MasterRow | null; readonly after: MasterRow };
const Named = z.object({ id: z.int(), name: z.string() });
const named = async (db: CommonQueryMethods, table: string, column: string, ids: unknown) => {
  const wanted = Array.isArray(ids) ? (ids as number[]) : [];
  const rows =
    wanted.length === 0
      ? []
      : await db.any(sql.type(Named)`
          SELECT id, ${sql.identifier([column])} AS name FROM ${sql.identifier(['master', table])}
          WHERE id = ANY (${sql.array(wanted, 'int8')})`);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id: number): string => names.get(id) ?? String(id);
};

export const noteWidenedUser = async (
  { db, exceptions }: WidenedDeps,
  { before, after }: Change,
  by: Actor,
): Promise<void> => {
  const role = await named(db, 'sys_role', 'role_name', after['role_ids']);
  const shop = await named(db, 'shop', 'name', after['lock_shops']);
  const what = widenedUser(before, after, { role, shop });
  if (what === null) return;
  const second = { id: Number(after['id']), name: String(after['nick_name']) };
  await exceptions.note({ kind: 'rights-widened', shopId: null, what, second }, by);
};

const Count = z.object({ users: z.int() });
export const noteWidenedRole = async (
  { db, exceptions }: WidenedDeps,
  { before, after }: Change,
  by: Actor,
): Promise<void> => {
  const users = await db.oneFirst(sql.type(Count)`
    SELECT count(*)::int AS users FROM master.sys_user WHERE role_ids @> ARRAY[${Number(after['id'])}::bigint]`);
  const entries = await menuEntries(db, (after['menu_ids'] ?? []) as readonly number[]);
  const title = (ids: readonly number[]): string => keysInWords(entries.filter(({ id }) => ids.includes(id)));
  const what = widenedRole({ before, after, users }, title);
  if (what !== null) await exceptions.note({ kind: 'rights-widened', shopId: null, what }, by);
};
