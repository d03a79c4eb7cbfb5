-- The ledger of stored value: what was posted, reversed and carried over, with the balance after it (R79), fen.
CREATE TABLE balance_ledger (
  position {position} NOT NULL,
  line {index} NOT NULL,
  at {moment} NOT NULL,
  customer_id {partnerId} NOT NULL,
  account text NOT NULL,
  kind text NOT NULL,
  amount_fen {documentMoney} NOT NULL,
  balance_fen {customerMoney} NOT NULL,
  document_kind text NOT NULL,
  document_id {id},
  document_no text NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX balance_ledger_customer ON balance_ledger (customer_id, position DESC, line DESC);
