/** Rows of reports: what is due, and what was filled in. Papers' numbers stay out of the change log. */
import type { MasterTable } from '../platform/rows/master.ts';

export const REPORT: MasterTable = { name: 'cash_report', key: 'id', secret: ['id_no'] };
/** `document`: of 散客, who is many people, each document stands for itself; '' for a person. `shop_id`: where it was noticed. */
export const REPORTS_SQL = `CREATE TABLE master.cash_report (
  id bigint PRIMARY KEY,
  revision integer NOT NULL DEFAULT 0,
  customer_id bigint NOT NULL,
  day date NOT NULL,
  direction text NOT NULL,
  document text NOT NULL DEFAULT '',
  shop_id bigint NOT NULL,
  limit_fen bigint NOT NULL,
  due_on date NOT NULL,
  keep_until date NOT NULL,
  name text NOT NULL DEFAULT '',
  contact text NOT NULL DEFAULT '',
  id_type text NOT NULL DEFAULT '',
  id_no text NOT NULL DEFAULT '',
  id_no_masked text NOT NULL DEFAULT '',
  id_expiry text NOT NULL DEFAULT '',
  purpose text NOT NULL DEFAULT '',
  checked_by text NOT NULL DEFAULT '',
  filled_at timestamptz,
  filled_by text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX cash_report_one ON master.cash_report (customer_id, day, direction, document);
CREATE INDEX cash_report_day ON master.cash_report (day DESC, id DESC);
CREATE INDEX cash_report_due ON master.cash_report (day) WHERE filled_at IS NULL;
CREATE INDEX cash_report_kept ON master.cash_report (keep_until) WHERE id_no <> '';
CREATE TABLE master.cash_watch (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  position bigint NOT NULL
);
INSERT INTO master.cash_watch (position) VALUES (-1);
ALTER TABLE master.customer_merge ADD COLUMN cash_checked boolean NOT NULL DEFAULT false;
CREATE INDEX customer_merge_cash ON master.customer_merge (id) WHERE NOT cash_checked AND step = 'merged';`;
/** Whoever signed for the papers (R139); of reports from before nobody did. */
export const CHECKER_SQL = 'ALTER TABLE master.cash_report ADD COLUMN checked_by_id bigint;';
/** Of 散客 at a till, by day of entry: how much was told in 异常 (R139). */
export const WALK_IN_SQL = `CREATE TABLE master.walk_in_cash (
  shop_id bigint NOT NULL,
  till text NOT NULL,
  day date NOT NULL,
  direction text NOT NULL,
  told_fen bigint NOT NULL,
  PRIMARY KEY (shop_id, till, day, direction)
);`;
