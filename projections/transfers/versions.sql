-- What the list of transfers was found and ordered by between two log positions; the open row (to_position null) is now.
CREATE TABLE transfer_versions (
  id bigint NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  out_shop_id int NOT NULL,
  in_shop_id int NOT NULL,
  transferred_on date,
  barcodes text[] NOT NULL,
  draft jsonb NOT NULL,
  PRIMARY KEY (id, from_position)
);
CREATE INDEX transfer_versions_day ON transfer_versions (transferred_on DESC, id DESC);
