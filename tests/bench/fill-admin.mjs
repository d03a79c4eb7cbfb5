/** A house that has been administered for years: many people, roles and menus, and logs as they grow by its own routes. */
import { connect } from './support.mjs';

/** Rows have ids from here on; the house's own lie below. */
const FIRST = 1_000_001;
const series = (count) => `generate_series(0::bigint, ${count - 1}) AS n`;
/** The same for the same n, and like nothing beside it. */
const mixed = (salt, below) => `(abs(hashint8(n * 31 + ${salt})::bigint) % ${below})`;
const NAME = `substr('王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗', 1 + (n % 20)::int, 1) || substr('伟芳娜秀英敏静丽强磊', 1 + (n / 20 % 10)::int, 1)`;
const ADDRESS = `'10.' || ${mixed(3, 12)} || '.' || ${mixed(4, 20)} || '.' || (1 + ${mixed(5, 24)})`;
/** Most of what is asked is asked of a few routes. */
const ROUTE = `1 + floor(power(${mixed(1, 1_000_000)} / 1000000.0, 2) * (SELECT count(*) FROM route))::int`;
/** Years of it, newest last. */
const momentOf = (count) => `now() - make_interval(secs => (${count} - n) * 18.0)`;

const secondary = `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS back
  FROM pg_index WHERE NOT indisprimary AND indrelid = ANY ('{master.command,master.login_log}'::regclass[])`;

const people = ({ users, roles, menus }) => [
  `INSERT INTO master.sys_menu (id, parent_id, menu_type, title, permission, sort)
   SELECT ${FIRST} + n, 0, 'F', '权限' || n, 'bench:resource' || (n / 10) || ':action' || n % 10, n FROM ${series(menus)}`,
  `INSERT INTO master.sys_role (id, role_name, role_key, role_sort, menu_ids)
   SELECT ${FIRST} + n, '角色' || n, 'role' || n, n,
     ARRAY (SELECT ${FIRST} + (n * 7 + each) % ${menus} FROM generate_series(0, 39) AS each)
   FROM ${series(roles)}`,
  `INSERT INTO master.sys_user (id, username, nick_name, password_hash, phone, dept_id, status, role_ids)
   SELECT ${FIRST} + n, 'user' || lpad(n::text, 5, '0'), ${NAME}, '', '13' || lpad((n * 7919777 % 999999937)::text, 9, '0'), 1,
     CASE WHEN n % 50 = 0 THEN '1' ELSE '2' END, ARRAY[${FIRST} + n % ${roles}] FROM ${series(users)}`,
];
const logs = ({ users, operations, logins }) => [
  `CREATE TEMPORARY TABLE route AS SELECT (row_number() OVER (ORDER BY id))::int AS place, title, action, path
   FROM master.sys_api WHERE action <> 'GET'`,
  `INSERT INTO master.command (user_id, route, logged, title, oper_url, oper_param, message, status, http_status, latency_ms,
     oper_name, oper_ip, request_id, oper_time)
   SELECT ${FIRST} + person, action || ' ' || path, true, title, regexp_replace(path, ':[a-zA-Z]+', (10001 + n)::text, 'g'),
     '{"body":{"ids":[' || n || '],"remark":"柜台三号，客户预留，周末取"}}', '操作成功',
     CASE WHEN n % 40 = 0 THEN '1' ELSE '2' END, 200, 12, 'user' || lpad(person::text, 5, '0'), ${ADDRESS}, n::text,
     ${momentOf(operations)}
   FROM (SELECT n, ${ROUTE} AS place, ${mixed(2, users)} AS person FROM ${series(operations)}) AS asked JOIN route USING (place)
   ORDER BY n`,
  `INSERT INTO master.login_log (username, status, msg, ipaddr, browser, os, platform, login_time)
   SELECT 'user' || lpad(${mixed(6, users)}::text, 5, '0'), CASE WHEN n % 25 = 0 THEN '1' ELSE '2' END,
     CASE WHEN n % 25 = 0 THEN '用户名或密码错误' ELSE '登录成功' END, ${ADDRESS}, 'Chrome 126', 'Windows 10', 'desktop',
     ${momentOf(logins)} FROM ${series(logins)}`,
];

/** As the house keeps them while it writes the logs. */
const values = [
  'username FROM master.login_log',
  'ipaddr FROM master.login_log',
  'oper_name FROM master.command',
  'oper_ip FROM master.command',
]
  .map(
    (column) =>
      `INSERT INTO master.log_value (field, value) SELECT DISTINCT '${column.split(' ')[0]}', ${column} ON CONFLICT DO NOTHING`,
  )
  .concat(
    `INSERT INTO master.log_value (field, value, detail) SELECT DISTINCT 'route', route, title FROM master.command ON CONFLICT DO NOTHING`,
  );

export const fillAdmin = async (url, counts) => {
  const [db] = await connect(url, 1);
  const { rows: indexes } = await db.query(secondary);
  for (const { name } of indexes) await db.query(`DROP INDEX ${name}`);
  const statements = [
    ...people(counts),
    ...logs(counts),
    ...values,
    ...indexes.map(({ back }) => back),
    'VACUUM (ANALYZE)',
  ];
  for (const text of statements) await db.query(text);
  await db.end();
};
