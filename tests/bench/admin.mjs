/** Every list of the administration in a house of 5,000 users, 500 roles, 2,000 menus and 5,000,000 log rows, over HTTP. */
import { fillAdmin } from './fill-admin.mjs';
import { tillOf, withHouse } from './house.mjs';
import { atMost, connect, inFolder, quantile, rounded, withPostgres } from './support.mjs';

const LOG_ROWS = Number(process.env['BENCH_ROWS'] ?? 5_000_000);
const COUNTS = { users: 5_000, roles: 500, menus: 2_000, operations: LOG_ROWS * 0.8, logins: LOG_ROWS * 0.2 };
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const EACH = 100;
const WARM = 10;
const CLEARS = 20;

/** A text that is like no other of its round. */
const person = (n) => `user${String((n * 37) % COUNTS.users).padStart(5, '0')}`;
const address = (n) => `10.${n % 12}.${(n * 7) % 20}.${1 + ((n * 3) % 24)}`;
const day = (daysBack) => new Date(Date.now() - daysBack * 86_400_000).toISOString().slice(0, 10);
const month = (n) => `beginTime=${day(n + 30)}&endTime=${day(n)}`;
const LISTS = {
  users: (n) => `/sys-user?pageIndex=${1 + (n % 400)}`,
  'users by a piece of their name': (n) => `/sys-user?username=${person(n).slice(4)}`,
  'users of a department and below': (n) => `/sys-user?deptId=/1/&pageIndex=${1 + (n % 400)}`,
  'users by their names': (n) => `/sys-user?usernameOrder=desc&pageIndex=${1 + (n % 400)}`,
  roles: (n) => `/role?pageIndex=${1 + (n % 50)}`,
  'roles by a piece of their name': (n) => `/role?roleName=角色${n % 50}`,
  menus: () => '/menu',
  departments: () => '/dept',
  posts: () => '/post',
  interfaces: (n) => `/sys-api?pageIndex=${1 + (n % 50)}`,
  parameters: () => '/config',
  'dictionary types': () => '/dict/type',
  jobs: () => '/sysjob',
  'login log': (n) => `/sys-login-log?pageIndex=${1 + (n % 900)}`,
  'login log of one': (n) => `/sys-login-log?username=${person(n)}`,
  'login log of an address': (n) => `/sys-login-log?ipaddr=${address(n)}`,
  'login log, failures': (n) => `/sys-login-log?status=1&pageIndex=${1 + (n % 900)}`,
  'login log, oldest of a month': (n) => `/sys-login-log?createdAtOrder=asc&${month(n)}`,
  'operation log': (n) => `/sys-opera-log?pageIndex=${1 + (n % 900)}`,
  'operation log of one': (n) => `/sys-opera-log?operName=${person(n)}`,
  'operation log of an address': (n) => `/sys-opera-log?operIp=${address(n)}`,
  'operation log by a record in the path': (n) => `/sys-opera-log?operUrl=/${1_000_000 + n * 2_711}`,
  'operation log by a module': (n) =>
    `/sys-opera-log?title=${['角色', '调拨', '清空', '岗位', '租户', '不存在'][n % 6]}`,
  'operation log by its kind': (n) => `/sys-opera-log?businessType=${[1, 2, 3, 5, 6, 9][n % 6]}`,
  'operation log, failures of a month': (n) => `/sys-opera-log?status=1&${month(n)}`,
  'operation log, one in a month': (n) => `/sys-opera-log?operName=${person(n)}&${month(n)}`,
};
const LIST_MS = 30;
const MENU_MS = 20;

const measure = async (till, path) => {
  const p99s = [];
  const medians = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times = [];
    for (let n = 0; n < EACH + WARM; n += 1) {
      const from = performance.now();
      await till.call('GET', encodeURI(path(round * (EACH + WARM) + n)));
      if (n >= WARM) times.push(performance.now() - from);
    }
    p99s.push(quantile(times, 0.99));
    medians.push(quantile(times, 0.5));
  }
  return { p99s, because: `median ${rounded(Math.min(...medians))}–${rounded(Math.max(...medians))}` };
};
const report = (figure, { p99s, because }, limit) => atMost({ figure, values: p99s, limit, unit: 'ms', because });

/** A session of somebody whose only role has 500 entries of the menu. */
const seatOf500 = async (url, { call, base }) => {
  const [db] = await connect(url, 1);
  const { rows } = await db.query('SELECT id::int FROM master.sys_menu ORDER BY id DESC LIMIT 500');
  await db.end();
  const name = `seat${Date.now()}`;
  const menuIds = rows.map(({ id }) => id);
  const { data: roleId } = await call('POST', '/role', {
    body: { roleName: name, roleKey: name, roleSort: 0, menuIds },
  });
  const password = 'Bench-500-entries';
  const person = { username: name, nickName: name, deptId: 1, phone: '13800138000', email: 'bench@example.com' };
  await call('POST', '/sys-user', { body: { ...person, password, roleId } });
  const signIn = async (word) => {
    const body = JSON.stringify({ username: name, password: word, rememberMe: false });
    const headers = { 'content-type': 'application/json' };
    return (await (await fetch(`${base}/api/v1/login`, { method: 'POST', headers, body })).json()).token;
  };
  const chosen = `${password}-2`;
  const till = await tillOf(base, await signIn(password));
  await till.call('PUT', '/user/pwd/set', { oldPassword: password, newPassword: chosen, confirmPassword: chosen });
  till.close();
  return signIn(chosen);
};

/** Each time what is cleared is there again: a log that is short says nothing. */
const clearing = async (url, till) => {
  const [db] = await connect(url, 1);
  const clears = [];
  const lists = [];
  const timed = async (times, ...call) => {
    const from = performance.now();
    await till.call(...call);
    times.push(performance.now() - from);
  };
  for (let round = 0; round < CLEARS; round += 1) {
    await timed(clears, 'DELETE', '/operlog/clean');
    await timed(lists, 'GET', '/sys-opera-log');
    await db.query(`DELETE FROM master.log_begins WHERE log = 'command'`);
    await db.query('UPDATE master.command SET hidden = false WHERE hidden');
  }
  await db.end();
  atMost({
    figure: 'clearing the operation log, slowest',
    values: clears,
    limit: LIST_MS,
    unit: 'ms',
    reduce: slowest,
  });
  atMost({ figure: 'the log once it is cleared, slowest', values: lists, limit: LIST_MS, unit: 'ms', reduce: slowest });
};
const slowest = (values) => Math.max(...values);

const measured = (url, folder) =>
  withHouse(url, folder, async (house) => {
    const till = await tillOf(house.base, house.token);
    for (const [name, path] of Object.entries(LISTS)) report(`${name}, p99`, await measure(till, path), LIST_MS);
    till.close();
    const seat = await tillOf(house.base, await seatOf500(url, house));
    report('menu of a role of 500 entries, p99', await measure(seat, () => '/menurole?client=house'), MENU_MS);
    report('who is signed in, p99', await measure(seat, () => '/getinfo'), MENU_MS);
    seat.close();
    const cleaner = await tillOf(house.base, house.token);
    await clearing(url, cleaner);
    cleaner.close();
  });

/** `BENCH_DATABASE` names a filled database to use as it is. */
const given = process.env['BENCH_DATABASE'];
if (given === undefined) {
  await withPostgres(async (url, folder) => {
    await withHouse(url, folder, () => fillAdmin(url, COUNTS));
    await measured(url, folder);
  });
} else await inFolder((folder) => measured(given, folder));
