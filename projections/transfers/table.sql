CREATE TABLE transfers (
  id {id} PRIMARY KEY,
  out_shop_id {partnerId} NOT NULL,
  in_shop_id {partnerId} NOT NULL,
  transferred_on {day},
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count {index} NOT NULL,
  quantity {documentPieces} NOT NULL,
  net_weight_mg {documentWeight} NOT NULL,
  in_amount_fen {documentMoney} NOT NULL,
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
CREATE INDEX transfers_day ON transfers (transferred_on DESC, id DESC);
CREATE INDEX transfers_out ON transfers (out_shop_id, transferred_on DESC, id DESC);
CREATE INDEX transfers_in ON transfers (in_shop_id, transferred_on DESC, id DESC);
CREATE INDEX transfers_barcodes ON transfers USING gin (barcodes);
