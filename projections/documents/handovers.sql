-- Which document took over what another one held of a piece, between two log positions; the open row (to_position null) is now.
CREATE TABLE handovers (
  barcode text NOT NULL,
  giver_id {id} NOT NULL,
  taker_kind text NOT NULL,
  taker_id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  PRIMARY KEY (barcode, from_position)
);
CREATE INDEX handovers_giver ON handovers (giver_id);
