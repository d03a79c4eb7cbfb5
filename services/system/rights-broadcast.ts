/**
 * Rights, scope, shops, menus and ended sessions reach every process when they are committed, whatever statement wrote
 * them (R115); a process that hears nothing remembers for a second.
 */
import type { Migration } from '../platform/base/migrate.ts';

/** Carries the name of the table; one word of a table in a transaction is said once. */
export const RIGHTS_CHANNEL = 'rights';

const telling = (table: string, when: string): string => `
  CREATE TRIGGER tell_rights AFTER ${when} ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION tell_rights();`;
/** Signing in writes users too: it changes nobody's rights. */
const OF_USER = 'status, role_ids, lock_shops, dept_id, username, nick_name, must_change_password';
export const rightsToldMigration: Migration = {
  id: 'system-060-rights-told',
  sql: `
    CREATE FUNCTION tell_rights() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_notify('${RIGHTS_CHANNEL}', TG_TABLE_NAME); RETURN NULL; END $$;
    ${telling('sys_user', `INSERT OR DELETE OR UPDATE OF ${OF_USER}`)}
    ${telling('sys_role', 'INSERT OR DELETE OR UPDATE')}
    ${telling('sys_menu', 'INSERT OR DELETE OR UPDATE')}
    ${telling('sys_dept', 'INSERT OR DELETE OR UPDATE')}
    ${telling('shop', 'INSERT OR DELETE OR UPDATE')}
    ${telling('session', 'DELETE')}`,
};
/** Settings take effect at once in every process (R59). */
export const settingsToldMigration: Migration = {
  id: 'system-070-settings-told',
  sql: telling('config', 'INSERT OR DELETE OR UPDATE'),
};
