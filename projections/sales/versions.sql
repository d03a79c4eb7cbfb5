-- What the list of sales and the report of approvals were found, ordered and summed by between two log positions; the open row (to_position null)
-- is now. valued_…: the event that gave the order its present figures.
CREATE TABLE sale_versions (
  id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  customer_id {partnerId} NOT NULL,
  shop_id {partnerId} NOT NULL,
  sold_on {day},
  amount_fen {documentMoney} NOT NULL,
  change_fee_fen {documentMoney} NOT NULL,
  old_fee_fen {documentMoney} NOT NULL,
  gift_fee_fen {documentMoney} NOT NULL,
  clean_fee_fen {documentMoney} NOT NULL,
  fact_fee_fen {documentMoney} NOT NULL,
  barcodes text[] NOT NULL,
  seller_name text NOT NULL,
  approvals jsonb NOT NULL,
  valued_by text,
  valued_at {moment},
  valued_position {position},
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX sale_versions_day ON sale_versions (sold_on DESC, id DESC);
-- Few orders carry an approval: the report looks at these alone.
CREATE INDEX sale_versions_approved ON sale_versions (sold_on DESC, id DESC) WHERE approvals <> '[]';
