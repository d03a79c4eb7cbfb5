/** How each supplier's last file was matched: headings as they stood there, '' for a column that was left out. */
import { sql } from 'slonik';
import type { CommonQueryMethods } from 'slonik';
import { z } from 'zod';
import type { Migration } from '../../platform/base/migrate.ts';

export const importMatchingMigration: Migration = {
  id: 'goods-003-import-matchings',
  sql: `
    CREATE TABLE import_matching (
      supplier_id bigint PRIMARY KEY, mapping jsonb NOT NULL, updated_at timestamptz NOT NULL DEFAULT now());`,
};

const Mapping = z.record(z.string(), z.string());
export type ColumnMapping = z.infer<typeof Mapping>;

export const matchingOf = async (db: CommonQueryMethods, supplierId: number): Promise<ColumnMapping> =>
  (await db.maybeOneFirst(sql.type(z.object({ mapping: Mapping }))`
    SELECT mapping FROM master.import_matching WHERE supplier_id = ${supplierId}`)) ?? {};

/** Keeps the last one whole: what an older file had under other headings is of no use any more. */
export const rememberMatching = async (
  db: CommonQueryMethods,
  supplierId: number,
  mapping: ColumnMapping,
): Promise<void> => {
  await db.query(sql.unsafe`
    INSERT INTO master.import_matching (supplier_id, mapping) VALUES (${supplierId}, ${JSON.stringify(mapping)}::jsonb)
    ON CONFLICT (supplier_id) DO UPDATE SET mapping = excluded.mapping, updated_at = now()`);
};
