/** How far it was looked whether pictures are there, and which are not. */
import type { Migration } from '../platform/base/migrate.ts';

/**
 * Nothing of it is backed up: a house that was restored has no row, so its pictures are looked for from the first event on.
 * `position` of the log and `change_id` of the change log: up to there every picture that is named was looked for.
 */
export const pictureCheckMigration: Migration = {
  id: 'picture-check-001',
  sql: `
    CREATE TABLE picture_check (
      one boolean PRIMARY KEY DEFAULT true CHECK (one), position bigint NOT NULL DEFAULT -1,
      change_id bigint NOT NULL DEFAULT 0, looked_at timestamptz);
    CREATE TABLE picture_missing (
      name text PRIMARY KEY, named_by text NOT NULL, found_at timestamptz NOT NULL DEFAULT now());`,
};
