-- What left a shop by transfer or went back to its supplier, one row per posting, with what reports filter and sum.
-- A row stands from its posting to its reversal (to_position null: still). kind 'piece': the piece as it will be
-- described when it moves; never shown.
CREATE TABLE goods_moves (
  barcode text NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  kind text NOT NULL,
  match_key text NOT NULL,
  event_id text NOT NULL,
  at {moment} NOT NULL,
  out_shop_id {partnerId},
  in_shop_id {partnerId},
  supplier_id {partnerId},
  moved_on {day},
  document_id {id} NOT NULL,
  document_no text NOT NULL,
  quantity {pieces} NOT NULL,
  price_fen {unitPrice} NOT NULL,
  unit_cost_fen {unitPrice} NOT NULL,
  category text NOT NULL,
  name text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  net_weight_mg {weight} NOT NULL,
  gross_weight_mg {weight} NOT NULL,
  main_stone_milli {carat} NOT NULL,
  PRIMARY KEY (barcode, from_position)
);
-- In the reports' order, each kind apart and without the pieces.
CREATE INDEX goods_moves_transfer ON goods_moves (moved_on DESC, from_position DESC, barcode DESC) WHERE kind = 'transfer';
CREATE INDEX goods_moves_transfer_out ON goods_moves (out_shop_id, moved_on DESC, from_position DESC, barcode DESC)
  WHERE kind = 'transfer';
CREATE INDEX goods_moves_transfer_in ON goods_moves (in_shop_id, moved_on DESC, from_position DESC, barcode DESC)
  WHERE kind = 'transfer';
CREATE INDEX goods_moves_return ON goods_moves (moved_on DESC, from_position DESC, barcode DESC)
  WHERE kind = 'supplier-return';
CREATE INDEX goods_moves_return_shop ON goods_moves (out_shop_id, moved_on DESC, from_position DESC, barcode DESC)
  WHERE kind = 'supplier-return';
CREATE INDEX goods_moves_return_supplier ON goods_moves (supplier_id, moved_on DESC, from_position DESC, barcode DESC)
  WHERE kind = 'supplier-return';
