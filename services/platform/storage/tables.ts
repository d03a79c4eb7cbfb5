/** Where each picture lies that an object storage took (R106). */
import type { Migration } from '../base/migrate.ts';

/** `storage`: settings as they were when they stored something; the secret is sealed. A picture on this server has no row. */
export const storageMigration: Migration = {
  id: 'platform-021-storage',
  sql: `
    CREATE TABLE storage (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      endpoint text NOT NULL, bucket text NOT NULL, front_url text NOT NULL,
      access_key_id text NOT NULL, sealed_secret text NOT NULL,
      UNIQUE (endpoint, bucket, front_url, access_key_id));
    CREATE TABLE upload (
      name text PRIMARY KEY, storage_id bigint NOT NULL REFERENCES storage (id),
      user_id bigint NOT NULL, at timestamptz NOT NULL DEFAULT now());`,
};
