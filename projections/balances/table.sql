-- Stored value of a customer as it stands (R79), fen.
CREATE TABLE customer_balances (
  customer_id {partnerId} PRIMARY KEY,
  balances jsonb NOT NULL,
  holds jsonb NOT NULL
);
