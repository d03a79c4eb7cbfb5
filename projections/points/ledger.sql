-- The ledger of points: what was posted, reversed and corrected, with the balance after it (R46, R84).
CREATE TABLE points_ledger (
  position {position} NOT NULL,
  line {index} NOT NULL,
  at {moment} NOT NULL,
  customer_id {partnerId} NOT NULL,
  kind text NOT NULL,
  points {pointsBalance} NOT NULL,
  balance {pointsBalance} NOT NULL,
  document_kind text NOT NULL,
  document_id {id},
  document_no text NOT NULL,
  rule_id {id},
  reason text NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX points_ledger_customer ON points_ledger (customer_id, position DESC, line DESC);
