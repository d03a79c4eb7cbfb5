/** Keys of warranties: each with the days on which it signed; the private half is sealed. */
export const WARRANTY_KEY_SQL = `CREATE TABLE master.warranty_key (
  id text PRIMARY KEY,
  public_key text NOT NULL,
  sealed_key text NOT NULL,
  from_day date NOT NULL,
  to_day date
);
CREATE UNIQUE INDEX warranty_key_signs ON master.warranty_key ((to_day IS NULL)) WHERE to_day IS NULL;
CREATE INDEX warranty_key_newest ON master.warranty_key (to_day DESC NULLS FIRST, from_day DESC);`;
