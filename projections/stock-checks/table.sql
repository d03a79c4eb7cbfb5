-- One row per stock check. Its books are the holdings at book_position; nothing of them is kept here (R9).
CREATE TABLE stock_checks (
  id bigint PRIMARY KEY,
  shop_id int NOT NULL,
  checked_on date NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  remark text NOT NULL,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  auditor text NOT NULL,
  audited_position bigint,
  book_position bigint NOT NULL,
  round int NOT NULL,
  not_found jsonb NOT NULL,
  totals jsonb,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision int NOT NULL,
  position bigint NOT NULL
);
CREATE INDEX stock_checks_day ON stock_checks (checked_on DESC, id DESC);
CREATE INDEX stock_checks_shop ON stock_checks (shop_id, checked_on DESC, id DESC);
