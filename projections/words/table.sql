-- Words that were given (R131): each for one act, by whom, for whom, and whether whoever is named says that it was not he.
CREATE TABLE words (
  word text NOT NULL,
  at {moment} NOT NULL,
  shop_id {partnerId},
  approver_id {id} NOT NULL,
  asker_name text NOT NULL,
  way text NOT NULL,
  act text NOT NULL,
  document_no text NOT NULL,
  reason text NOT NULL,
  till text NOT NULL,
  lines jsonb NOT NULL,
  disowned boolean NOT NULL,
  PRIMARY KEY (word)
);
CREATE INDEX words_approver ON words (approver_id, at DESC, word);
