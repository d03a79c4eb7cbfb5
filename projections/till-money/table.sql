-- What documents put into tills and took out of them (R80), each part with its place in the log. Row `position` 0 keeps what a document
-- stands at, and is no part of a till's sum: it has no till. It says whose cash of which day that is (R83), and since when. Lines 1 and
-- more of position 0 are that cash by its days of entry (R139).
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
  customer_id {partnerId},
  day_on {day},
  cash_in_fen {documentMoney} NOT NULL,
  cash_out_fen {documentMoney} NOT NULL,
  changed {position},
  entered_on {day},
  dated_on {day},
  entered_till text,
  by_id {id},
  PRIMARY KEY (document, position, line)
);
CREATE INDEX till_money_till ON till_money (shop_id, till, position) WHERE till <> '';
CREATE INDEX till_money_cash ON till_money (customer_id, day_on) INCLUDE (cash_in_fen, cash_out_fen, document)
  WHERE position = 0 AND line = 0 AND (cash_in_fen > 0 OR cash_out_fen > 0);
CREATE INDEX till_money_changed ON till_money (changed) WHERE position = 0 AND line = 0 AND (cash_in_fen > 0 OR cash_out_fen > 0);
CREATE INDEX till_money_entered ON till_money (customer_id, entered_on, shop_id, entered_till)
  INCLUDE (cash_in_fen, cash_out_fen, dated_on, document) WHERE position = 0 AND line > 0;
