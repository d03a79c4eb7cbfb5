/** What was asked at the tills, kept for minutes: whoever answers from afar reads the house's words, not the till's. */
export const APPROVAL_SQL = `CREATE TABLE master.approval_ask (
  mark text PRIMARY KEY,
  asker_id bigint NOT NULL,
  shop_id bigint,
  customer_id bigint,
  act text NOT NULL,
  route text NOT NULL,
  document_no text NOT NULL,
  message text NOT NULL,
  barcode text NOT NULL,
  not_by bigint[] NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX approval_ask_at ON master.approval_ask (at);
CREATE TABLE master.approval_request (
  id bigint PRIMARY KEY,
  asker_id bigint NOT NULL,
  asker_name text NOT NULL,
  till text NOT NULL,
  shop_id bigint,
  act text NOT NULL,
  marks text[] NOT NULL,
  shown text[] NOT NULL,
  not_by bigint[] NOT NULL,
  at timestamptz NOT NULL,
  until timestamptz NOT NULL,
  answer text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT '',
  approver_id bigint,
  approver_name text NOT NULL DEFAULT '',
  answered_at timestamptz,
  used_key text
);
CREATE INDEX approval_request_open ON master.approval_request (until) WHERE answer = '';
CREATE INDEX approval_request_at ON master.approval_request (at);`;
