/** Roles of tests: just these keys, nothing else. */
import { sql } from 'slonik';
import { z } from 'zod';
import type { App } from './app.ts';

let last = 900;
/** A new role with these keys; answers its id. */
export const roleWith = async (app: App, keys: readonly string[]): Promise<number> => {
  const id = ++last;
  await app.house.deps.master.query(sql.type(z.object({}))`
    INSERT INTO master.sys_role (id, role_name, role_key, menu_ids)
    SELECT ${id}, ${`role ${id}`}, ${`role${id}`}, array_agg(id)
    FROM master.sys_menu WHERE menu_type <> 'F' OR permission = ANY (${sql.array([...keys], 'text')})`);
  return id;
};
