-- What the list of sales was found, ordered and summed by between two log positions; the open row (to_position null)
-- is now. valued_…: the event that gave the order its present figures.
CREATE TABLE sale_versions (
  id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  customer_id int NOT NULL,
  shop_id int NOT NULL,
  sold_on date,
  amount_fen bigint NOT NULL,
  change_fee_fen bigint NOT NULL,
  old_fee_fen bigint NOT NULL,
  gift_fee_fen bigint NOT NULL,
  clean_fee_fen bigint NOT NULL,
  fact_fee_fen bigint NOT NULL,
  barcodes text[] NOT NULL,
  valued_by text,
  valued_at timestamptz,
  valued_position bigint,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX sale_versions_day ON sale_versions (sold_on DESC, id DESC);
