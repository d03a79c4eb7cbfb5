CREATE TABLE supplier_returns (
  id bigint PRIMARY KEY,
  supplier_id int,
  shop_id int NOT NULL,
  returned_on date,
  status text NOT NULL,
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count int NOT NULL,
  quantity int NOT NULL,
  net_weight_mg bigint NOT NULL,
  return_amount_fen bigint NOT NULL,
  mixed_suppliers boolean NOT NULL,
  stage text NOT NULL,
  audit_flag int NOT NULL,
  auditor text NOT NULL,
  version int NOT NULL,
  draft jsonb NOT NULL,
  lines jsonb NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  revision int NOT NULL
);
CREATE INDEX supplier_returns_day ON supplier_returns (returned_on DESC, id DESC);
CREATE INDEX supplier_returns_shop ON supplier_returns (shop_id, returned_on DESC, id DESC);
CREATE INDEX supplier_returns_supplier ON supplier_returns (supplier_id, returned_on DESC, id DESC);
CREATE INDEX supplier_returns_barcodes ON supplier_returns USING gin (barcodes);
