-- Movements of old material, signed; one row per lot and movement.
CREATE TABLE old_material_moves (
  position {position} NOT NULL,
  line {index} NOT NULL,
  at {moment} NOT NULL,
  event_id text NOT NULL,
  lot_id {id} NOT NULL,
  shop_id {partnerId} NOT NULL,
  fineness text NOT NULL,
  bill_type text NOT NULL,
  weight_mg {weightChange} NOT NULL,
  net_weight_mg {weightChange} NOT NULL,
  cost_fen {documentMoney} NOT NULL,
  moved_on {day} NOT NULL,
  incoming boolean NOT NULL,
  document_no text NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX old_material_moves_lot ON old_material_moves (lot_id, position);
