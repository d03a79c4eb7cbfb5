/**
 * Tables of shoppers' sign-in (R159, R160). An openId lies in bindings and sessions alone, numbers that codes go to only as hashes;
 * events name neither (R67).
 */

/**
 * `shopper_sign_in`: one row per state that was used, with what the provider said, so that a second call of the same browser
 * within a minute hears the same. `shopper_session`: by an openId, or outside the app by the record whose number was proved.
 */
export const SIGN_IN_SQL = `CREATE TABLE master.shopper_sign_in (
  nonce text PRIMARY KEY,
  code_hash bytea NOT NULL,
  used_at timestamptz NOT NULL,
  answered_at timestamptz,
  answer_seal text NOT NULL DEFAULT '',
  refusal text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX shopper_sign_in_code ON master.shopper_sign_in (code_hash);
CREATE INDEX shopper_sign_in_used ON master.shopper_sign_in (used_at);
CREATE TABLE master.shopper_session (
  token_hash bytea PRIMARY KEY,
  open_id text NOT NULL,
  customer_id bigint,
  started_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX shopper_session_open_id ON master.shopper_session (open_id) WHERE open_id <> '';
CREATE INDEX shopper_session_customer ON master.shopper_session (customer_id);
CREATE INDEX shopper_session_end ON master.shopper_session (ends_at);`;

/** One openId a record and one record an openId; what ended stays as the trace of who had the record when. */
export const BINDING_SQL = `CREATE TABLE master.shopper_binding (
  id bigint PRIMARY KEY,
  open_id text NOT NULL,
  customer_id bigint NOT NULL,
  bound_at timestamptz NOT NULL,
  by_id bigint NOT NULL,
  by_name text NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX shopper_binding_open_id ON master.shopper_binding (open_id) WHERE ended_at IS NULL AND open_id <> '';
CREATE UNIQUE INDEX shopper_binding_customer ON master.shopper_binding (customer_id) WHERE ended_at IS NULL;
CREATE INDEX shopper_binding_of_open_id ON master.shopper_binding (open_id, bound_at) WHERE open_id <> '';
CREATE INDEX shopper_binding_of_customer ON master.shopper_binding (customer_id, bound_at);
CREATE TABLE master.shopper_code (
  id uuid PRIMARY KEY,
  number_hash bytea NOT NULL,
  shopper text NOT NULL,
  network text NOT NULL,
  customer_id bigint,
  seal text NOT NULL,
  tries int NOT NULL DEFAULT 0,
  used boolean NOT NULL DEFAULT false,
  sent_at timestamptz NOT NULL
);
CREATE INDEX shopper_code_number ON master.shopper_code (number_hash, sent_at);
CREATE INDEX shopper_code_shopper ON master.shopper_code (shopper, sent_at);
CREATE INDEX shopper_code_network ON master.shopper_code (network, sent_at);
CREATE INDEX shopper_code_customer ON master.shopper_code (customer_id);
CREATE INDEX shopper_code_sent ON master.shopper_code (sent_at);
CREATE TABLE master.shopper_card_code (
  open_id text PRIMARY KEY,
  code_hash bytea NOT NULL CONSTRAINT shopper_card_code_once UNIQUE,
  seal text NOT NULL,
  until timestamptz NOT NULL
);
CREATE INDEX shopper_card_code_until ON master.shopper_card_code (until);`;

/** What codes of the card page proved (R136): for which command, and so no other. */
export const CARD_PROOF_SQL = `CREATE TABLE master.shopper_card_proof (
  code_hash bytea PRIMARY KEY,
  customer_id bigint NOT NULL,
  purpose text NOT NULL,
  fen bigint NOT NULL,
  user_id bigint NOT NULL,
  used_key text NOT NULL,
  used_at timestamptz NOT NULL
);`;

/** `customer_id`: null while a shopper has no record; `by_id`: who did it for him at the counter, null he himself. */
export const LOG_SQL = `CREATE TABLE master.shopper_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  act text NOT NULL,
  customer_id bigint,
  mark text NOT NULL,
  what text NOT NULL,
  is_done boolean NOT NULL,
  ip text NOT NULL,
  by_id bigint,
  by_name text NOT NULL
);
CREATE INDEX shopper_log_time ON master.shopper_log (at DESC, id DESC);
CREATE INDEX shopper_log_customer ON master.shopper_log (customer_id, at DESC, id DESC);
CREATE INDEX shopper_log_act ON master.shopper_log (act, is_done, at DESC, id DESC);
CREATE INDEX shopper_log_done ON master.shopper_log (is_done, at DESC, id DESC);`;

/** Records that the demonstration made, whom its stand-in of the app offers; ids beyond its end are of real life. */
export const DEMO_SQL = `CREATE TABLE master.shopper_demo (customer_id bigint PRIMARY KEY);
CREATE TABLE master.shopper_demo_end (id bigint PRIMARY KEY, until_id bigint NOT NULL);`;

/** Whoever asks to be erased (R67): one request that waits a record. `how`: '' waits, withdrawn, answered or erased. */
export const ERASURE_SQL = `CREATE TABLE master.shopper_erasure (
  id bigint PRIMARY KEY,
  customer_id bigint NOT NULL,
  asked_at timestamptz NOT NULL,
  ended_at timestamptz,
  how text NOT NULL DEFAULT '' CHECK (how IN ('', 'withdrawn', 'answered', 'erased')),
  answer text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX shopper_erasure_waits ON master.shopper_erasure (customer_id) WHERE ended_at IS NULL;
CREATE INDEX shopper_erasure_customer ON master.shopper_erasure (customer_id, id);`;
