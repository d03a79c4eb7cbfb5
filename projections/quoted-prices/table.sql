-- Every version of the board, never changed. valid_from: from then on, until another one is valid.
CREATE TABLE quoted_prices (
  position {position} NOT NULL,
  line {index} NOT NULL,
  at {moment} NOT NULL,
  version {index} NOT NULL,
  valid_from {moment} NOT NULL,
  by_name text NOT NULL,
  ad_picture text NOT NULL,
  background_picture text NOT NULL,
  remark text NOT NULL,
  details jsonb NOT NULL,
  PRIMARY KEY (position, line)
);
CREATE INDEX quoted_prices_valid ON quoted_prices (valid_from DESC, position DESC);
