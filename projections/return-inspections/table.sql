-- What customers brought back to be inspected, as it was between two log positions; the open row (to_position null) is now.
CREATE TABLE return_inspections (
  barcode text NOT NULL,
  -- Where the return lies in the log: its key may be longer than an index takes.
  returned_at {position} NOT NULL,
  return_key text NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  sale_id {id} NOT NULL,
  shop_id {partnerId} NOT NULL,
  quantity {pieces} NOT NULL,
  returned_on {day} NOT NULL,
  returned_by text NOT NULL,
  judge_key text NOT NULL,
  judged boolean NOT NULL,
  inspection_id {id},
  result text NOT NULL,
  note text NOT NULL,
  judged_by text NOT NULL,
  judged_on {day},
  taken_no text NOT NULL,
  changed_by text NOT NULL,
  changed_at {moment} NOT NULL,
  PRIMARY KEY (barcode, returned_at, from_position)
);
CREATE INDEX return_inspections_order ON return_inspections (sale_id);
-- What waits, the longest first.
CREATE INDEX return_inspections_waiting ON return_inspections (returned_on, sale_id, barcode)
  WHERE to_position IS NULL AND NOT judged;
CREATE INDEX return_inspections_day ON return_inspections (returned_on DESC, sale_id DESC, barcode)
  WHERE to_position IS NULL;
CREATE INDEX return_inspections_life ON return_inspections USING gist (int8range(from_position, to_position))
  WHERE to_position IS NOT NULL;
