-- Gold of pieces that came to shops and left them, in mg, signed. kind 'move': one row per shop and movement; kind 'piece':
-- what a piece weighs, as the next movement finds it; never shown.
CREATE TABLE gold_moves (
  barcode text NOT NULL,
  position {position} NOT NULL,
  line {index} NOT NULL,
  kind text NOT NULL,
  shop_id {partnerId},
  fineness text NOT NULL,
  flow text NOT NULL,
  bill_type text NOT NULL,
  quantity {pieces} NOT NULL,
  weight_mg {lotWeight} NOT NULL,
  stock_mg {lotWeight} NOT NULL,
  sale_key text NOT NULL,
  event_id text NOT NULL,
  at {moment},
  document_no text NOT NULL,
  PRIMARY KEY (barcode, position, line)
);
-- What a balance adds up is read from here alone.
CREATE INDEX gold_moves_sums ON gold_moves (shop_id, fineness, flow) INCLUDE (weight_mg, stock_mg, position)
  WHERE kind = 'move';
-- Movements whose documents say another weight than the shelf: few.
CREATE INDEX gold_moves_apart ON gold_moves (shop_id, fineness) WHERE kind = 'move' AND weight_mg <> stock_mg;
