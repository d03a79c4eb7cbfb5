-- Movements of goods, signed; one row per shop and movement (R7).
CREATE TABLE goods_flow (
  position bigint NOT NULL,
  line int NOT NULL,
  at timestamptz NOT NULL,
  event_id text NOT NULL,
  barcode text NOT NULL,
  shop_id int NOT NULL,
  bill_type text NOT NULL,
  quantity int NOT NULL,
  in_price_fen bigint,
  out_price_fen bigint,
  turnover_on date NOT NULL,
  document_kind text NOT NULL,
  document_id bigint NOT NULL,
  document_no text NOT NULL,
  by_name text NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX goods_flow_barcode ON goods_flow (barcode, position);
-- Days are summed and their first rows found without the rows themselves.
CREATE INDEX goods_flow_shop_day ON goods_flow (shop_id, turnover_on, position) INCLUDE (line, quantity);
CREATE INDEX goods_flow_day ON goods_flow (turnover_on, position) INCLUDE (line, quantity);
