CREATE TABLE supplier_returns (
  id {id} PRIMARY KEY,
  supplier_id {partnerId},
  shop_id {partnerId} NOT NULL,
  returned_on {day},
  status text NOT NULL,
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count {index} NOT NULL,
  quantity {documentPieces} NOT NULL,
  net_weight_mg {documentWeight} NOT NULL,
  return_amount_fen {documentMoney} NOT NULL,
  mixed_suppliers boolean NOT NULL,
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
CREATE INDEX supplier_returns_day ON supplier_returns (returned_on DESC, id DESC);
CREATE INDEX supplier_returns_shop ON supplier_returns (shop_id, returned_on DESC, id DESC);
CREATE INDEX supplier_returns_supplier ON supplier_returns (supplier_id, returned_on DESC, id DESC);
CREATE INDEX supplier_returns_barcodes ON supplier_returns USING gin (barcodes);
