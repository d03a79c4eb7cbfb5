/**
 * Two houses beside each other, one with 1,000,000 events in its log, one with ten times as many: the same work asked of
 * both in turn, and how long each rebuilt its read models. BENCH_EVENTS is the length of the short log.
 */
import { CATEGORIES, LAST_DAY, barcodeOf, loadHistory } from './events.mjs';
import { tillOf, withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { atMostPeer, connect, load, median, rounded, seconds, withPostgres } from './support.mjs';

const SHORT = Number(process.env['BENCH_EVENTS'] ?? 1_000_000);
const TIMES = 10;
const EVENTS_PER_PIECE = 5;
const ROUNDS = 5;
const SECONDS = 2;
const CLIENTS = 8;
/** Three times what a rebuild of everything takes. */
const READY_MS_AN_EVENT = 0.2;
/** Ids of the history are below. */
const FIRST_ID = 100_000_000;
const GROWTH = 1.2;
/** A sort of ten times the rows takes a little more than ten times as long. */
const LINEAR = 1.25;

let saves = 0;
const nextIn = (shopId) => receiptOf({ shopId, barcode: `L${100_000 + (saves += 1)}` });
const lastDays = `beginTime=${LAST_DAY}&endTime=${LAST_DAY}`;
/** What is asked of both: pages of twenty, whose work does not grow with the house. */
const WORK = {
  'stock-in saves': ({ till, shop }) => till.call('POST', '/biz-goods-in', nextIn(shop)),
  'list of goods, first page': ({ till }) => till.call('GET', `/biz-goods-in?${lastDays}`),
  'list of goods by category': ({ till }) => till.call('GET', encodeURI(`/biz-goods-in?type=${CATEGORIES[1]}`)),
  'list of goods by barcode': ({ till }) => till.call('GET', `/biz-goods-in?barcode=${barcodeOf(4_321)}`),
  'life of a piece': ({ till }) => till.call('GET', `/report-goods-flow/life?barcode=${barcodeOf(4_321)}`),
  'flow, rows of a day': ({ till }) => till.call('GET', `/report-goods-flow/rows?${lastDays}`),
  'turnover, rows of a shop': ({ till }) => till.call('GET', '/report-goods-turnover/rows?shopId=3'),
  'transfers, rows of a shop’s day': ({ till }) =>
    till.call('GET', `/report-goods-allocate/rows?outShopId=3&${lastDays}`),
};

/** A house whose log was loaded before it started; it makes its read models while it starts. */
const withLog = (events, work) =>
  withPostgres(async (url, folder) => {
    await withHouse(url, folder, async () => {
      const [client] = await connect(url, 1);
      await client.query(`SELECT setval('master.wire_id', ${FIRST_ID})`);
      await client.end();
    });
    await loadHistory(url, events / EVENTS_PER_PIECE);
    let answer;
    const started = performance.now();
    const readyWithin = READY_MS_AN_EVENT * events;
    const measure = async (house) => {
      const rebuilt = (performance.now() - started) / 1000;
      const [client] = await connect(url, 1);
      await client.query('VACUUM (ANALYZE)');
      await client.end();
      const shop = (await house.call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
      const found = await house.call('GET', `/biz-goods-in?barcode=${barcodeOf(events / EVENTS_PER_PIECE - 1)}`);
      if (found.data.count !== 1) throw new Error('the last piece of the log is missing');
      answer = await work({ ...house, shop, rebuilt });
    };
    await withHouse(url, folder, measure, { readyWithin });
    return answer;
  });
const signIn = async ({ base, admin }) => {
  const body = JSON.stringify({ ...admin, rememberMe: false });
  const headers = { 'content-type': 'application/json' };
  const reply = await fetch(`${base}/api/v1/login`, { method: 'POST', body, headers });
  if (reply.status !== 200) throw new Error(`sign-in: ${reply.status}`);
  await reply.text();
};
/** Milliseconds a call, of as many at once as there are tills. These are opened anew: a house hangs up on the silent. */
const timeOf = async (house, operation) => {
  const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(house.base, house.token)));
  const { times } = await load({
    clients: CLIENTS,
    forSeconds: SECONDS,
    operation: (client) => operation({ till: tills[client], shop: house.shop }),
  });
  for (const till of tills) till.close();
  return median(times);
};

await withLog(SHORT, (small) =>
  withLog(SHORT * TIMES, async (large) => {
    const million = SHORT.toLocaleString('en');
    const compare = async (name, measured) => {
      const ours = [];
      const peer = [];
      // The first round warms up; the order turns round.
      for (let round = 0; round <= ROUNDS; round += 1) {
        const order = round % 2 === 0 ? [small, large] : [large, small];
        for (const house of order) {
          const value = await measured(house);
          if (round > 0) (house === small ? peer : ours).push(value);
        }
      }
      atMostPeer({
        figure: `${name}, ${TIMES} times ${million} events : ${million}`,
        ours,
        peer,
        target: GROWTH,
        unit: 'ms',
      });
    };
    for (const [name, operation] of Object.entries(WORK)) await compare(name, (house) => timeOf(house, operation));
    await compare('sign-in', async (house) => rounded((await seconds(() => signIn(house))) * 1000));
    const figure = `rebuild of all read models, an event of ${TIMES} times ${million} : of ${million}`;
    const [ours, peer] = [[((large.rebuilt / TIMES) * 1e6) / SHORT], [(small.rebuilt * 1e6) / SHORT]];
    atMostPeer({ figure, ours, peer, target: LINEAR, unit: 's a million' });
  }),
);
