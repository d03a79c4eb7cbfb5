-- What checks were found by between two log positions; the open row (to_position null) is now.
CREATE TABLE stock_check_versions (
  id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  shop_id {partnerId} NOT NULL,
  checked_on {day} NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  audited_position {position},
  book_position {position} NOT NULL,
  round {index} NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX stock_check_versions_day ON stock_check_versions (checked_on DESC, id DESC);
