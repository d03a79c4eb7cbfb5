CREATE TABLE sales (
  id bigint PRIMARY KEY,
  customer_id int NOT NULL,
  shop_id int NOT NULL,
  sold_on date,
  seller_id int NOT NULL,
  seller_name text NOT NULL,
  amount_fen bigint NOT NULL,
  change_fee_fen bigint NOT NULL,
  old_fee_fen bigint NOT NULL,
  gift_fee_fen bigint NOT NULL,
  clean_fee_fen bigint NOT NULL,
  payable_fee_fen bigint NOT NULL,
  fact_fee_fen bigint NOT NULL,
  cost_amount_fen bigint NOT NULL,
  points int NOT NULL,
  seller_points int NOT NULL,
  payments jsonb NOT NULL,
  status text NOT NULL,
  remark text NOT NULL,
  pictures jsonb NOT NULL,
  print_template text NOT NULL,
  barcodes text[] NOT NULL,
  quantity int NOT NULL,
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
CREATE INDEX sales_day ON sales (sold_on DESC, id DESC);
CREATE INDEX sales_shop_day ON sales (shop_id, sold_on DESC, id DESC);
CREATE INDEX sales_customer ON sales (customer_id, sold_on DESC, id DESC);
CREATE INDEX sales_barcodes ON sales USING gin (barcodes);
