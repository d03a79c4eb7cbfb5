-- What the list of returns was found and ordered by between two log positions; the open row (to_position null) is now.
CREATE TABLE supplier_return_versions (
  id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  supplier_id {partnerId},
  shop_id {partnerId} NOT NULL,
  returned_on {day},
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX supplier_return_versions_day ON supplier_return_versions (returned_on DESC, id DESC);
