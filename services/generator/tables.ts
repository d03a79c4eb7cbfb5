/** What the generator keeps of a table, in schema `master`. */
import type { MasterTable } from '../platform/rows/master.ts';
import type { Migration } from '../platform/base/migrate.ts';

export const GEN_TABLES: MasterTable = { name: 'gen_table', key: 'id' };
export const generatorMigrations: readonly Migration[] = [
  {
    id: 'generator-001-tables',
    sql: `CREATE TABLE gen_table (
      id bigint PRIMARY KEY, revision integer NOT NULL DEFAULT 0,
      created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(),
      table_name text NOT NULL CONSTRAINT gen_table_name UNIQUE, table_comment text NOT NULL, class_name text NOT NULL,
      function_author text NOT NULL, remark text NOT NULL DEFAULT '', tpl_category text NOT NULL DEFAULT 'crud',
      package_name text NOT NULL, module_name text NOT NULL, business_name text NOT NULL, function_name text NOT NULL,
      tree_code text NOT NULL DEFAULT '', tree_parent_code text NOT NULL DEFAULT '', tree_name text NOT NULL DEFAULT '',
      is_data_scope text NOT NULL DEFAULT '0', is_actions text NOT NULL DEFAULT '1', is_auth text NOT NULL DEFAULT '1',
      columns jsonb NOT NULL DEFAULT '[]');`,
  },
];
