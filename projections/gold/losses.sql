-- What melts and factories kept of what was sent to them, from the coming back to its 反审核.
CREATE TABLE gold_losses (
  document_id {id} NOT NULL,
  from_position {position} NOT NULL,
  to_position {position},
  shop_id {partnerId} NOT NULL,
  fineness text NOT NULL,
  loss_mg {weight} NOT NULL,
  event_id text NOT NULL,
  at {moment} NOT NULL,
  PRIMARY KEY (document_id, from_position)
);
