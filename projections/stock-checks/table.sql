-- One row per stock check. Its books are the holdings at book_position; nothing of them is kept here (R9).
CREATE TABLE stock_checks (
  id {id} PRIMARY KEY,
  shop_id {partnerId} NOT NULL,
  checked_on {day} NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  remark text NOT NULL,
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  auditor text NOT NULL,
  audited_position {position},
  book_position {position} NOT NULL,
  -- Its books are told to nobody before the count is finished.
  blind boolean NOT NULL,
  finished boolean NOT NULL,
  round {index} NOT NULL,
  not_found jsonb NOT NULL,
  totals jsonb,
  created_by text NOT NULL,
  created_by_id {id} NOT NULL,
  created_dept_id {id},
  created_at {moment} NOT NULL,
  updated_at {moment} NOT NULL,
  revision {index} NOT NULL,
  position {position} NOT NULL
);
CREATE INDEX stock_checks_blind ON stock_checks (shop_id, category) WHERE blind AND NOT finished AND stage = 'pending';
CREATE INDEX stock_checks_day ON stock_checks (checked_on DESC, id DESC);
CREATE INDEX stock_checks_shop ON stock_checks (shop_id, checked_on DESC, id DESC);
-- Whose they are (R109).
CREATE INDEX stock_checks_made_by ON stock_checks (created_by_id, checked_on DESC, id DESC);
CREATE INDEX stock_checks_made_in ON stock_checks (created_dept_id, checked_on DESC, id DESC);
