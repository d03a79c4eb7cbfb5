-- What had been counted of a barcode in a round of a check from one event to the next; to_position null: what stands.
-- Others follow a check by from_position.
CREATE TABLE stock_check_counts (
  line_key text NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  check_id {id} NOT NULL,
  round {index} NOT NULL,
  barcode text NOT NULL,
  fact_num {pieces} NOT NULL,
  scan_num {pieces} NOT NULL,
  remark text NOT NULL,
  by_name text NOT NULL,
  device text NOT NULL,
  event_id text NOT NULL,
  at {moment} NOT NULL,
  PRIMARY KEY (line_key, from_position)
);
CREATE INDEX stock_check_counts_check ON stock_check_counts (check_id, round, from_position);
