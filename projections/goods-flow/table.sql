-- Movements of goods, signed; one row per shop and movement (R7).
CREATE TABLE goods_flow (
  position {position} NOT NULL,
  line {index} NOT NULL,
  at {moment} NOT NULL,
  event_id text NOT NULL,
  barcode text NOT NULL,
  shop_id {partnerId} NOT NULL,
  bill_type text NOT NULL,
  quantity {pieces} NOT NULL,
  in_price_fen {unitPrice},
  out_price_fen {unitPrice},
  turnover_on {day} NOT NULL,
  document_kind text NOT NULL,
  document_id {id} NOT NULL,
  document_no text NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX goods_flow_barcode ON goods_flow (barcode, position);
-- Days are summed and their first rows found without the rows themselves.
CREATE INDEX goods_flow_shop_day ON goods_flow (shop_id, turnover_on, position) INCLUDE (line, quantity);
CREATE INDEX goods_flow_day ON goods_flow (turnover_on, position) INCLUDE (line, quantity);
