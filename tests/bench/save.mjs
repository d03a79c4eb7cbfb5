/** Saves over HTTP, signed in, validated, durable and visible in the list, against single-row commits. */
import { tillOf, withHouse } from './house.mjs';
import { TODAY, atLeast, atMost, connect, eventOf400Bytes, inTurns, load, quantile, withPostgres } from './support.mjs';

const CLIENTS = 32;
const ROUNDS = 3;
const SECONDS = 4;

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
    const receipt = {
      shopId: shop,
      supplierId: supplier,
      inStorageAt: TODAY,
      barcode: '',
      num: 1,
      printTemplate: '标准标签',
      type: '戒指',
      name: '足金戒指',
      style: '光圈',
      fineness: '足金',
      goldWeight: 3.215,
      goldCost: 560,
      workFee: 20,
      sellRaito: 1.2,
    };
    const tills = await Promise.all(Array.from({ length: CLIENTS }, () => tillOf(base, token)));
    const p99s = [];
    const saves = async () => {
      const { perSecond, times } = await load({
        clients: CLIENTS,
        forSeconds: SECONDS,
        operation: (client) => tills[client].call('POST', '/biz-goods-in', receipt),
      });
      p99s.push(quantile(times, 0.99));
      return perSecond;
    };
    await saves();
    p99s.length = 0;
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
      target: 0.35,
      unit: 'saves/s',
    });
    atMost({ figure: 'stock-in save, 32 clients, p99', values: p99s, limit: 60, unit: 'ms' });
  }),
);
