/**
 * What the operation log's indexes cost its writes: two tables of as many rows beside each other, one with the indexes of
 * routes and addresses that hold the list's order too, one with those of the value alone; the same rows into both in turn.
 */
import { atLeast, connect, inTurns, load, rounded, withPostgres } from './support.mjs';
import { withHouse } from './house.mjs';

const ROWS = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ROUNDS = 7;
const SECONDS = 2;
const BATCH = 500;
const CLIENTS = 8;
const TARGET = 0.9;
const NARROW = [
  'CREATE INDEX ON log_narrow (route) WHERE logged AND NOT hidden',
  'CREATE INDEX ON log_narrow (oper_ip) WHERE logged AND NOT hidden',
];
const WIDENED = /\((route|oper_ip), oper_time DESC, id DESC\)/;

/** Rows as they come: of many people, routes and tills, newest last; `from` names the first. */
const rowsFrom = (table, from, count) => `
  INSERT INTO ${table} (user_id, route, logged, title, oper_url, oper_param, message, status, http_status, latency_ms, oper_name,
    oper_ip, request_id, oper_time)
  SELECT 1, a.action || ' ' || a.path, true, a.title, regexp_replace(a.path, ':[a-zA-Z]+', n::text, 'g'),
    '{"body":{"ids":[' || n || '],"remark":"柜台三号，客户预留，周末取"}}', '操作成功', '2', 200, 12,
    'user' || lpad((abs(hashint8(n)) % 5000)::text, 5, '0'),
    '10.' || abs(hashint8(n + 1)) % 12 || '.' || abs(hashint8(n + 2)) % 20 || '.' || 1 + abs(hashint8(n + 3)) % 24,
    n::text, '2020-01-01'::timestamptz + n * interval '18 seconds'
  FROM generate_series(${from}::bigint, ${from}::bigint + ${count - 1}) AS n
    JOIN routes AS a ON a.place = abs(hashint8(n * 31)) % (SELECT count(*) FROM routes)`;

const prepare = async (db) => {
  await db.query('SET search_path = master');
  await db.query(`CREATE TABLE routes AS SELECT row_number() OVER (ORDER BY id) - 1 AS place, title, action, path
    FROM sys_api WHERE action <> 'GET'`);
  const { rows } = await db.query(
    `SELECT indexdef AS text FROM pg_indexes WHERE schemaname = 'master' AND tablename = 'command'`,
  );
  const present = rows.map(({ text }) => text);
  for (const [table, indexes] of [
    ['log_wide', present],
    ['log_narrow', [...present.filter((text) => !WIDENED.test(text)), ...NARROW]],
  ]) {
    await db.query(`CREATE TABLE ${table} (LIKE command INCLUDING DEFAULTS INCLUDING IDENTITY INCLUDING STORAGE)`);
    await db.query(rowsFrom(table, 1, ROWS));
    for (const text of indexes) await db.query(text.replace(/INDEX (\w+ )?ON (master\.)?\w+/, `INDEX ON ${table}`));
    await db.query(`VACUUM (ANALYZE) ${table}`);
  }
};

let next = ROWS + 1;
const writing = (clients, table, { at, each }) => {
  const operation = (client) => clients[client].query(rowsFrom(table, (next += each) - each, each));
  return async () => (await load({ clients: at, forSeconds: SECONDS, operation })).perSecond * each;
};
const compare = async (clients, figure, how) => {
  const figures = await inTurns(
    ['log_wide', 'log_narrow'].map((table) => [table, writing(clients, table, how)]),
    ROUNDS,
  );
  const [ours, peer] = [figures.get('log_wide'), figures.get('log_narrow')];
  atLeast({ figure, ours, peer, target: TARGET, unit: 'rows/s' });
};
const sizes = async (db) => {
  for (const table of ['log_wide', 'log_narrow']) {
    const { rows } = await db.query(`SELECT pg_indexes_size('${table}') / 1e6 AS mb`);
    console.error(`${table}: indexes of ${rounded(Number(rows[0].mb))} MB`);
  }
};

await withPostgres(async (url, folder) => {
  // Makes the tables and their indexes as they are now.
  await withHouse(url, folder, () => undefined);
  const clients = await connect(url, CLIENTS);
  await prepare(clients[0]);
  for (const client of clients) await client.query('SET search_path = master');
  await compare(clients, `rows of the log, each its own commit, ${CLIENTS} at once`, { at: CLIENTS, each: 1 });
  await compare(clients, `rows of the log, ${BATCH} a commit`, { at: 1, each: BATCH });
  await sizes(clients[0]);
  await Promise.all(clients.map((client) => client.end()));
});
