-- What a goods-in row was found, ordered and summed by between two log positions; the open row (to_position null) is
-- now. described_position: the event that gave the piece the description it had then.
CREATE TABLE goods_in_versions (
  barcode text NOT NULL,
  row_id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  bill_type text NOT NULL,
  shop_id int NOT NULL,
  supplier_id int,
  received_on date NOT NULL,
  batch_no text NOT NULL,
  audit_flag int NOT NULL,
  import_id bigint,
  category text NOT NULL,
  name text NOT NULL,
  folded_name text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  gold_content text NOT NULL,
  certificate_no text NOT NULL,
  net_weight_mg bigint NOT NULL,
  gross_weight_mg bigint NOT NULL,
  main_stone_milli bigint NOT NULL,
  tag_price_fen bigint NOT NULL,
  described_position bigint NOT NULL,
  PRIMARY KEY (row_id, from_position)
);
CREATE INDEX goods_in_versions_day ON goods_in_versions (received_on DESC, row_id DESC);
CREATE INDEX goods_in_versions_barcode ON goods_in_versions (barcode);
