-- What the list of transfers was found and ordered by between two log positions; the open row (to_position null) is now.
CREATE TABLE transfer_versions (
  id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  out_shop_id {partnerId} NOT NULL,
  in_shop_id {partnerId} NOT NULL,
  transferred_on {day},
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX transfer_versions_day ON transfer_versions (transferred_on DESC, id DESC);
