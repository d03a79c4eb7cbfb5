-- What the list of write-offs and write-ups was found and ordered by between two log positions.
CREATE TABLE stock_adjust_versions (
  id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  kind text NOT NULL,
  shop_id int NOT NULL,
  adjusted_on date,
  check_id bigint,
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX stock_adjust_versions_day ON stock_adjust_versions (adjusted_on DESC, id DESC);
