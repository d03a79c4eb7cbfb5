/**
 * Read models of so many orders with three lines each, without a log: 50 shops, two years, every list, every order saved
 * and then audited (so that each of its rows stands twice, as it was and as it is). Postgres makes the rows by numbers.
 */
import { withHouse } from './house.mjs';
import { CATEGORIES, FINENESSES, LAST_DAY, STYLES } from './events.mjs';
import { FILLED, indexesOff } from './fill.mjs';
import { connect, inFolder, withPostgres } from './support.mjs';

const DAYS = 730;
export const SHOPS = 50;
const SELLERS = 400;
const CUSTOMERS = 20_000;
/** Whose order `n` is. */
const CUSTOMER_OF = `1000001 + (n::bigint * 7919 % ${CUSTOMERS})::int`;
/** Positions of the log that an order takes: lines written, submitted, opened, audited. */
const STEPS = 4;

const oneOf = (names, of) => `(ARRAY[${names.map((name) => `'${name}'`).join(',')}])[1 + ${of} % ${names.length}]`;
/** Numbers that look like chance and are the same each time. */
const mixed = (prime, to) => `((n::bigint * ${prime} + place * 7919) % 1000003 % ${to})::int`;
const LIST = `CASE WHEN place < 0 THEN 'order' WHEN place < 2 THEN 'goods'
  ELSE (ARRAY['goods','change','gift','recycle','clean','goods','gift','goods','change','goods'])[1 + n % 10] END`;
const soldOn = (count) => `('${LAST_DAY}'::date - ${DAYS - 1} + (n::bigint * ${DAYS} / ${count})::int)`;

/** Column → what it holds for the line `place` of order `n`. */
const linesOf = (count, customerOf) => ({
  order_id: 'n + 1',
  list: LIST,
  line_id: `CASE WHEN place < 0 THEN '' ELSE (place + 1)::text END`,
  share: '0',
  place: 'place',
  shop_id: `1 + ${mixed(104_729, SHOPS).replaceAll('place', '0')}`,
  customer_id: customerOf,
  sold_on: soldOn(count),
  seller_id: `1 + n % ${SELLERS}`,
  seller_name: `'销售员' || (1 + n % ${SELLERS})`,
  creator: `'店员'`,
  barcode: `CASE WHEN place < 0 THEN '' ELSE '2026' || lpad((n * 3 + place)::text, 8, '0') END`,
  name: `CASE WHEN place < 0 THEN '' ELSE ${oneOf(STYLES, mixed(31, 1000))} || ${oneOf(CATEGORIES, mixed(53, 1000))} END`,
  category: `CASE WHEN place < 0 THEN '' ELSE ${oneOf(CATEGORIES, mixed(53, 1000))} END`,
  style: `CASE WHEN place < 0 THEN '' ELSE ${oneOf(STYLES, mixed(31, 1000))} END`,
  fineness: `CASE WHEN place < 0 THEN '' ELSE ${oneOf(FINENESSES, mixed(17, 1000))} END`,
  quantity: '1',
  weight_mg: `CASE WHEN place < 0 THEN 0 ELSE 1000 + ${mixed(61, 30000)} END`,
  gross_mg: `CASE WHEN place < 0 THEN 0 ELSE 1100 + ${mixed(61, 30000)} END`,
  main_stone_milli: mixed(71, 500),
  main_stone_count: mixed(71, 2),
  side_stone_milli: mixed(73, 300),
  side_stone_count: mixed(73, 9),
  sell_price_fen: `50000 + ${mixed(79, 900000)}`,
  amount_fen: `49000 + ${mixed(79, 900000)}`,
  cost_fen: `30000 + ${mixed(79, 600000)}`,
  points: mixed(83, 500),
  seller_points: mixed(89, 20),
  score_fen: `49000 + ${mixed(79, 900000)}`,
  fact_fee_fen: `150000 + n % 100000`,
  change_fee_fen: 'n % 500',
  old_fee_fen: 'n % 700',
  gift_fee_fen: 'n % 900',
  clean_fee_fen: 'n % 300',
  payable_fee_fen: `150000 + n % 100000`,
  goods_cost_fen: `100000 + n % 50000`,
  more: `'{"remark":"","goldPriceFen":68000,"mainStone":"钻石","styleNo":"K1002"}'::json`,
  draft: `'{}'::jsonb`,
  event_id: `gen_random_uuid()::text`,
  at: `${soldOn(count)} + interval '10 hours'`,
});
/** The last orders wait for their audit. */
const isAudited = (count) => `n < ${count} * 0.995`;
const position = (step) => `(n::bigint * ${STEPS} + ${step})`;

