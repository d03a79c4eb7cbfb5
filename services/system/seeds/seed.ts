/** Seeds of users, roles and menus: planted once, never overwritten, never brought back. */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'slonik';
import type { CommonQueryMethods, DatabasePool } from 'slonik';
import { z } from 'zod';
import { hashPassword, randomPassword } from '../../platform/auth/password.ts';
import { LOCKS } from '../../platform/locks/advisory-locks.ts';
import { lockUntilCommit } from '../../platform/locks/lock-until-commit.ts';
import { MIN_STRONG_PASSWORD, passwordProblem } from '../../platform/auth/password-rules.ts';
import { BadConfiguration } from '../../platform/process/config.ts';
import type { SliceDeps } from '../../platform/slice/slice.ts';
import { MENU_SEEDS } from './menus.ts';
import { menusOf, ROLE_SEEDS } from './roles.ts';

/** Kept beside the data so that the owner finds it again; mode 600. */
export const ADMIN_PASSWORD_FILE = 'admin-password';

const Names = z.object({ name: z.string() });
/** Of these names, those planted now for the first time. */
const newSeeds = async (tx: CommonQueryMethods, names: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(
    await tx.anyFirst(sql.type(Names)`
      INSERT INTO master.sys_seed (name) SELECT * FROM jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)
      ON CONFLICT DO NOTHING RETURNING name`),
  );

const insertMenus = async (tx: CommonQueryMethods): Promise<ReadonlySet<number>> => {
  const planted = await newSeeds(
    tx,
    MENU_SEEDS.map((menu) => `menu:${menu.id}`),
  );
  const rows = MENU_SEEDS.filter((menu) => planted.has(`menu:${menu.id}`));
  await tx.query(sql.unsafe`
    INSERT INTO master.sys_menu (id, parent_id, menu_type, title, menu_name, icon, path, component, permission, visible, sort)
    SELECT id, parent_id, menu_type, title, menu_name, icon, path, component, permission, visible, sort
    FROM jsonb_populate_recordset(null::master.sys_menu, ${JSON.stringify(rows)}::jsonb)`);
  return new Set(rows.map((row) => row.id));
};

/** A page that was only a place for its keys when it was planted gets its address with the release that has its screen. */
const placePages = async (tx: CommonQueryMethods): Promise<void> => {
  const pages = MENU_SEEDS.filter((menu) => menu.menu_type === 'C' && menu.path !== '');
  const placed = await newSeeds(
    tx,
    pages.map((menu) => `menu-page:${menu.id}`),
  );
  const rows = pages.filter((menu) => placed.has(`menu-page:${menu.id}`));
  await tx.query(sql.unsafe`
    UPDATE master.sys_menu AS menu
    SET path = page.path, component = page.component, menu_name = page.menu_name, icon = page.icon, visible = '0'
    FROM jsonb_populate_recordset(null::master.sys_menu, ${JSON.stringify(rows)}::jsonb) AS page
    WHERE menu.id = page.id AND menu.path = ''`);
};

/** Keys that exports asked for once; S1§6 has them go with the list. Their numbers stay used. */
const RETIRED = ['biz:financeProfit', 'biz:bizSellGift', 'biz:bizGiftTurnover'].map((key) => `${key}:export`);
const retireKeys = async (tx: CommonQueryMethods): Promise<void> => {
  const retired = sql.fragment`
    SELECT id FROM master.sys_menu WHERE menu_type = 'F' AND permission = ANY(${sql.array(RETIRED, 'text')})`;
  await tx.query(sql.unsafe`
    UPDATE master.sys_role AS role SET menu_ids = array(SELECT unnest(role.menu_ids) EXCEPT ${retired} ORDER BY 1)
    WHERE EXISTS (SELECT FROM (${retired}) AS gone WHERE gone.id = ANY (role.menu_ids))`);
  await tx.query(sql.unsafe`DELETE FROM master.sys_menu WHERE id IN (${retired})`);
};

const insertRoles = async (tx: CommonQueryMethods, newMenus: ReadonlySet<number>): Promise<void> => {
  const planted = await newSeeds(
    tx,
    ROLE_SEEDS.map((role) => `role:${role.id}`),
  );
  for (const [index, role] of ROLE_SEEDS.entries()) {
    const menus = menusOf(role);
    if (planted.has(`role:${role.id}`)) {
      await tx.query(sql.unsafe`
        INSERT INTO master.sys_role (id, role_name, role_key, role_sort, menu_ids)
        VALUES (${role.id}, ${role.name}, ${role.key}, ${index}, ${sql.array(menus, 'int8')})`);
      continue;
    }
    // A key that came with an upgrade reaches the roles it was meant for; what was taken away stays away.
    const added = menus.filter((id) => newMenus.has(id));
    if (added.length === 0) continue;
    await tx.query(sql.unsafe`
      UPDATE master.sys_role SET menu_ids = menu_ids || ${sql.array(added, 'int8')} WHERE id = ${role.id}`);
  }
};

/** Whoever could export a list until its export had a key of its own goes on: roles of the house's own making too. */
const grantExports = async (tx: CommonQueryMethods, newMenus: ReadonlySet<number>): Promise<void> => {
  await tx.query(sql.unsafe`
    UPDATE master.sys_role AS role SET menu_ids = role.menu_ids || added.ids
    FROM (
      SELECT r.id, array_agg(export.id) AS ids
      FROM master.sys_menu AS export
        JOIN master.sys_menu AS list ON list.permission = regexp_replace(export.permission, ':export$', ':list')
        JOIN master.sys_role AS r ON list.id = ANY (r.menu_ids) AND NOT export.id = ANY (r.menu_ids)
      WHERE export.id = ANY (${sql.array([...newMenus], 'int8')}) AND export.permission LIKE '%:export'
        AND NOT r.id = ANY (${sql.array(
          ROLE_SEEDS.map(({ id }) => id),
          'int8',
        )})
      GROUP BY r.id) AS added
    WHERE role.id = added.id`);
};

/** What was read with a key that changes it until it had an entry that only reads (R158). */
const READ_WITH: Readonly<Record<string, string>> = {
  'admin:sysUser': 'admin:sysUser:',
  'admin:sysDictType': 'admin:sysDictType:',
  'admin:sysDictData': 'admin:sysDictData:',
  'admin:sysConfig': 'admin:sysConfig:',
  'admin:sysSetting': 'admin:sysConfig:edit',
  'admin:sysSession': 'admin:sysUser:resetPassword',
  'base:baseDictType': 'base:baseDictType:',
  'base:baseDictData': 'base:baseDictData:',
  'base:basePrintTemplate': 'base:basePrintTemplate:',
  'base:baseTemplateColumn': 'base:baseTemplateColumn:',
  'biz:bizSellChange': 'biz:bizSellChange:inspect',
};
/** Whoever read such a page goes on, by an entry of its own: nobody sees more by it. */
const grantReads = async (tx: CommonQueryMethods, newMenus: ReadonlySet<number>): Promise<void> => {
  const pairs = Object.entries(READ_WITH).map(([resource, held]) => ({ list: `${resource}:list`, held }));
  await tx.query(sql.unsafe`
    UPDATE master.sys_role AS role SET menu_ids = role.menu_ids || added.ids
    FROM (
      SELECT r.id, array_agg(DISTINCT list.id) AS ids
      FROM jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) AS pair (list text, held text)
        JOIN master.sys_menu AS list ON list.permission = pair.list
        JOIN master.sys_menu AS own ON starts_with(own.permission, pair.held)
        JOIN master.sys_role AS r ON own.id = ANY (r.menu_ids) AND NOT list.id = ANY (r.menu_ids)
      WHERE list.id = ANY (${sql.array([...newMenus], 'int8')})
      GROUP BY r.id) AS added
    WHERE role.id = added.id`);
};

const insertAdmin = async (tx: CommonQueryMethods, dataDir: string, given: string | undefined): Promise<void> => {
  const planted = await newSeeds(tx, ['user:1', 'dept:1']);
  if (planted.has('dept:1')) {
    await tx.query(sql.unsafe`INSERT INTO master.sys_dept (id, dept_name, leader) VALUES (1, '总部', '管理员')`);
  }
  if (!planted.has('user:1')) return;
  const password = given ?? randomPassword();
  const problem = await passwordProblem({ password, username: 'admin', least: MIN_STRONG_PASSWORD });
  if (problem !== null) throw new BadConfiguration([`ADMIN_PASSWORD ${problem}`]);
  if (given === undefined) {
    fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(path.join(dataDir, ADMIN_PASSWORD_FILE), `${password}\n`, { mode: 0o600 });
  }
  await tx.query(sql.unsafe`
    INSERT INTO master.sys_user (id, username, nick_name, password_hash, dept_id, role_ids)
    VALUES (1, 'admin', '管理员', ${await hashPassword(password)}, 1, ARRAY[1])`);
};

export const seedSystem = (
  db: DatabasePool,
  { dataDir, config }: Pick<SliceDeps, 'dataDir'> & { readonly config: Pick<SliceDeps['config'], 'adminPassword'> },
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockUntilCommit(tx, LOCKS.systemSeeds);
    const newMenus = await insertMenus(tx);
    await placePages(tx);
    await retireKeys(tx);
    await insertRoles(tx, newMenus);
    await grantExports(tx, newMenus);
    await grantReads(tx, newMenus);
    await insertAdmin(tx, dataDir, config.adminPassword);
  });
