-- What the list of returns was found and ordered by between two log positions; the open row (to_position null) is now.
CREATE TABLE supplier_return_versions (
  id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  supplier_id int,
  shop_id int NOT NULL,
  returned_on date,
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX supplier_return_versions_day ON supplier_return_versions (returned_on DESC, id DESC);
