/**
 * Saves over HTTP, signed in, validated and durable, against single-row commits. After every fiftieth save a client reads its
 * list, which must show what it just saved: that wait is the list's.
 */
import { tillOf, withHouse } from './house.mjs';
import { receiptOf } from './receipt.mjs';
import { atLeast, atMost, connect, eventOf400Bytes, inTurns, load, quantile, withPostgres } from './support.mjs';

const CLIENTS = 32;
const ROUNDS = 3;
const SECONDS = 4;
const READ_EVERY = 50;

const singleRows = (clients) => async () => {
  const { perSecond } = await load({
    clients: CLIENTS,
    forSeconds: 2,
    operation: (client, n) => {
      const { id, type, data, meta } = eventOf400Bytes(n);
      return clients[client].query({
        name: 'insert-event',
        text: 'insert into peer (stream, revision, id, type, data, meta) values ($1, $2, $3, $4, $5, $6)',
        values: [`goods-${id}`, 0, id, type, JSON.stringify(data), JSON.stringify(meta)],
      });
    },
  });
  return perSecond;
};

await withPostgres((url, folder) =>
  withHouse(url, folder, async ({ call, base, token }) => {
    const clients = await connect(url, CLIENTS);
    await clients[0].query(`create table peer (
      position bigint generated always as identity primary key, stream text not null, revision integer not null,
      id uuid not null, type text not null, data json not null, meta json not null, unique (stream, revision))`);
    const shop = (await call('POST', '/base-shop', { body: { name: '罗湖店', status: '2', remark: '' } })).data;
    const supplier = (
      await call('POST', '/base-supplier', {
        body: { name: '金源', contract: '李四', mobile: '13800000000', status: '2' },
      })
    ).data;
    const receipt = receiptOf({ shopId: shop, supplierId: supplier, barcode: '' });
    const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(base, token)));
    const p99s = [];
    const listP99s = [];
    const done = Array.from({ length: CLIENTS }, () => 0);
    const saves = async () => {
      const saveTimes = [];
      const listTimes = [];
      const timed = async (times, work) => {
        const started = performance.now();
        const answer = await work();
        times.push(performance.now() - started);
        return answer;
      };
      const started = performance.now();
      await load({
        clients: CLIENTS,
        forSeconds: SECONDS,
        operation: async (client) => {
          const till = tills[client];
          const { data: id } = await timed(saveTimes, () => till.call('POST', '/biz-goods-in', receipt));
          done[client] += 1;
          if (done[client] % READ_EVERY !== 0) return;
          const { data } = await timed(listTimes, () => till.call('GET', '/biz-goods-in?pageSize=100'));
          if (!data.list.some((row) => row.id === id)) throw new Error(`the list does not show ${id}`);
        },
      });
      p99s.push(quantile(saveTimes, 0.99));
      listP99s.push(quantile(listTimes, 0.99));
      return saveTimes.length / ((performance.now() - started) / 1000);
    };
    await saves();
    p99s.length = 0;
    listP99s.length = 0;
    const figures = await inTurns(
      [
        ['ours', saves],
        ['rows', singleRows(clients)],
      ],
      ROUNDS,
    );
    await Promise.all(clients.map((client) => client.end()));
    for (const till of tills) till.close();
    atLeast({
      figure: 'stock-in saves, 32 clients : single-row commits',
      ours: figures.get('ours'),
      peer: figures.get('rows'),
      target: 0.3,
      unit: 'saves/s',
    });
    atMost({ figure: 'stock-in save, 32 clients, p99', values: p99s, limit: 40, unit: 'ms' });
    atMost({ figure: 'its own next list, every fiftieth save, p99', values: listP99s, limit: 150, unit: 'ms' });
  }),
);
