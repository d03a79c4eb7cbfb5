/**
 * Finds the records of an installation's own tables: every folder of `custom`, and the migrations that the generator numbered.
 * A new one changes no file.
 */
import { existsSync, readdirSync } from 'node:fs';
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { nameOwnFields } from '../contracts/own-fields.ts';
import { recordPage } from '../contracts/record-page.ts';
import type { Migration } from '../platform/base/migrate.ts';
import type { CustomResource } from './custom-resource.ts';

const namesIn = (folder: string): readonly string[] => {
  const place = new URL(`./${folder}/`, import.meta.url);
  return existsSync(place) ? readdirSync(place).toSorted() : [];
};
const defaultOf = (found: unknown, file: string): object => {
  if (typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'object')
    return found.default as object;
  throw new TypeError(`services/master-data/${file} hands over nothing`);
};

/** @throws {TypeError} when a folder's resource.ts has no default export. */
export const findResources = async (): Promise<readonly CustomResource[]> => {
  const found = await Promise.all(
    namesIn('custom').map(async (name) => {
      const loaded: unknown = await import(`./custom/${name}/resource.ts`);
      return defaultOf(loaded, `custom/${name}/resource.ts`) as CustomResource;
    }),
  );
  for (const { manifest } of found) nameOwnFields(manifest);
  return found;
};
/** In the order of their numbers. */
export const findMigrations = (): Promise<readonly Migration[]> =>
  Promise.all(
    namesIn('custom-migrations').map(async (name) => {
      const loaded: unknown = await import(`./custom-migrations/${name.replace(/\.ts$/, '')}.ts`);
      return defaultOf(loaded, `custom-migrations/${name}`) as Migration;
    }),
  );

/** Their pages and keys, once: what was edited or deleted since stays as it is. */
export const plantPages = async (pool: CommonQueryMethods, resources: readonly CustomResource[]): Promise<void> => {
  for (const { manifest } of resources)
    await pool.query(sql.unsafe`SELECT master.plant_page(${recordPage(manifest)}::jsonb, false)`);
};

/**
 * The page of a generated record and its keys in the menu, found by path and permission; no role gets any. Planted once, unless
 * `renew`: then whatever is missing comes back and the titles are those of the page. Answers the rows that were added or changed.
 */
export const PLANT_PAGE_SQL = `CREATE FUNCTION master.plant_page(page jsonb, renew boolean) RETURNS SETOF master.sys_menu
LANGUAGE plpgsql AS $plant$
DECLARE
  area bigint;
  place bigint;
  wanted record;
  row master.sys_menu;
  seed text := 'menu-page:' || (page ->> 'path');
BEGIN
  PERFORM pg_advisory_xact_lock(7041003);
  IF NOT renew AND EXISTS (SELECT FROM master.sys_seed WHERE name = seed) THEN RETURN; END IF;
  INSERT INTO master.sys_seed (name) VALUES (seed) ON CONFLICT DO NOTHING;
  SELECT id INTO area FROM master.sys_menu WHERE menu_type = 'M' AND path = '/admin/custom' ORDER BY id LIMIT 1;
  IF area IS NULL THEN
    INSERT INTO master.sys_menu (id, parent_id, menu_type, title, menu_name, icon, path, sort)
    VALUES (nextval('master.wire_id'), 0, 'M', '定制资料', 'Custom', 'database', '/admin/custom', 90) RETURNING * INTO row;
    area := row.id;
    RETURN NEXT row;
  END IF;
  FOR wanted IN
    SELECT 'C' AS menu_type, page ->> 'title' AS title, page ->> 'path' AS path, '' AS permission, 1::bigint AS sort
    UNION ALL
    SELECT 'F', key.value ->> 'title', '', key.value ->> 'permission', key.ordinality
    FROM jsonb_array_elements(page -> 'keys') WITH ORDINALITY AS key
  LOOP
    row := NULL;
    SELECT * INTO row FROM master.sys_menu AS m
    WHERE m.menu_type = wanted.menu_type AND m.path = wanted.path AND m.permission = wanted.permission ORDER BY m.id LIMIT 1;
    IF row.id IS NULL THEN
      INSERT INTO master.sys_menu (id, parent_id, menu_type, title, menu_name, icon, path, component, permission, sort)
      VALUES (nextval('master.wire_id'), CASE wanted.menu_type WHEN 'C' THEN area ELSE place END, wanted.menu_type, wanted.title,
        CASE wanted.menu_type WHEN 'C' THEN replace(initcap(replace(page ->> 'component', '/', ' ')), ' ', '') ELSE '' END,
        CASE wanted.menu_type WHEN 'C' THEN page ->> 'icon' ELSE '' END, wanted.path,
        CASE wanted.menu_type WHEN 'C' THEN page ->> 'component' ELSE '' END, wanted.permission, wanted.sort) RETURNING * INTO row;
      RETURN NEXT row;
    ELSIF row.title <> wanted.title THEN
      UPDATE master.sys_menu SET title = wanted.title, revision = revision + 1, updated_at = now()
      WHERE id = row.id RETURNING * INTO row;
      RETURN NEXT row;
    END IF;
    IF wanted.menu_type = 'C' THEN place := row.id; END IF;
  END LOOP;
END $plant$;`;
