-- What was counted of a barcode in a round of a check; `position` of the last event, so that others can follow.
CREATE TABLE stock_check_counts (
  line_key text PRIMARY KEY,
  check_id bigint NOT NULL,
  round int NOT NULL,
  barcode text NOT NULL,
  fact_num int NOT NULL,
  scan_num int NOT NULL,
  remark text NOT NULL,
  by_name text NOT NULL,
  device text NOT NULL,
  position bigint NOT NULL
);
CREATE INDEX stock_check_counts_check ON stock_check_counts (check_id, round, position);
