-- What a repair was between two log positions; the open row (to_position null) is now. The row without a repair is its
-- order's: lines that are written and not accepted yet.
CREATE TABLE repairs (
  sale_id {id} NOT NULL,
  line_id text NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  repair_id {id},
  draft jsonb NOT NULL,
  audit_flag {index} NOT NULL,
  shop_id {partnerId} NOT NULL,
  customer_id {partnerId} NOT NULL,
  received_on {day},
  category text NOT NULL,
  style text NOT NULL,
  fineness text NOT NULL,
  weight_mg {weight} NOT NULL,
  main_stone text NOT NULL,
  main_stone_milli {carat} NOT NULL,
  main_stone_count {pieces} NOT NULL,
  side_stone text NOT NULL,
  side_stone_milli {carat} NOT NULL,
  side_stone_count {pieces} NOT NULL,
  price_fen {lineMoney} NOT NULL,
  remark text NOT NULL,
  promised_on {day},
  step text NOT NULL,
  step_on {day},
  step_by text NOT NULL,
  steps jsonb NOT NULL,
  event_id text NOT NULL,
  valued_position {position} NOT NULL,
  valued_at {moment} NOT NULL,
  PRIMARY KEY (sale_id, line_id, from_position)
);
CREATE INDEX repairs_number ON repairs (repair_id) WHERE to_position IS NULL;
CREATE INDEX repairs_day ON repairs (received_on DESC, repair_id DESC) WHERE to_position IS NULL;
CREATE INDEX repairs_customer ON repairs (customer_id, received_on DESC) WHERE to_position IS NULL;
-- What waits to be fetched, the longest first.
CREATE INDEX repairs_waiting ON repairs (promised_on, repair_id) WHERE to_position IS NULL AND step <> 'fetched';
CREATE INDEX repairs_life ON repairs USING gist (int8range(from_position, to_position)) WHERE to_position IS NOT NULL;
