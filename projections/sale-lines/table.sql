-- Lines of sales of every list, each with the positions between which it stood so; a line of several sellers has a row for
-- each (share 0 carries all, the others their part of money and points alone). A row of list 'order' is the order itself:
-- its sums, and the draft of a version that is written but not accepted (audit_flag 0: none is accepted yet).
-- Weights, stones and money are of all pieces of the line.
CREATE TABLE sale_lines (
  order_id {id} NOT NULL,
  list text NOT NULL,
  line_id text NOT NULL,
  share {index} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  place {index} NOT NULL,
  audit_flag {index} NOT NULL,
  shop_id {partnerId} NOT NULL,
  customer_id {partnerId} NOT NULL,
  sold_on {day} NOT NULL,
  seller_id {id},
  seller_name text NOT NULL,
  creator text NOT NULL,
  barcode text NOT NULL,
  name text NOT NULL,
  category text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  quantity {documentPieces} NOT NULL,
  weight_mg {documentWeight} NOT NULL,
  gross_mg {documentWeight} NOT NULL,
  main_stone_milli {documentWeight} NOT NULL,
  main_stone_count {documentWeight} NOT NULL,
  side_stone_milli {documentWeight} NOT NULL,
  side_stone_count {documentWeight} NOT NULL,
  sell_price_fen {documentMoney} NOT NULL,
  amount_fen {documentMoney} NOT NULL,
  cost_fen {documentMoney} NOT NULL,
  points {pointsBalance} NOT NULL,
  seller_points {pointsBalance} NOT NULL,
  score_fen {documentMoney} NOT NULL,
  fact_fee_fen {documentMoney} NOT NULL,
  change_fee_fen {documentMoney} NOT NULL,
  old_fee_fen {documentMoney} NOT NULL,
  gift_fee_fen {documentMoney} NOT NULL,
  clean_fee_fen {documentMoney} NOT NULL,
  payable_fee_fen {documentMoney} NOT NULL,
  goods_cost_fen {documentMoney} NOT NULL,
  more json NOT NULL,
  draft jsonb NOT NULL,
  event_id text NOT NULL,
  at {moment} NOT NULL,
  -- What the totals' index holds of names: one of an old event may be longer than a page of an index.
  name_start text NOT NULL GENERATED ALWAYS AS (left(name, 200)) STORED,
  seller_start text NOT NULL GENERATED ALWAYS AS (left(seller_name, 200)) STORED,
  PRIMARY KEY (order_id, list, line_id, share, from_position)
);
-- Totals of any days, shops, kinds of goods, names and sellers are read from here alone. Numbers before texts: what lies
-- behind a text is found by its length.
CREATE INDEX sale_lines_day ON sale_lines (sold_on DESC, order_id DESC, place, share)
  INCLUDE (audit_flag, shop_id, customer_id, quantity, weight_mg, gross_mg, main_stone_milli, main_stone_count,
    side_stone_milli, side_stone_count, sell_price_fen, amount_fen, score_fen, points, seller_points, fact_fee_fen,
    from_position, list, category, style, fineness, line_id, seller_id, name_start, seller_start)
  WHERE to_position IS NULL AND list <> 'order';
-- Names that the index above has only the beginning of.
CREATE INDEX sale_lines_long ON sale_lines (order_id) WHERE char_length(name) > 200 OR char_length(seller_name) > 200;
-- Most lines are goods that were sold: what came back or was given is not looked for among them.
CREATE INDEX sale_lines_others ON sale_lines (sold_on DESC, order_id DESC, place, share)
  INCLUDE (audit_flag, shop_id, customer_id, quantity, weight_mg, gross_mg, main_stone_milli, main_stone_count,
    side_stone_milli, side_stone_count, sell_price_fen, amount_fen, points, from_position, list, category, style,
    fineness, line_id, seller_id, name_start, seller_start)
  WHERE to_position IS NULL AND list IN ('change', 'recycle', 'gift', 'clean');
CREATE INDEX sale_lines_shop_day ON sale_lines (shop_id, sold_on DESC, order_id DESC, place)
  WHERE to_position IS NULL AND list <> 'order';
CREATE INDEX sale_lines_customer ON sale_lines (customer_id, sold_on DESC, order_id DESC, place)
  WHERE to_position IS NULL;
CREATE INDEX sale_lines_seller ON sale_lines (seller_id, sold_on DESC, order_id DESC, place)
  WHERE to_position IS NULL AND list <> 'order';
CREATE INDEX sale_lines_barcode ON sale_lines (barcode) WHERE barcode <> '';
-- Each order once.
CREATE INDEX sale_lines_orders ON sale_lines (sold_on DESC, order_id DESC)
  INCLUDE (shop_id, customer_id, seller_id, audit_flag, amount_fen, change_fee_fen, old_fee_fen, gift_fee_fen,
    clean_fee_fen, payable_fee_fen, fact_fee_fen, cost_fen, goods_cost_fen, points, from_position)
  WHERE to_position IS NULL AND list = 'order' AND audit_flag > 0;
-- What stood at a moment and stands no more.
CREATE INDEX sale_lines_life ON sale_lines USING gist (int8range(from_position, to_position))
  WHERE to_position IS NOT NULL;
