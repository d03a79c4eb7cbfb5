/** Tables of giveaways and write-offs, and customers by the day of their birth. */
import { COMMON, STATUS } from '../tables.ts';

/**
 * Of a giveaway `total` is what is left: it falls in the transaction that inserts a claim. A write-off without a giveaway
 * was entered by hand.
 */
export const GIVEAWAYS_SQL = `CREATE TABLE master.giveaway (
  ${COMMON},
  title text NOT NULL,
  content text NOT NULL DEFAULT '',
  total integer NOT NULL CHECK (total >= 0),
  limit_num integer NOT NULL CHECK (limit_num >= 1),
  remark text NOT NULL DEFAULT '',
  ${STATUS}
);
CREATE INDEX giveaway_title_pieces ON master.giveaway USING gin (master.pieces(title));
CREATE INDEX giveaway_created ON master.giveaway (created_at, id);
CREATE INDEX giveaway_status ON master.giveaway (status, id);
CREATE INDEX giveaway_valid ON master.giveaway (id) WHERE status = '2' AND total > 0;
CREATE TABLE master.write_off (
  ${COMMON},
  bill_type text NOT NULL CHECK (bill_type IN ('1', '2')),
  giveaway_id bigint REFERENCES master.giveaway (id),
  write_off_code text NOT NULL CONSTRAINT write_off_code UNIQUE,
  customer_id bigint,
  open_id text NOT NULL DEFAULT '',
  name text NOT NULL,
  mobile text NOT NULL,
  mobile_digits text NOT NULL,
  limit_num integer NOT NULL DEFAULT 1,
  remark text NOT NULL DEFAULT '',
  status text NOT NULL DEFAULT '1' CHECK (status IN ('1', '2')),
  used_at timestamptz,
  used_by text NOT NULL DEFAULT ''
);
CREATE INDEX write_off_giveaway ON master.write_off (giveaway_id, id);
CREATE INDEX write_off_customer ON master.write_off (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX write_off_open_id ON master.write_off (open_id, id) WHERE open_id <> '';
CREATE INDEX write_off_mobile_runs ON master.write_off USING gin (master.runs(mobile_digits));
CREATE INDEX write_off_created ON master.write_off (created_at, id);
CREATE INDEX write_off_status ON master.write_off (status, id);`;

/** The code is the proof (R137): wrong ones of a day are counted, and the shop that handed it over is named. */
export const WRITE_OFF_PROOF_SQL = `ALTER TABLE master.write_off
  ADD COLUMN wrong_codes integer NOT NULL DEFAULT 0,
  ADD COLUMN wrong_on date,
  ADD COLUMN used_shop_id bigint;
CREATE INDEX write_off_used_shop ON master.write_off (used_shop_id) WHERE used_shop_id IS NOT NULL;`;

/**
 * Of what a shopper claimed himself, in the messaging app or by his number, `claim_key` is a hash of who pressed and of that press: sent
 * again it is the same claim.
 */
export const SHOPPER_CLAIMS_SQL = `ALTER TABLE master.write_off
  ADD COLUMN by_shopper boolean NOT NULL DEFAULT false,
  ADD COLUMN claim_key text NOT NULL DEFAULT '';
CREATE UNIQUE INDEX write_off_claim_key ON master.write_off (claim_key) WHERE claim_key <> '';
CREATE INDEX write_off_by_shopper ON master.write_off (by_shopper, id);
CREATE INDEX write_off_collected ON master.write_off (giveaway_id) WHERE status = '2';`;

/** The list by name, in the order of its letters. */
export const WRITE_OFF_NAMES_SQL = `CREATE INDEX write_off_name ON master.write_off (name COLLATE "zh-x-icu", id);`;

/** MM-dd, whatever year stands before it (R93). */
export const BIRTHDAYS_SQL = `CREATE INDEX customer_birthday ON master.customer (right(birthday, 5), id) WHERE birthday <> '';`;
