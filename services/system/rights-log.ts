/**
 * Whatever decides who may do what, kept as it was whenever it changed (R126): by the database itself, so that seeds, imports
 * and the registry of interfaces are in it too. The migration keeps the rows as it finds them; days before are not known.
 */
import type { Migration } from '../platform/base/migrate.ts';

/** What of a row decides, or names it; passwords are no part of it. */
const KEPT = {
  sys_user: ['username', 'nick_name', 'status', 'dept_id', 'role_ids', 'lock_shops'],
  sys_role: ['role_name', 'role_key', 'status', 'data_scope', 'dept_ids', 'menu_ids'],
  sys_menu: ['parent_id', 'title', 'menu_type', 'path', 'permission', 'api_ids', 'sort'],
  sys_dept: ['parent_id', 'dept_name'],
  sys_api: ['action', 'path', 'title', 'type'],
  shop: ['name'],
} as const;
export type RightsTable = keyof typeof KEPT;

const listed = (columns: readonly string[]): string => columns.map((column) => `'${column}'`).join(', ');
const keeping = ([table, columns]: readonly [string, readonly string[]]): string => `
  INSERT INTO rights_version (table_name, row_id, row)
    SELECT '${table}', id, rights_of(to_jsonb(t), ARRAY[${listed(columns)}]) FROM ${table} AS t;
  CREATE TRIGGER keep_rights AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION keep_rights(${listed(columns)});`;
/** `row` is null where the row is gone. */
export const rightsLogMigration: Migration = {
  id: 'system-080-rights-versions',
  sql: `
    CREATE TABLE rights_version (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, table_name text NOT NULL, row_id bigint NOT NULL,
      at timestamptz NOT NULL DEFAULT now(), row jsonb);
    CREATE INDEX rights_version_row ON rights_version (table_name, row_id, id);
    CREATE TABLE rights_baseline (at timestamptz NOT NULL);
    INSERT INTO rights_baseline VALUES (now());
    CREATE FUNCTION rights_of(whole jsonb, kept text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
      SELECT jsonb_object_agg(key, value) FROM jsonb_each(whole) WHERE key = ANY (kept) $$;
    CREATE FUNCTION keep_rights() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        before jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE master.rights_of(to_jsonb(OLD), TG_ARGV) END;
        after jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE master.rights_of(to_jsonb(NEW), TG_ARGV) END;
      BEGIN
        IF before IS DISTINCT FROM after THEN
          INSERT INTO master.rights_version (table_name, row_id, row)
            VALUES (TG_TABLE_NAME, CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END, after);
        END IF;
        RETURN NULL;
      END $$;
    ${Object.entries(KEPT).map(keeping).join('\n')}`,
};
