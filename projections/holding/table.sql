-- What a shop had of a barcode between two log positions; the open row (to_position null) is now.
CREATE TABLE holding (
  barcode text NOT NULL,
  shop_id int NOT NULL,
  from_position bigint NOT NULL,
  to_position bigint,
  on_hand int NOT NULL,
  held int NOT NULL,
  holds jsonb NOT NULL,
  PRIMARY KEY (barcode, shop_id, from_position)
);
CREATE INDEX holding_shop ON holding (shop_id, from_position) WHERE on_hand > 0;
