/** The last closed day of each shop: null while all are open (R141). */
import type { MasterTable } from '../platform/rows/master.ts';

export const CLOSED_DAY: MasterTable = { name: 'closed_day', key: 'id' };
export const CLOSED_DAYS_SQL = `CREATE TABLE master.closed_day (
  id bigint PRIMARY KEY,
  revision integer NOT NULL DEFAULT 0,
  shop_id bigint NOT NULL,
  closed_until date,
  forced boolean NOT NULL DEFAULT false,
  pending integer NOT NULL DEFAULT 0,
  remark text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  closed_by text NOT NULL DEFAULT '',
  closed_at timestamptz,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT closed_day_shop UNIQUE (shop_id)
);`;
