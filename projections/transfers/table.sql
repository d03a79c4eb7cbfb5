CREATE TABLE transfers (
  id bigint PRIMARY KEY,
  out_shop_id int NOT NULL,
  in_shop_id int NOT NULL,
  transferred_on date,
  remark text NOT NULL,
  barcodes text[] NOT NULL,
  line_count int NOT NULL,
  quantity int NOT NULL,
  net_weight_mg bigint NOT NULL,
  in_amount_fen bigint NOT NULL,
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
CREATE INDEX transfers_day ON transfers (transferred_on DESC, id DESC);
CREATE INDEX transfers_out ON transfers (out_shop_id, transferred_on DESC, id DESC);
CREATE INDEX transfers_in ON transfers (in_shop_id, transferred_on DESC, id DESC);
CREATE INDEX transfers_barcodes ON transfers USING gin (barcodes);
