-- One row per goods-in row: 正常入库 (the receipt), 调拨入库 (made by a transfer, R7) and 销退入库 (brought back by a customer).
CREATE TABLE goods_in (
  row_id {id} PRIMARY KEY,
  barcode text NOT NULL,
  bill_type text NOT NULL,
  shop_id {partnerId} NOT NULL,
  supplier_id {partnerId},
  received_on {day} NOT NULL,
  first_received_on {day} NOT NULL,
  batch_no text NOT NULL,
  quantity {pieces} NOT NULL,
  on_hand {pieces} NOT NULL,
  held {pieces} NOT NULL,
  left_by text NOT NULL,
  -- Some of them wait to be inspected since a customer brought them back.
  waits boolean NOT NULL,
  -- It weighs something else than its label says.
  needs_label boolean NOT NULL,
  holds jsonb NOT NULL,
  unit_cost_fen {unitPrice} NOT NULL,
  status text NOT NULL,
  audit_flag {index} NOT NULL,
  auditor text NOT NULL,
  print_template text NOT NULL,
  import_id {id},
  category text NOT NULL,
  name text NOT NULL,
  folded_name text NOT NULL,
  grams text[] NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  gold_content text NOT NULL,
  certificate_no text NOT NULL,
  net_weight_mg {weight} NOT NULL,
  gross_weight_mg {weight} NOT NULL,
  tag_price_fen {unitPrice} NOT NULL,
  -- Those that are not empty, as text: nothing looks inside but `->` of a few rows.
  attributes json NOT NULL,
  created_by text NOT NULL,
  created_by_id {id} NOT NULL,
  created_dept_id {id},
  created_at {moment} NOT NULL,
  updated_at {moment} NOT NULL,
  revision {index} NOT NULL
  -- Room on the page: audits, holds and sales then leave the indexes alone.
) WITH (fillfactor = 80);
CREATE INDEX goods_in_barcode ON goods_in (barcode);
-- What the list filters and sorts by, in the list's order: any filters within some days, of one shop or all, are
-- counted, found and sorted here, without a row of 2 kB for each.
CREATE INDEX goods_in_day ON goods_in (received_on DESC, row_id DESC)
  INCLUDE (import_id, shop_id, supplier_id, bill_type, audit_flag, category, style, fineness, gold_content,
    net_weight_mg, tag_price_fen, folded_name);
CREATE INDEX goods_in_shop_day ON goods_in (shop_id, received_on DESC, row_id DESC)
  INCLUDE (import_id, supplier_id, bill_type, audit_flag, category, style, fineness, gold_content,
    net_weight_mg, tag_price_fen, folded_name);
-- Over all days a filter with many values has an index in the list's order, so twenty rows of many are read, not
-- sorted; with import_id, which decides whether a row shows, counting needs the index alone.
CREATE INDEX goods_in_supplier ON goods_in (supplier_id, received_on DESC, row_id DESC) INCLUDE (import_id);
CREATE INDEX goods_in_batch ON goods_in (batch_no, received_on DESC, row_id DESC) INCLUDE (import_id) WHERE batch_no <> '';
CREATE INDEX goods_in_certificate ON goods_in (certificate_no) WHERE certificate_no <> '';
CREATE INDEX goods_in_category ON goods_in (category, received_on DESC, row_id DESC)
  INCLUDE (import_id, style, fineness, gold_content);
CREATE INDEX goods_in_style ON goods_in (style, received_on DESC, row_id DESC)
  INCLUDE (import_id, category, fineness, gold_content);
CREATE INDEX goods_in_weight ON goods_in (net_weight_mg, received_on DESC, row_id DESC) INCLUDE (import_id);
-- Whose they are (R109).
CREATE INDEX goods_in_made_by ON goods_in (created_by_id, received_on DESC, row_id DESC) INCLUDE (import_id);
CREATE INDEX goods_in_made_in ON goods_in (created_dept_id, received_on DESC, row_id DESC) INCLUDE (import_id);
-- What is pending or came by transfer is little among much.
CREATE INDEX goods_in_pending ON goods_in (received_on DESC, row_id DESC) INCLUDE (import_id) WHERE audit_flag = 1;
CREATE INDEX goods_in_transferred ON goods_in (received_on DESC, row_id DESC) INCLUDE (import_id) WHERE bill_type = '2';
CREATE INDEX goods_in_needs_label ON goods_in (received_on DESC, row_id DESC) INCLUDE (import_id) WHERE needs_label;
CREATE INDEX goods_in_grams ON goods_in USING gin (grams);
