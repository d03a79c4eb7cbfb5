/** What left the accounts of customers without the word of somebody else (R136): counted over 30 days by moment of entry. */
export const LEAVING_SQL = `CREATE TABLE master.balance_leaving (
  kind text NOT NULL,
  document_id bigint NOT NULL,
  customer_id bigint NOT NULL,
  fen bigint NOT NULL CHECK (fen > 0),
  at timestamptz NOT NULL,
  PRIMARY KEY (kind, document_id, customer_id)
);
CREATE INDEX balance_leaving_customer ON master.balance_leaving (customer_id, at);`;
