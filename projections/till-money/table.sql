-- What documents put into tills and took out of them (R80), each part with its place in the log. Row `position` 0 keeps what a document
-- stands at, and is no part of any sum: it has no till.
CREATE TABLE till_money (
  document text NOT NULL,
  position {position} NOT NULL,
  line {index} NOT NULL,
  method text NOT NULL,
  kind text NOT NULL,
  document_id {id} NOT NULL,
  shop_id {partnerId} NOT NULL,
  till text NOT NULL,
  fen {documentMoney} NOT NULL,
  what text NOT NULL,
  at {moment} NOT NULL,
  by_name text NOT NULL,
  draft jsonb,
  standing jsonb,
  PRIMARY KEY (document, position, line)
);
CREATE INDEX till_money_till ON till_money (shop_id, till, position) WHERE till <> '';
