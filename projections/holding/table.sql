-- What a shop had of a barcode between two log positions; the open row (to_position null) is now.
CREATE TABLE holding (
  barcode text NOT NULL,
  shop_id {partnerId} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  on_hand {pieces} NOT NULL,
  held {pieces} NOT NULL,
  holds jsonb NOT NULL,
  PRIMARY KEY (barcode, shop_id, from_position)
);
-- What a shop has now, and what stood at a moment and stands no more.
CREATE INDEX holding_shop ON holding (shop_id, barcode) INCLUDE (on_hand, from_position)
  WHERE to_position IS NULL AND on_hand > 0;
CREATE INDEX holding_life ON holding USING gist (int8range(from_position, to_position))
  WHERE to_position IS NOT NULL AND on_hand > 0;