export const fillLines = async (client, count, customerOf = CUSTOMER_OF) => {
  const columns = linesOf(count, customerOf);
  const names = Object.keys(columns).join(', ');
  const values = Object.values(columns).join(', ');
  // An order's rows lie beside each other, the orders one after the other: so they come from a log.
  const from = `FROM (SELECT (at / 4)::int AS n, (at % 4)::int - 1 AS place
    FROM generate_series(0, ${count}::bigint * 4 - 1) AS at) AS made`;
  const insert = `INSERT INTO sale_lines_filled (audit_flag, from_position, to_position, ${names})`;
  const { rows } = await client.query(
    `SELECT format('%I.%I', schema, 'sale_lines') AS table FROM projection.checkpoint
      WHERE name = 'sale-lines' AND state = 'live'`,
  );
  const [{ table }] = rows;
  const scaffold = await indexesOff(client, table);
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${table}`);
  for (const { off } of scaffold) await client.query(off);
  const of = (text) => client.query(text.replace('sale_lines_filled', table));
  await of(`${insert} SELECT 1, ${position(3)}, ${position(4)}, ${values} ${from} WHERE ${isAudited(count)}`);
  await of(
    `${insert} SELECT CASE WHEN ${isAudited(count)} THEN 2 ELSE 1 END,
      CASE WHEN ${isAudited(count)} THEN ${position(4)} ELSE ${position(3)} END, NULL, ${values} ${from}`,
  );
  for (const { back } of scaffold) await client.query(back);
  await client.query('COMMIT');
  await client.query(`VACUUM (ANALYZE) ${table}`);
};

/** The line `p` of order `n`, as far as the dashboard reads it. */
const LINE = `jsonb_build_object('list', 'goods', 'lineId', p::text, 'category', ${oneOf(CATEGORIES, '(n + p)')},
  'amountFen', 80000 + n % 1000, 'quantity', 1, 'sellWeightMg', 3000 + p, 'unitCostFen', 60000)`;

/** Orders of the dashboard: those of its three days are read, all others must not cost it anything. */
const fillOrders = async (client, count, { customerOf, line }) => {
  const { rows } = await client.query(
    `SELECT format('%I.%I', schema, 'sales') AS table FROM projection.checkpoint WHERE name = 'sales' AND state = 'live'`,
  );
  const [{ table }] = rows;
  const { rows: columns } = await client.query(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND (attnotnull OR attname = ANY($2))`,
    [table, ['sold_on', 'seller_id']],
  );
  const of = linesOf(count, customerOf);
  const lines = `(SELECT jsonb_agg(${line}) FROM generate_series(1, 3) AS p)`;
  const own = {
    id: 'n + 1',
    stage: `'audited'`,
    audit_flag: '2',
    lines,
    quantity: '3',
    amount_fen: '240000',
    created_at: of.at,
    sold_on: of.sold_on,
    shop_id: of.shop_id,
    customer_id: of.customer_id,
    seller_id: of.seller_id,
    seller_name: of.seller_name,
  };
  const EMPTY = { text: `''`, jsonb: `'[]'`, json: `'[]'`, date: of.sold_on, boolean: 'false' };
  const emptyOf = (type) => {
    if (type.endsWith('[]')) return `'{}'`;
    if (type.startsWith('timestamp')) return of.at;
    return EMPTY[type] ?? '0';
  };
  const all = columns.map(({ name, type }) => [name, own[name] ?? (of[name] === undefined ? emptyOf(type) : of[name])]);
  const scaffold = await indexesOff(client, table);
  await client.query('BEGIN');
  await client.query(`TRUNCATE ${table}`);
  for (const { off } of scaffold) await client.query(off);
  const text = `INSERT INTO ${table} (${all.map(([name]) => name).join(', ')})
    SELECT ${all.map(([, value]) => value).join(', ')}
    FROM generate_series(0, ${count - 1}) AS n, generate_series(-1, -1) AS place`;
  await client.query(text);
  for (const { back } of scaffold) await client.query(back);
  await client.query('COMMIT');
  await client.query(`VACUUM (ANALYZE) ${table}`);
};

/**
 * `customers`: how many there are; `customerOf`, `line`: SQL of whose order `n` is and of its line `p`; `withLines`: so many of the orders
 * are in the reports too.
 */
const fill = async (
  url,
  count,
  { customers = CUSTOMERS, customerOf = CUSTOMER_OF, line = LINE, withLines = count } = {},
) => {
  const clients = await connect(url, 2);
  const [client] = clients;
  await client.query(`INSERT INTO master.shop (id, name, status, remark)
    SELECT n, n || '号店', '2', '' FROM generate_series(1, ${SHOPS}) AS n ON CONFLICT DO NOTHING`);
  await client.query(`INSERT INTO master.customer (id, name, mobile, mobile_digits)
    SELECT n, '客户' || n, '', '' FROM generate_series(1000001, ${1_000_000 + customers}) AS n ON CONFLICT DO NOTHING`);
  await Promise.all([
    fillLines(clients[0], withLines, customerOf),
    fillOrders(clients[1], count, { customerOf, line }),
  ]);
  const last = STEPS * (count + 1);
  await client.query(`VACUUM (ANALYZE) master.customer`);
  await client.query(`UPDATE projection.checkpoint SET position = ${last} WHERE state = 'live'`);
  // What is saved from now on has other numbers.
  await client.query(
    `SELECT setval('master.wire_id', greatest(nextval('master.wire_id'), 10 * ${count}::bigint, ${2_000_000 + customers}))`,
  );
  // One event stands for the log: a house that opens it has nothing to follow.
  await client.query(`INSERT INTO es.events (position, stream, revision, id, type, data, meta)
    VALUES (${last}, 'bench', 0, gen_random_uuid(), 'Filled', '{}', jsonb_build_object('at', now()::text))`);
  await Promise.all(clients.map((one) => one.end()));
};

/** Whether the orders are there already: their one event is written last. */
const isFilled = async (url) => {
  const [client] = await connect(url, 1);
  const { rows } = await client.query(`SELECT to_regclass('es.events') IS NOT NULL AS "hasLog"`);
  const { rowCount } = rows[0].hasLog
    ? await client.query(`SELECT 1 FROM es.events WHERE stream = 'bench'`)
    : { rowCount: 0 };
  await client.end();
  return rowCount > 0;
};

/** Runs `work` with a house of so many orders. `BENCH_DATABASE` names a database to keep: filled when it is empty. `more`: as {@link fill}. */
export const withOrders = async (count, work, more) => {
  const given = process.env['BENCH_DATABASE'];
  const run = async (url, folder) => {
    if (!(await isFilled(url))) await withHouse(url, folder, () => fill(url, count, more));
    return withHouse(url, folder, (house) => work({ ...house, url }));
  };
  return given === undefined ? withPostgres(run, FILLED) : inFolder((folder) => run(given, folder));
};
