CREATE TABLE imports (
  import_id {id} PRIMARY KEY,
  state text NOT NULL,
  shop_id {partnerId} NOT NULL,
  total {index} NOT NULL,
  file_name text NOT NULL,
  by_name text NOT NULL,
  at {moment} NOT NULL,
  ended_position {position}
);
CREATE INDEX imports_open ON imports (import_id) WHERE state <> 'completed';
