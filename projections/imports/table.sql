CREATE TABLE imports (
  import_id bigint PRIMARY KEY,
  state text NOT NULL,
  shop_id int NOT NULL,
  total int NOT NULL,
  file_name text NOT NULL,
  by_name text NOT NULL,
  at timestamptz NOT NULL,
  ended_position bigint
);
CREATE INDEX imports_open ON imports (import_id) WHERE state <> 'completed';
