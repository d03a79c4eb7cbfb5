/** Registered tills; every shop that is there begins with one. `used`: money was taken there. */
import { FIRST_TILL } from '../../contracts/tills.ts';

export const TILLS_SQL = `CREATE TABLE master.till (
  id bigint PRIMARY KEY,
  revision integer NOT NULL DEFAULT 0,
  shop_id bigint NOT NULL,
  name text NOT NULL,
  status text NOT NULL DEFAULT '2',
  used boolean NOT NULL DEFAULT false,
  remark text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  CONSTRAINT till_name UNIQUE (shop_id, name)
);
INSERT INTO master.till (id, shop_id, name, created_at, updated_at)
  SELECT nextval('master.wire_id'), id, '${FIRST_TILL}', now(), now() FROM master.shop;`;
