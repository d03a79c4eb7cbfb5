-- Facts an owner would want to see (R148): those of a person, kind, shop and day are one row. people: whoever is named.
CREATE TABLE exceptions (
  id text NOT NULL,
  kind text NOT NULL,
  level {index} NOT NULL,
  day {day} NOT NULL,
  at {moment} NOT NULL,
  shop_id {partnerId},
  who_id {id} NOT NULL,
  who text NOT NULL,
  people jsonb NOT NULL,
  second text NOT NULL,
  document_no text NOT NULL,
  amount_fen {customerMoney} NOT NULL,
  count {index} NOT NULL,
  what text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (id)
);
CREATE INDEX exceptions_day ON exceptions (day DESC, at DESC, id);
CREATE INDEX exceptions_shop ON exceptions (shop_id, day DESC, at DESC, id);
CREATE INDEX exceptions_kind ON exceptions (kind, day DESC, at DESC, id);
