-- What a shop has had of a barcode between two log positions, with what the report filters and sums (S0§2).
-- The open row (to_position null) is now; a row whose in_num is 0 waits for its audit and is never shown.
CREATE TABLE goods_turnover (
  barcode text NOT NULL,
  shop_id {partnerId} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  on_hand {pieces} NOT NULL,
  in_num {documentPieces} NOT NULL,
  out_num {documentPieces} NOT NULL,
  last_moved_at {moment},
  first_received_on {day} NOT NULL,
  unit_cost_fen {unitPrice} NOT NULL,
  category text NOT NULL,
  name text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  gold_content text NOT NULL,
  net_weight_mg {weight} NOT NULL,
  gross_weight_mg {weight} NOT NULL,
  main_stone_milli {carat} NOT NULL,
  side_stone_milli {carat} NOT NULL,
  tag_price_fen {unitPrice} NOT NULL,
  arrival_rows {id}[] NOT NULL,
  arrival_costs {unitPrice}[] NOT NULL,
  PRIMARY KEY (barcode, shop_id, from_position)
);
-- In the report's order, what is on hand now: twenty rows of many are read, not sorted.
CREATE INDEX goods_turnover_age ON goods_turnover (first_received_on, barcode, shop_id) INCLUDE (from_position)
  WHERE to_position IS NULL AND on_hand > 0;
CREATE INDEX goods_turnover_shop_age ON goods_turnover (shop_id, first_received_on, barcode) INCLUDE (from_position)
  WHERE to_position IS NULL AND on_hand > 0;
CREATE INDEX goods_turnover_category_age ON goods_turnover (category, first_received_on, barcode, shop_id)
  WHERE to_position IS NULL AND on_hand > 0;
-- Totals of any filter are read from here alone, however long the history grows.
CREATE INDEX goods_turnover_sums ON goods_turnover (shop_id, category, style, fineness)
  INCLUDE (on_hand, in_num, net_weight_mg, gross_weight_mg, main_stone_milli, side_stone_milli, unit_cost_fen,
    tag_price_fen, from_position, gold_content, name, first_received_on, barcode)
  WHERE to_position IS NULL AND on_hand > 0;
-- What stood at a moment and stands no more: found by the moment alone, however much has ended since.
CREATE INDEX goods_turnover_life ON goods_turnover USING gist (int8range(from_position, to_position))
  WHERE to_position IS NOT NULL;
