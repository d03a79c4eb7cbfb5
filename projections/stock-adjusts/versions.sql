-- What the list of write-offs and write-ups was found and ordered by between two log positions.
CREATE TABLE stock_adjust_versions (
  id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  kind text NOT NULL,
  shop_id {partnerId} NOT NULL,
  adjusted_on {day},
  check_id {id},
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX stock_adjust_versions_day ON stock_adjust_versions (adjusted_on DESC, id DESC);
