CREATE TABLE stock_adjusts (
  id bigint PRIMARY KEY,
  kind text NOT NULL,
  shop_id int NOT NULL,
  adjusted_on date,
  check_id bigint,
  reason text NOT NULL,
  pictures text[] NOT NULL,
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count int NOT NULL,
  quantity int NOT NULL,
  net_weight_mg bigint NOT NULL,
  cost_fen bigint NOT NULL,
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
CREATE INDEX stock_adjusts_day ON stock_adjusts (adjusted_on DESC, id DESC);
CREATE INDEX stock_adjusts_shop ON stock_adjusts (shop_id, adjusted_on DESC, id DESC);
CREATE INDEX stock_adjusts_check ON stock_adjusts (check_id) WHERE check_id IS NOT NULL;
CREATE INDEX stock_adjusts_barcodes ON stock_adjusts USING gin (barcodes);
