/**
 * A day's work on shops, suppliers, customers and users among 500,000 of each, in turn with the same among 1,000; and
 * every way a clerk looks for one of them.
 */
import { fillMaster } from './fill-master.mjs';
import { tillOf, withHouse } from './house.mjs';
import { atMost, atMostPeer, connect, inFolder, quantile, rounded, withPostgres } from './support.mjs';

const FEW = 1_000;
const MANY = Number(process.env['BENCH_ROWS'] ?? 500_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const EACH = 20;

const KINDS = {
  customer: {
    path: '/base-customer',
    search: 'nameOrMobile=伟一',
    body: (n) => ({ name: `新客${n}`, mobile: `139${String(n).padStart(8, '0')}`, status: '2' }),
  },
  supplier: {
    path: '/base-supplier',
    search: 'name=新供',
    body: (n) => ({ name: `新供${n}`, contract: '老李', mobile: '13912345678', status: '2' }),
  },
  shop: { path: '/base-shop', search: 'name=新店', body: (n) => ({ name: `新店${n}`, status: '2', remark: '' }) },
  user: {
    path: '/sys-user',
    search: 'username=newer',
    body: (n) => ({
      username: `newer${n}`,
      nickName: '新人',
      password: 'Gold-Ring-77',
      status: '2',
      roleIds: [4],
      deptId: 1,
      phone: '13912345678',
      email: 'a@b.cn',
    }),
  },
};
/** Name → path: what is asked of 500,000 rows. */
const SEARCHES = {
  'customer by 1 character': '/base-customer?nameOrMobile=王',
  'customer by 1 character of the name': '/base-customer?name=伟',
  'customer by 2 characters': '/base-customer?nameOrMobile=王伟',
  'customer by a whole name': '/base-customer?nameOrMobile=王伟一',
  'customer by 1 digit': '/base-customer?nameOrMobile=8',
  'customer by 3 digits': '/base-customer?nameOrMobile=138',
  'customer by 4 last digits': '/base-customer?nameOrMobile=4417',
  'customer by 7 digits': '/base-customer?mobile=8841723',
  'customer by a whole phone': '/base-customer?nameOrMobile=13900000001',
  'customer by 2 initials': '/base-customer?nameOrMobile=ww',
  'customer by 3 initials': '/base-customer?nameOrMobile=wwy',
  'customer nobody is': '/base-customer?nameOrMobile=甄嬛',
  'customers, first page': '/base-customer?',
  'customers by name': '/base-customer?nameOrder=asc',
  'customers, page 50': '/base-customer?pageIndex=50',
  'customers, last page that is counted': '/base-customer?pageIndex=500',
  'customers disabled': '/base-customer?status=1',
  'supplier by 1 character': '/base-supplier?name=王',
  'supplier by 3 characters': '/base-supplier?name=氏珠宝',
  'supplier by digits of a phone': '/base-supplier?mobile=88417',
  'supplier by contact': '/base-supplier?contract=王伟',
  'suppliers, first page': '/base-supplier?',
  'shop by 2 characters': '/base-shop?name=王店',
  'shops, first page': '/base-shop?',
  'user by name': '/sys-user?nickName=王伟',
  'user by login': '/sys-user?username=u10417',
  'user by phone': '/sys-user?phone=88417',
  'users, first page': '/sys-user?',
  'users of a department': '/sys-user?deptId=1',
};

let made = Date.now() % 10_000_000;
/** One of each kind through its whole life; milliseconds of each step, added to `times`. */
const live = async (till, kind, times) => {
  const { path, search, body } = KINDS[kind];
  const timed = async (step, ...call) => {
    const from = performance.now();
    const answer = await till.call(...call);
    (times[step] ??= []).push(performance.now() - from);
    return answer;
  };
  made += 1;
  const given = body(made);
  const { data: id } = await timed('create', 'POST', path, given);
  const edit =
    kind === 'user'
      ? ['PUT', path, { ...given, userId: id, nickName: '新人二' }]
      : ['PUT', `${path}/${id}`, { ...given, remark: '改' }];
  await timed('edit', ...edit);
  await timed('read', 'GET', `${path}/${id}`);
  await timed('find', 'GET', encodeURI(`${path}?${search}`));
  await timed('delete', 'DELETE', path, { ids: [id] });
};

/** The steps of one kind, few and many in turn; whoever begins changes with the round. */
const roundOf = async (kind, round, tills) => {
  const times = { few: {}, many: {} };
  const order = round % 2 === 0 ? ['few', 'many'] : ['many', 'few'];
  for (let n = 0; n < EACH; n += 1) for (const name of order) await live(tills[name], kind, times[name]);
  return times;
};
/** How long a search takes, ms, once it has run warm. */
const searchTimes = async (till, path) => {
  const values = [];
  for (let n = 0; n < 110; n += 1) {
    const from = performance.now();
    await till.call('GET', encodeURI(path));
    if (n >= 10) values.push(performance.now() - from);
  }
  return values;
};

const figures = async (few, many) => {
  for (const kind of Object.keys(KINDS)) {
    const rounds = [];
    // The first warms up.
    await roundOf(kind, 0, { few, many });
    for (let round = 1; round <= ROUNDS; round += 1) rounds.push(await roundOf(kind, round, { few, many }));
    for (const step of ['create', 'edit', 'read', 'find', 'delete'])
      atMostPeer({
        figure: `${step} of a ${kind} among ${MANY.toLocaleString('en')} : among 1,000`,
        ours: rounds.map(({ many: all }) => quantile(all[step], 0.5)),
        peer: rounds.map(({ few: all }) => quantile(all[step], 0.5)),
        target: 1.2,
        unit: 'ms',
      });
  }
  for (const [name, path] of Object.entries(SEARCHES)) {
    const values = await searchTimes(many, path);
    atMost({
      figure: `${name}, of ${MANY.toLocaleString('en')}`,
      values,
      limit: 15,
      unit: 'ms',
      because: `p99 ${rounded(quantile(values, 0.99))}`,
    });
  }
};

const measured = (databases, folder) =>
  withHouse(databases[0], `${folder}/few`, (few) =>
    withHouse(databases[1], `${folder}/many`, async (many) => {
      const tills = await Promise.all([few, many].map(({ base, token }) => tillOf(base, token)));
      await figures(...tills);
      for (const till of tills) till.close();
    }),
  );
const filled = async (url, folder) => {
  const databases = ['few', 'many'].map((name) => Object.assign(new URL(url), { pathname: `/${name}` }).href);
  const [admin] = await connect(url, 1);
  for (const name of ['few', 'many']) await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`);
  await admin.end();
  // The first houses make the tables.
  for (const [n, rows] of [FEW, MANY].entries())
    await withHouse(databases[n], `${folder}/${n}`, () => fillMaster(databases[n], rows));
  await measured(databases, folder);
};
/** `BENCH_DATABASES` names two filled databases, few rows and many, to use as they are. */
const given = process.env['BENCH_DATABASES']?.split(',');
if (given === undefined) await withPostgres(filled);
else await inFolder((folder) => measured(given, folder));
