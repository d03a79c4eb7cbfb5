/** Codes that went to customers (R136): a day's are counted, those that were used stay as the trace of what they proved. */
export const PROOF_SQL = `CREATE TABLE master.proof_code (
  id uuid PRIMARY KEY,
  customer_id bigint NOT NULL,
  user_id bigint NOT NULL,
  network text NOT NULL,
  purpose text NOT NULL,
  fen bigint NOT NULL,
  seal text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  sent_at timestamptz NOT NULL,
  used_at timestamptz,
  used_key text NOT NULL DEFAULT ''
);
CREATE INDEX proof_code_customer ON master.proof_code (customer_id, sent_at);
CREATE INDEX proof_code_user ON master.proof_code (user_id, sent_at);
CREATE INDEX proof_code_network ON master.proof_code (network, sent_at);
CREATE INDEX proof_code_unused ON master.proof_code (sent_at) WHERE used_at IS NULL;`;
