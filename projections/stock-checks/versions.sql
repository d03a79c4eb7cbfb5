-- What checks were found by between two log positions; the open row (to_position null) is now.
CREATE TABLE stock_check_versions (
  id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  shop_id int NOT NULL,
  checked_on date NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  audited_position bigint,
  book_position bigint NOT NULL,
  round int NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX stock_check_versions_day ON stock_check_versions (checked_on DESC, id DESC);
