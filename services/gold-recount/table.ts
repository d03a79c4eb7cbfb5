/** Recounts of gold: those asked for, under way and done. */
import type { Migration } from '../platform/base/migrate.ts';

export const recountMigration: Migration = {
  id: 'gold-recount-001',
  sql: `
    CREATE TABLE master.gold_recount (
      id bigint PRIMARY KEY,
      -- Of a night; null: somebody asked.
      day date UNIQUE,
      by_name text NOT NULL,
      -- Shops that whoever asked may see; null: all.
      shop_ids int8[],
      shop_id bigint,
      fineness text NOT NULL DEFAULT '',
      state text NOT NULL DEFAULT 'asked',
      asked_at timestamptz NOT NULL,
      started_at timestamptz,
      ended_at timestamptz,
      tries int NOT NULL DEFAULT 0,
      done int NOT NULL DEFAULT 0,
      total int NOT NULL DEFAULT 0,
      found int NOT NULL DEFAULT 0,
      differences jsonb NOT NULL DEFAULT '[]',
      problem text NOT NULL DEFAULT '');
    CREATE INDEX gold_recount_open ON master.gold_recount (id) WHERE state IN ('asked', 'running');`,
};
