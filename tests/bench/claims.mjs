/**
 * Two hundred shoppers press 领取 at once, from the first request sent to the last answer, the house a process of its own: one gift that is
 * enough for all, one of which there are too few, and ten gifts. Twenty of them are ten people with two telephones, who get one.
 */
import { withHouse } from './house.mjs';
import { phonesOf } from './shoppers.mjs';
import { atMost, connect, withPostgres } from './support.mjs';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const AT_ONCE = 200;
/** So many have a record and are bound to it; of these so many press once more outside the app. */
const BOUND = 90;
const TWICE = 10;
const PEOPLE = AT_ONCE - TWICE;
const FIRST_CUSTOMER = 1_000_001;
const LIMIT_S = 2;
const KINDS = [
  { figure: `${AT_ONCE} claims at once of one gift, enough for all`, gifts: 1, total: PEOPLE },
  { figure: `${AT_ONCE} claims at once of one gift, 150 left`, gifts: 1, total: 150 },
  { figure: `${AT_ONCE} claims at once of ten gifts`, gifts: 10, total: PEOPLE },
];

/** Sessions of all; the last ten are of people who are among the first as well. */
const shoppersOf = async (url) => {
  const [db] = await connect(url, 1);
  await db.query(`INSERT INTO master.customer (id, name, mobile, mobile_digits)
    SELECT n, '客户' || n, '', '' FROM generate_series(${FIRST_CUSTOMER}, ${FIRST_CUSTOMER - 1 + BOUND}) AS n`);
  await db.query(`INSERT INTO master.shopper_binding (id, open_id, customer_id, bound_at, by_id, by_name)
    SELECT n, 'open-' || n - ${FIRST_CUSTOMER}, n, now(), 0, '' FROM generate_series(${FIRST_CUSTOMER}, ${FIRST_CUSTOMER - 1 + BOUND}) AS n`);
  await db.query('ANALYZE master.customer, master.shopper_binding');
  await db.end();
  const inApp = Array.from({ length: PEOPLE }, (_, n) => ({ openId: `open-${n}` }));
  return [...inApp, ...Array.from({ length: TWICE }, (_, n) => ({ openId: '', customerId: FIRST_CUSTOMER + n }))];
};

/** What the gifts gave out is what there was, and nobody has two. */
const holds = async (call, ids, { total, replies }) => {
  const codes = replies.map(({ status, text }) => (status === 200 ? JSON.parse(text).data.writeOffCode : ''));
  const won = new Set(codes.filter((code) => code !== ''));
  const wanted = Math.min(PEOPLE, total * ids.length);
  if (won.size !== wanted) throw new Error(`${won.size} claims instead of ${wanted}: ${replies.at(-1).text}`);
  for (let n = 0; n < TWICE; n += 1)
    if (codes[n] !== codes[PEOPLE + n]) throw new Error(`two telephones of one: ${codes[n]}, ${codes[PEOPLE + n]}`);
  let claimed = 0;
  for (const id of ids) {
    const { data } = await call('GET', `/mall-giveaway/${id}`);
    if (data.total + data.claimed !== total) throw new Error(`${data.claimed} of ${total}, ${data.total} left`);
    claimed += data.claimed;
  }
  if (claimed !== wanted) throw new Error(`${claimed} in the lists instead of ${wanted}`);
};

const round = async (call, phones, { gifts, total }) => {
  const ids = [];
  for (let n = 0; n < gifts; n += 1) {
    const body = { title: `礼品${n}`, content: '<p>到店即领</p>', total, limitNum: 1, status: '2' };
    ids.push((await call('POST', '/mall-giveaway', { body })).data);
  }
  const from = performance.now();
  const pressed = (phone, n) => phone.ask('POST', '/wx/giveaway/claim', { id: ids[(n % PEOPLE) % gifts], limitNum: 1 });
  const replies = await Promise.all(phones.map(pressed));
  const seconds = (performance.now() - from) / 1_000;
  await holds(call, ids, { total, replies });
  return seconds;
};

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call, base }) => {
    const phones = await phonesOf({ url, base }, await shoppersOf(url));
    await round(call, phones, KINDS[0]);
    for (const { figure, ...kind } of KINDS) {
      const values = [];
      for (let n = 0; n < ROUNDS; n += 1) values.push(await round(call, phones, kind));
      atMost({ figure, values, limit: LIMIT_S, unit: 's' });
    }
    for (const phone of phones) phone.close();
  }),
);
