-- What a goods-in row was found, ordered and summed by between two log positions; the open row (to_position null) is
-- now. described_position: the event that gave the piece the description it had then.
CREATE TABLE goods_in_versions (
  barcode text NOT NULL,
  row_id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  bill_type text NOT NULL,
  shop_id {partnerId} NOT NULL,
  supplier_id {partnerId},
  received_on {day} NOT NULL,
  batch_no text NOT NULL,
  audit_flag {index} NOT NULL,
  import_id {id},
  category text NOT NULL,
  name text NOT NULL,
  folded_name text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  gold_content text NOT NULL,
  certificate_no text NOT NULL,
  net_weight_mg {weight} NOT NULL,
  gross_weight_mg {weight} NOT NULL,
  main_stone_milli {carat} NOT NULL,
  tag_price_fen {unitPrice} NOT NULL,
  needs_label boolean NOT NULL,
  described_position {position} NOT NULL,
  PRIMARY KEY (row_id, from_position)
);
CREATE INDEX goods_in_versions_day ON goods_in_versions (received_on DESC, row_id DESC);
CREATE INDEX goods_in_versions_barcode ON goods_in_versions (barcode);
