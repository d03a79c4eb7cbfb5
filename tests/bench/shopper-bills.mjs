/**
 * A shopper's list of bills and a slip of it, among 500,000 customers with 1,000,000 orders: alone, while twenty tills in four shops save
 * an order with all its lists every ten seconds each (nobody is as quick as that), and, to know it, every three seconds and without a
 * pause. Most have two
 * bills, a hundred have 500, one has 5,000. Fifty reads a second, whatever the answers take.
 */
import { setTimeout as pause } from 'node:timers/promises';
import golden from '../../services/sale/golden/SaleLinesWritten.v4.piece.json' with { type: 'json' };
import { withOrders } from './fill-sales.mjs';
import { tillOf } from './house.mjs';
import { counterOf, selling } from './orders.mjs';
import { phonesOf } from './shoppers.mjs';
import { atMost, quantile, rounded } from './support.mjs';

const CUSTOMERS = Number(process.env['BENCH_ROWS'] ?? 500_000);
const ORDERS = Number(process.env['BENCH_ORDERS'] ?? 1_000_000);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 60);
const WARM = 200;
const SHOPS = 4;
const TILLS = 20;
const SALE_EVERY_MS = 10_000;
const SOONER_MS = 3_000;
const READ_EVERY_MS = 20;
const LIMIT_MS = 30;

const FIRST_CUSTOMER = 1_000_001;
/** The first has one order of 200, the hundred after him share one of twenty, all others have the rest. */
const MANY = 100;
const CUSTOMER_OF = `CASE WHEN n % 200 = 1 THEN ${FIRST_CUSTOMER}
  WHEN n % 20 = 0 THEN ${FIRST_CUSTOMER + 1} + n / 20 % ${MANY}
  ELSE ${FIRST_CUSTOMER + 1 + MANY} + (n::bigint * 7919 % ${CUSTOMERS - 1 - MANY})::int END`;
const PIECE = JSON.stringify(golden.data.lines[0]).replaceAll("'", "''");
const LINE = `'${PIECE}'::jsonb || jsonb_build_object('lineId', p::text, 'barcode', '2026' || lpad((n::bigint * 3 + p)::text, 8, '0'), 'goodsId', n::bigint * 3 + p)`;
/** Orders that the reports know as well; they are not read here, but what is saved goes into their indexes. */
const WITH_LINES = Math.min(ORDERS, 200_000);
const PAGE_SIZE = 100;
/** Shoppers of each kind who read, and how many pages they have. */
const READERS = [
  { first: FIRST_CUSTOMER, count: 1, bills: ORDERS / 200 },
  { first: FIRST_CUSTOMER + 1, count: 20, bills: ORDERS / 20 / MANY },
  { first: FIRST_CUSTOMER + 1 + MANY, count: 100, bills: 1 },
];

const readersOf = async (house) => {
  const who = READERS.flatMap(({ first, count, bills }) =>
    Array.from({ length: count }, (_, n) => ({
      openId: '',
      customerId: first + n,
      pages: Math.ceil(bills / PAGE_SIZE),
    })),
  );
  const phones = await phonesOf(house, who);
  const readers = phones.map((phone, n) => ({ phone, pages: who[n].pages, answered: Promise.resolve(), slip: '' }));
  for (const reader of readers) {
    const { list } = (await reader.phone.call('GET', '/wx/bill')).data;
    if (list.length < 1) throw new Error(`no bills of ${JSON.stringify(who[readers.indexOf(reader)])}`);
    reader.slip = `/wx/bill-detail/${list.at(-1).id}`;
  }
  return readers;
};

/** The n-th read: of five two first pages, two further ones of those who have them, and a slip. */
const readOf = (all, far, n) => {
  const reader = n % 5 < 2 || n % 5 === 4 ? all[n % all.length] : far[n % far.length];
  if (n % 5 === 4) return { kind: 'slip', reader, path: reader.slip };
  if (n % 5 < 2) return { kind: 'first', reader, path: `/wx/bill?pageSize=${PAGE_SIZE}` };
  const pageIndex = 2 + ((n * 7) % (reader.pages - 1));
  return { kind: 'next', reader, path: `/wx/bill?pageSize=${PAGE_SIZE}&pageIndex=${pageIndex}` };
};
/** Reads one each 20 ms, while `goesOn`; the clock of each begins when it is sent. */
const reading = async (readers, goesOn) => {
  const far = readers.filter(({ pages }) => pages > 1);
  const times = { first: [], next: [], slip: [] };
  const read = async ({ kind, reader, path }, isWarm) => {
    await reader.answered;
    const from = performance.now();
    const { data } = await reader.phone.call('GET', path);
    if (data.list.length < 1) throw new Error(`${path} is empty`);
    if (isWarm) times[kind].push(performance.now() - from);
  };
  const begun = performance.now();
  for (let n = 0; goesOn(); n += 1) {
    const asked = readOf(readers, far, n);
    asked.reader.answered = read(asked, n >= WARM);
    await pause(Math.max(0, begun + (n + 1) * READ_EVERY_MS - performance.now()));
  }
  await Promise.all(readers.map(({ answered }) => answered));
  return { ...times, list: [...times.first, ...times.next] };
};
const told = (beside, times, limit = LIMIT_MS) => {
  for (const [kind, what] of Object.entries({
    list: 'bills',
    first: 'bills, first page',
    next: 'bills, further pages',
    slip: 'slip',
  }))
    atMost({
      figure: `shopper's ${what}, ${beside}, p99`,
      values: [quantile(times[kind], 0.99)],
      limit,
      unit: 'ms',
      because: `median ${rounded(quantile(times[kind], 0.5))} of ${times[kind].length}`,
    });
};
/** Reads while twenty tills save `orders` each. */
const besideTills = async ({ base, token }, counter, readers, { orders, everyMs }) => {
  const bodies = [];
  for (let n = 0; n < TILLS; n += 1) bodies.push(await counter.prepared(counter.shops[n % SHOPS], orders));
  const tills = await Promise.all(bodies.map(() => tillOf(base, token)));
  let isSelling = true;
  const reads = reading(readers, () => isSelling);
  const from = performance.now();
  await Promise.all(tills.map((till, n) => selling(till, bodies[n], { everyMs, startMs: (n * everyMs) / TILLS })));
  const perSecond = (TILLS * orders * 1_000) / (performance.now() - from);
  isSelling = false;
  for (const till of tills) till.close();
  return { times: await reads, perSecond };
};

await withOrders(
  ORDERS,
  async (house) => {
    const readers = await readersOf(house);
    const until = performance.now() + SECONDS * 1_000;
    told('alone', await reading(readers, () => performance.now() < until));
    const counter = await counterOf(house.call, SHOPS);
    const beside = async (everyMs, orders, limit) => {
      const { times, perSecond } = await besideTills(house, counter, readers, { orders, everyMs });
      const pace = everyMs === 0 ? 'without a pause' : `every ${everyMs / 1_000} s`;
      told(`beside ${TILLS} tills, an order ${pace} each, ${rounded(perSecond)} orders/s`, times, limit);
    };
    await beside(SALE_EVERY_MS, Math.ceil((SECONDS * 1_000) / SALE_EVERY_MS), LIMIT_MS);
    await beside(SOONER_MS, Math.ceil((SECONDS * 1_000) / SOONER_MS), Infinity);
    await beside(0, SECONDS, Infinity);
    for (const { phone } of readers) phone.close();
  },
  { customers: CUSTOMERS, customerOf: CUSTOMER_OF, line: LINE, withLines: WITH_LINES },
);
