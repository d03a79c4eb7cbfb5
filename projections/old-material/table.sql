-- What was left of a lot of old material between two log positions; the open row (to_position null) is now.
CREATE TABLE old_material_lots (
  lot_id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  shop_id {partnerId} NOT NULL,
  fineness text NOT NULL,
  source text NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  name text NOT NULL,
  document_kind text NOT NULL,
  document_id {id} NOT NULL,
  document_no text NOT NULL,
  customer_id {partnerId},
  received_on {day} NOT NULL,
  weight_mg {weight} NOT NULL,
  net_weight_mg {weight} NOT NULL,
  price_fen {lineMoney} NOT NULL,
  loss_ratio_bp {rebate} NOT NULL,
  unit_price_fen {unitPrice} NOT NULL,
  work_fee_fen {unitPrice} NOT NULL,
  main_stone text NOT NULL,
  main_stone_milli {carat} NOT NULL,
  main_stone_count {pieces} NOT NULL,
  side_stone text NOT NULL,
  side_stone_milli {carat} NOT NULL,
  side_stone_count {pieces} NOT NULL,
  remark text NOT NULL,
  left_mg {weight} NOT NULL,
  left_net_mg {weight} NOT NULL,
  left_fen {lineMoney} NOT NULL,
  held_mg {weight} NOT NULL,
  holds jsonb NOT NULL,
  claimed boolean NOT NULL,
  PRIMARY KEY (lot_id, from_position)
);
-- What customers handed in, by day.
CREATE INDEX old_material_lots_handed_in ON old_material_lots (received_on DESC, lot_id DESC) WHERE to_position IS NULL;
-- What a shop has now, oldest first.
CREATE INDEX old_material_lots_shop ON old_material_lots (shop_id, received_on, lot_id)
  WHERE to_position IS NULL AND left_mg > 0;
CREATE INDEX old_material_lots_day ON old_material_lots (received_on, lot_id) WHERE to_position IS NULL AND left_mg > 0;
CREATE INDEX old_material_lots_life ON old_material_lots USING gist (int8range(from_position, to_position))
  WHERE to_position IS NOT NULL AND left_mg > 0;
