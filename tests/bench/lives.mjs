/** Whole lives of pieces for the reports: received, moved between shops, sold, taken back, returned to the supplier. */
import { createHash } from 'node:crypto';
import { LAST_DAY, SHOPS, receiptOf } from './events.mjs';
import { META } from './support.mjs';

/** Pieces of a seed are received within this many days. */
const addDays = (day, days) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
const holderOf = (kind, id) => ({
  kind,
  id,
  no: `${{ transfer: 'DB', sale: 'XS', 'supplier-return': 'TH' }[kind]}${id}`,
});

/** Every tenth piece but one stays; on average five rows of flow each, one in a hundred still waits for its audit. */
const PLANS = [
  ['transfer', 'sale', 'unsale', 'sale'],
  ['transfer', 'sale', 'unsale', 'sale'],
  ['transfer', 'return'],
  ['sale', 'unsale', 'sale', 'unsale'],
  ['sale', 'unsale', 'sale', 'unsale'],
  ['sale', 'unsale', 'sale', 'unsale', 'hold'],
  ['sale', 'unsale', 'sale', 'unsale'],
  ['sale', 'unsale', 'sale'],
  ['sale', 'unsale', 'sale'],
  ['transfer', 'untransfer', 'sale', 'unsale'],
];

class Life {
  constructor(n, { count, firstDay }) {
    this.received = { ...receiptOf(n, count), receivedOn: firstDay };
    const { barcode, quantity, attributes, shopId } = this.received;
    Object.assign(this, {
      n,
      count,
      barcode,
      quantity,
      shopId,
      unitCostFen: attributes.unitCostFen,
      steps: [],
      held: null,
    });
    this.say('GoodsReceived', firstDay, this.received);
    if (n % 100 === 99) return;
    const { receiptId } = this.received;
    const audited = { barcode, receiptId, shopId, quantity, unitCostFen: this.unitCostFen, receivedOn: firstDay };
    this.say('GoodsReceiptAudited', firstDay, { ...audited, auditor: '李店长' });
    PLANS[n % PLANS.length].forEach((step, at) => this[step](addDays(firstDay, 1 + ((n + at * 7) % 30) * at + at), at));
  }

  say(type, day, data) {
    this.steps.push({ type, day: day < LAST_DAY ? day : LAST_DAY, data });
  }

  hold(day, at, kind = 'sale') {
    const holder = holderOf(kind, this.n * 8 + at + 1);
    const key = `${kind}-${holder.id}/v1/1`;
    const { barcode, shopId, quantity } = this;
    this.say('GoodsHeld', day, { barcode, key, shopId, quantity, holder });
    this.held = { key, holder, document: { ...holder, line: 1, businessDate: day < LAST_DAY ? day : LAST_DAY } };
    return { barcode, key, document: this.held.document, quantity };
  }

  transfer(day, at) {
    const line = this.hold(day, at, 'transfer');
    const toShopId = 1 + (this.shopId % SHOPS);
    const prices = { outPriceFen: this.unitCostFen, inPriceFen: this.unitCostFen };
    this.moved = { ...line, fromShopId: this.shopId, toShopId, ...prices, rowId: this.count + this.n + 1 };
    this.say('GoodsTransferred', day, this.moved);
    this.shopId = toShopId;
  }

  untransfer(day) {
    const { key, ...moved } = this.moved;
    const keys = { claimKey: `${key}/u`, holdKey: `${key}/2`, holder: this.held.holder };
    this.say('GoodsTransferReversed', day, { ...moved, ...keys });
    this.say('GoodsHoldReleased', day, { ...this.released(keys.holdKey), shopId: moved.fromShopId });
    this.shopId = moved.fromShopId;
  }

  released(key) {
    return { barcode: this.barcode, key, shopId: this.shopId, quantity: this.quantity };
  }

  sale(day, at) {
    const { shopId, unitCostFen } = this;
    this.sold = { ...this.hold(day, at), shopId, unitCostFen, amountFen: 200_000, soldWeightMg: 3_215 };
    this.say('GoodsSold', day, this.sold);
  }

  unsale(day) {
    const { key, ...sold } = this.sold;
    const keys = { claimKey: `${key}/u`, saleKey: key, holdKey: `${key}/2`, holder: this.held.holder };
    this.say('GoodsSaleReversed', day, { ...sold, ...keys });
    this.say('GoodsHoldReleased', day, this.released(keys.holdKey));
  }

  return(day, at) {
    const { shopId, unitCostFen } = this;
    const prices = { unitCostFen, returnPriceFen: unitCostFen };
    const line = this.hold(day, at, 'supplier-return');
    this.say('GoodsReturnedToSupplier', day, { ...line, shopId, supplierId: this.received.supplierId, ...prices });
  }
}

const uuidOf = (text) =>
  createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The events of `count` pieces received from `firstDay` over `days` days, in the order of their days, positions from 0. */
export const livesOf = (count, { firstDay, days }) => {
  const all = Array.from({ length: count }, (_, n) => {
    const day = addDays(firstDay, Math.floor((n / count) * days));
    return new Life(n, { count, firstDay: day }).steps.map((step, revision) => ({ ...step, revision, n }));
  }).flat();
  all.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.n - b.n || a.revision - b.revision));
  return all.map(({ type, day, data, revision }, position) => ({
    id: uuidOf(`${data.barcode}/${revision}`),
    stream: `goods-${data.barcode}`,
    type,
    data,
    revision,
    position,
    meta: { ...META, at: `${day}T10:00:00.000+08:00`, shopId: data.shopId ?? null },
  }));
};
