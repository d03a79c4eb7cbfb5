/** Words that stand (R132); `ended_at` null while nobody ended them. */
import type { MasterTable } from '../platform/rows/master.ts';

export const STANDING_WORD: MasterTable = { name: 'standing_word', key: 'id' };
export const STANDING_WORDS_SQL = `CREATE TABLE master.standing_word (
  id bigint PRIMARY KEY,
  revision integer NOT NULL DEFAULT 0,
  shop_id bigint NOT NULL,
  barcodes text[] NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  percent_bp integer NOT NULL,
  from_day date NOT NULL,
  until_day date NOT NULL,
  reason text NOT NULL,
  giver_id bigint NOT NULL,
  giver text NOT NULL,
  ended_by text NOT NULL DEFAULT '',
  ended_at timestamptz,
  end_reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX standing_word_open ON master.standing_word (shop_id, until_day) WHERE ended_at IS NULL;
CREATE INDEX standing_word_until ON master.standing_word (until_day DESC, id DESC);
CREATE INDEX standing_word_shop ON master.standing_word (shop_id, until_day DESC, id DESC);
CREATE INDEX standing_word_ended ON master.standing_word (until_day DESC, id DESC) WHERE ended_at IS NOT NULL;`;
