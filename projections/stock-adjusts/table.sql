CREATE TABLE stock_adjusts (
  id {id} PRIMARY KEY,
  kind text NOT NULL,
  shop_id {partnerId} NOT NULL,
  adjusted_on {day},
  check_id {id},
  reason text NOT NULL,
  pictures text[] NOT NULL,
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count {index} NOT NULL,
  quantity {documentPieces} NOT NULL,
  net_weight_mg {documentWeight} NOT NULL,
  cost_fen {documentMoney} NOT NULL,
  stage text NOT NULL,
  audit_flag {index} NOT NULL,
  auditor text NOT NULL,
  version {index} NOT NULL,
  draft jsonb NOT NULL,
  lines jsonb NOT NULL,
  created_by text NOT NULL,
  created_at {moment} NOT NULL,
  updated_at {moment} NOT NULL,
  revision {index} NOT NULL
);
CREATE INDEX stock_adjusts_day ON stock_adjusts (adjusted_on DESC, id DESC);
CREATE INDEX stock_adjusts_shop ON stock_adjusts (shop_id, adjusted_on DESC, id DESC);
CREATE INDEX stock_adjusts_check ON stock_adjusts (check_id) WHERE check_id IS NOT NULL;
CREATE INDEX stock_adjusts_barcodes ON stock_adjusts USING gin (barcodes);
