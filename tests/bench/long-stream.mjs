/**
 * A look-up of a stream of 70,000 events by a process that does not remember it: a stock check of as many scans, and a lot
 * that tills hold and let go for a year; whole, and from its snapshot (ADR 0034). BENCH_EVENTS is the length.
 */
import { randomUUID } from 'node:crypto';
import { openPool } from 'services/platform/base/database';
import { silentLog } from 'services/platform/base/log';
import { storeWith } from '../../services/platform/event-store/store-with.ts';
import { copyEvents } from '../../services/platform/event-store/postgres/bulk.ts';
import { openPostgresEventStore } from '../../services/platform/event-store/postgres/index.ts';
import { StreamSnapshots, snapshotMigration } from '../../services/platform/streams/stream-snapshots.ts';
import { loadState } from '../../services/platform/streams/handle.ts';
import { migrate } from '../../services/platform/base/migrate.ts';
import { goodsStream } from '../../services/goods/contract.ts';
import { goodsRecipient } from '../../services/goods/pieces.ts';
import { CheckStreams } from '../../services/stock-check/check-streams.ts';
import { checkStream } from '../../services/stock-check/contract.ts';
import { receiptOf } from './events.mjs';
import { META, atMostPeer, inTurns, seconds, withPostgres } from './support.mjs';

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 70_000);
const ROUNDS = 3;
const TARGET = 0.1;
const YEAR_MS = 365 * 86_400_000;
const ID = 7;
const BARCODE = '202600000017';
const START = Date.parse('2026-01-01T02:00:00Z');

const eventAt = (type, data, n, over) => {
  const at = `${new Date(START + (n / EVENTS) * over).toISOString().slice(0, -1)}+08:00`;
  return { id: randomUUID(), type, data, meta: { ...META, at } };
};
function* scans() {
  const stream = checkStream(ID);
  const header = { shopId: 3, checkedOn: '2026-01-01', category: '戒指', style: '', remark: '' };
  yield { stream, event: eventAt('StockCheckOpened', { documentId: ID, header, bookPosition: 0 }, 0, 0) };
  for (let n = 1; n < EVENTS; n += 1) {
    const data = { documentId: ID, round: 0, barcode: `B${n}`, scans: 1, bookNum: 1, device: '手机' };
    yield { stream, event: eventAt('StockCounted', data, n, 86_400_000) };
  }
}
function* holds() {
  const stream = goodsStream(BARCODE);
  const receipt = { ...receiptOf(0, 1), barcode: BARCODE, receiptId: 1, shopId: 3, quantity: 500 };
  yield { stream, event: eventAt('GoodsReceived', receipt, 0, 0) };
  const { receivedOn } = receipt;
  const piece = { barcode: BARCODE, receiptId: 1, shopId: 3, receivedOn };
  const audited = { ...piece, quantity: 500, unitCostFen: 100, auditor: '李四' };
  yield { stream, event: eventAt('GoodsReceiptAudited', audited, 0, 0) };
  for (let n = 2; n < EVENTS; n += 2) {
    const held = { barcode: BARCODE, key: `sale-${n}/v1/piece/${BARCODE}`, shopId: 3, quantity: 1 };
    const holder = { kind: 'sale', id: n, no: `XS${n}` };
    yield { stream, event: eventAt('GoodsHeld', { ...held, holder }, n, YEAR_MS) };
    yield { stream, event: eventAt('GoodsHoldReleased', held, n, YEAR_MS) };
  }
}

await withPostgres(async (url) => {
  await migrate(url, [snapshotMigration]);
  await copyEvents(url, scans());
  await copyEvents(url, holds());
  const pool = await openPool(url, { applicationName: 'bench' });
  const snapshots = new StreamSnapshots(pool, silentLog);
  const store = await openPostgresEventStore({ url });
  const lookUps = {
    'stock check': (on) => new CheckStreams(on).load(ID),
    lot: (on) => loadState(goodsRecipient(on), goodsStream(BARCODE)),
  };
  for (const [name, lookUp] of Object.entries(lookUps)) {
    // Another store object remembers nothing.
    const whole = () => seconds(() => lookUp(storeWith(store, {})));
    const kept = () => seconds(() => lookUp(storeWith(store, { snapshots })));
    await kept();
    await snapshots.settled();
    const figures = await inTurns(
      [
        ['whole', whole],
        ['kept', kept],
      ],
      ROUNDS,
    );
    atMostPeer({
      figure: `look-up of a ${name} of ${EVENTS} events, from its snapshot : whole`,
      ours: figures.get('kept'),
      peer: figures.get('whole'),
      target: TARGET,
      unit: 's',
    });
  }
  await store.close();
  await pool.end();
});
