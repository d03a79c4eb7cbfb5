-- Points of a customer as they stand (R84).
CREATE TABLE customer_points (
  customer_id {partnerId} PRIMARY KEY,
  balance {pointsBalance} NOT NULL,
  held_points {pointsBalance} NOT NULL,
  usable_points {pointsBalance} NOT NULL,
  used_points {pointsBalance} NOT NULL,
  holds jsonb NOT NULL
);
