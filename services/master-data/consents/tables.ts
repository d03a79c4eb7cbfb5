/** Consents of customers (R67). */
import { COMMON } from '../tables.ts';

/** Of one purpose and one way a customer has at most one that stands. */
export const CONSENTS_SQL = `CREATE TABLE master.customer_consent (
  ${COMMON},
  customer_id bigint NOT NULL,
  purpose text NOT NULL,
  channel text NOT NULL,
  given_at timestamptz NOT NULL,
  given_by_id bigint NOT NULL,
  given_by text NOT NULL,
  proof text NOT NULL DEFAULT '',
  withdrawn_at timestamptz,
  withdrawn_by_id bigint,
  withdrawn_by text NOT NULL DEFAULT '',
  reason text NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX customer_consent_stands ON master.customer_consent (customer_id, purpose, channel) WHERE withdrawn_at IS NULL;
CREATE INDEX customer_consent_customer ON master.customer_consent (customer_id, id);
CREATE INDEX customer_consent_purpose ON master.customer_consent (purpose, id);
CREATE INDEX customer_consent_channel ON master.customer_consent (channel, id);
CREATE INDEX customer_consent_standing ON master.customer_consent (purpose, customer_id) WHERE withdrawn_at IS NULL;
CREATE INDEX customer_consent_open ON master.customer_consent (id) WHERE withdrawn_at IS NULL;
CREATE INDEX customer_consent_ended ON master.customer_consent (id) WHERE withdrawn_at IS NOT NULL;
CREATE INDEX customer_consent_created ON master.customer_consent (created_at, id);`;
